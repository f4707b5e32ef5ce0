// Smallest and largest finite values among floats.
#pragma once

#include "volume/volume.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace voxmarch {

struct FloatScan {
    float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    std::uint64_t non_finite = 0;

    void take(std::span<const float> voxels);

    void merge(const FloatScan &other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
        non_finite += other.non_finite;
    }

    /// Never -0, as which of the zeros comes first is left to chance; {} where no value is finite.
    ValueRange range() const { return low > high ? ValueRange{} : ValueRange{double(low) + 0.0, double(high) + 0.0}; }
};

/// On all cores.
FloatScan scan_floats(std::span<const float> voxels);

} // namespace voxmarch
