// Which nodes of an octree are shown as boxes.
#pragma once

#include "octree/layout.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Finest level whose occupied nodes shall be shown, where they are few enough.
constexpr int automatic_level = -1;

/// Occupied nodes of one level of an octree.
struct OctreeNodes {
    OctreeLayout layout{};
    int level = 0;                 ///< 0: leaves
    std::vector<glm::ivec3> nodes; ///< along each axis, at that level

    /// Corners of a node, voxel space: its first and last voxel.
    glm::dvec3 low(const glm::ivec3 &node) const;
    glm::dvec3 high(const glm::ivec3 &node) const;

    /// Cells along an edge of a node.
    int edge() const { return octree_leaf_edge(layout) << level; }
};

/// @param states  NODE_... of all nodes
/// @param level   of the layout, or automatic_level: the finest one with at most `limit` occupied nodes, else the root
OctreeNodes occupied_nodes(const OctreeLayout &layout, const std::vector<std::uint8_t> &states, int level,
                           std::size_t limit);

/// The `limit` nodes nearest to a place of voxel space, the farthest first. @param scale  length of a voxel along each
/// axis
std::vector<glm::ivec3> nearest_nodes(const OctreeNodes &octree, std::size_t limit, glm::dvec3 place, glm::dvec3 scale);

} // namespace voxmarch
