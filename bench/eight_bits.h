// A field of floats in 8 bits, as scanners and the papers' programs have them.
#pragma once

#include "volume/volume.h"

namespace voxmarch {

/// Values low .. high as 0 .. 255, rounded; those beyond are clamped.
struct EightBits {
    double low, high;

    double stored(double value) const { return 255.0 * (value - low) / (high - low); }
};

/// Precondition: an f32 volume. @return a u8 volume whose values are the stored ones
Volume in_eight_bits(const Volume &volume, const EightBits &range);

} // namespace voxmarch
