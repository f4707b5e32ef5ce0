// The octree made the slow and obvious way on the host: the oracle of the one made on the device.
#pragma once

#include "octree/layout.h"
#include "transfer/transfer_function.h"
#include "volume/volume.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace voxmarch {

/// Occupied leaves below every node, in the order of the layout. A leaf is occupied if `visible(min, max)` of the
/// values of its voxels, those on its far faces included.
std::vector<std::uint32_t> reference_node_counts(const OctreeLayout &layout,
                                                 const std::function<double(int, int, int)> &value,
                                                 const std::function<bool(double, double)> &visible);

/// NODE_EMPTY, NODE_DESCEND or NODE_MARCH for every node.
std::vector<std::uint8_t> reference_node_states(const OctreeLayout &layout, const std::vector<std::uint32_t> &counts,
                                                double threshold);

/// Chebyshev distance of every leaf to the nearest occupied one, 0 for occupied leaves, at most `limit`.
std::vector<std::uint8_t> reference_distance_map(const OctreeLayout &layout, const std::vector<std::uint8_t> &states,
                                                 int limit);

} // namespace voxmarch
