// What a walk of a frame's rays through the octree alone gives.
#pragma once

#include <cstdint>
#include <vector>

namespace voxmarch {

/// Rays went node after node from entry to exit and took no sample (thesis figure 6.31).
struct OctreeWalk {
    std::vector<std::uint32_t> nodes; ///< traversal steps of each pixel, row by row
    double ms;                        ///< on the device
};

} // namespace voxmarch
