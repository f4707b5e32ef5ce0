// Compares rows of floats as integers where all of them are finite, else one by one.
#include "volume/float_scan.h"

#include "volume/voxel_blocks.h"

#include <bit>
#include <cmath>

namespace voxmarch {

namespace {

constexpr std::size_t row = 2048; // stays in the first cache between two loops

std::int32_t flipped(std::int32_t bits) { return bits ^ (bits < 0 ? 0x7fffffff : 0); }
std::int32_t ordered_key_of(float value) { return flipped(std::bit_cast<std::int32_t>(value)); }

/// As integers in the order of the floats, of which compilers make vectors.
/// @return false, and nothing is taken, if not all are finite
bool take_finite(const float *voxels, FloatScan &scan) {
    std::int32_t odd = 0, lowest = ordered_key_of(scan.low), highest = ordered_key_of(scan.high);
    for (std::size_t i = 0; i < row; ++i) {
        odd |= 0x7f7fffff - (std::bit_cast<std::int32_t>(voxels[i]) & 0x7fffffff);
    }
    if (odd < 0) {
        return false;
    }
    for (std::size_t i = 0; i < row; ++i) {
        const std::int32_t key = ordered_key_of(voxels[i]);
        lowest = key < lowest ? key : lowest;
        highest = key > highest ? key : highest;
    }
    scan.low = std::bit_cast<float>(flipped(lowest));
    scan.high = std::bit_cast<float>(flipped(highest));
    return true;
}

void take_any(std::span<const float> voxels, FloatScan &scan) {
    for (const float v : voxels) {
        const bool finite = std::isfinite(v);
        scan.non_finite += finite ? 0 : 1;
        scan.low = finite && v < scan.low ? v : scan.low;
        scan.high = finite && v > scan.high ? v : scan.high;
    }
}

} // namespace

void FloatScan::take(std::span<const float> voxels) {
    for (; voxels.size() >= row; voxels = voxels.subspan(row)) {
        if (!take_finite(voxels.data(), *this)) {
            take_any(voxels.first(row), *this);
        }
    }
    take_any(voxels, *this);
}

FloatScan scan_floats(std::span<const float> voxels) {
    FloatScan all;
    over_voxel_blocks<FloatScan>(
        voxels.size(),
        [&](FloatScan &part, std::size_t, std::size_t first, std::size_t end) {
            part.take(voxels.subspan(first, end - first));
        },
        [&](const FloatScan &part) { all.merge(part); });
    return all;
}

} // namespace voxmarch
