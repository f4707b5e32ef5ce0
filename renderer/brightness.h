// What is black and what is full brightness of voxels that are colours.
#pragma once

#include "volume/volume.h"

namespace voxmarch {

/// Of integers all that their type holds; of floats [0, 1] if they lie in it, else their range.
inline ValueRange full_brightness(ScalarType type, ValueRange range) {
    switch (type) {
    case ScalarType::u8: return {0.0, 255.0};
    case ScalarType::i8: return {-128.0, 127.0};
    case ScalarType::u16: return {0.0, 65535.0};
    case ScalarType::i16: return {-32768.0, 32767.0};
    case ScalarType::f32: break;
    }
    return range.min >= 0.0 && range.max <= 1.0 ? ValueRange{0.0, 1.0} : range;
}

} // namespace voxmarch
