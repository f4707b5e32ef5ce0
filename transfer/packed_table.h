// A transfer function as the kernels read it.
#pragma once

#include "device/device.h"
#include "transfer/transfer_function.h"

#include <array>
#include <cstdint>
#include <vector>

namespace voxmarch {

/// How a stored voxel becomes a value of the file: value = stored * scale + offset. Images return integers normalised
/// to [0, 1], buffers as they are; signed integers are stored with their smallest value added.
struct ValueMapping {
    double scale = 1.0;
    double offset = 0.0;
};

/// The table a post-classified frame looks up (layout: shared_types.h), in host memory.
struct PackedTable {
    std::vector<std::array<float, 2>> opacities;      ///< one more than entries; the last is there twice
    std::vector<std::array<std::uint32_t, 2>> colors; ///< likewise
    float visible_begin = 0.0f;                       ///< table coordinates up to this have opacity 0
    std::vector<std::int32_t> visible_before;         ///< [i]: entries below i with opacity > 0; one more than entries
};

/// The colour of an entry, 10 bits a channel: r | g << 10 | b << 20.
std::uint32_t pack_color(const glm::vec4 &entry);

PackedTable pack_table(const TransferTable &table);

/// The largest opacity of 2^level entries from i on, in levels: element level * n + i, n being the number of entries.
/// So two of one level tell of any range.
std::vector<float> largest_opacities(const PackedTable &table);

/// Takes stored voxels to table coordinates: clamp(stored * scale + bias, 0, 1) * last. The clamp comes before the
/// scaling because it is free with a multiplication on GPUs.
struct TableCoordinates {
    float scale = 0.0f, bias = 0.0f, last = 1.0f;
};
TableCoordinates table_coordinates(const TransferTable &table, const ValueMapping &mapping);

} // namespace voxmarch
