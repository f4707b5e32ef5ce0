// Occupied nodes, and the nearest of them.
#include "app/viewer/view/octree_boxes.h"

#include <algorithm>

namespace voxmarch {

namespace {

std::vector<glm::ivec3> nodes_of_level(const OctreeLayout &layout, const std::vector<std::uint8_t> &states, int level) {
    std::vector<glm::ivec3> nodes;
    const glm::ivec3 count(octree_nodes(layout.leaves[0], level), octree_nodes(layout.leaves[1], level),
                           octree_nodes(layout.leaves[2], level));
    auto address = static_cast<std::size_t>(layout.offsets[level]);
    for (int z = 0; z < count.z; ++z) {
        for (int y = 0; y < count.y; ++y) {
            for (int x = 0; x < count.x; ++x, ++address) {
                if (address < states.size() && states[address] != NODE_EMPTY) {
                    nodes.emplace_back(x, y, z);
                }
            }
        }
    }
    return nodes;
}

} // namespace

glm::dvec3 OctreeNodes::low(const glm::ivec3 &node) const { return glm::dvec3(node * edge()); }

glm::dvec3 OctreeNodes::high(const glm::ivec3 &node) const {
    const glm::ivec3 last(layout.voxels[0] - 1, layout.voxels[1] - 1, layout.voxels[2] - 1);
    return glm::dvec3(glm::min((node + 1) * edge(), last));
}

OctreeNodes occupied_nodes(const OctreeLayout &layout, const std::vector<std::uint8_t> &states, int level,
                           std::size_t limit) {
    const int root = layout.levels - 1;
    OctreeNodes result{layout, std::clamp(level, 0, root), {}};
    result.nodes = nodes_of_level(layout, states, result.level);
    while (level == automatic_level && result.nodes.size() > limit && result.level < root) {
        result.nodes = nodes_of_level(layout, states, ++result.level);
    }
    return result;
}

std::vector<glm::ivec3> nearest_nodes(const OctreeNodes &octree, std::size_t limit, glm::dvec3 place,
                                      glm::dvec3 scale) {
    std::vector<std::pair<double, glm::ivec3>> near;
    near.reserve(octree.nodes.size());
    for (const glm::ivec3 &node : octree.nodes) {
        const glm::dvec3 away = ((octree.low(node) + octree.high(node)) / 2.0 - place) * scale;
        near.emplace_back(glm::dot(away, away), node);
    }
    const auto farther = [](const auto &a, const auto &b) { return a.first > b.first; };
    if (near.size() > limit) {
        const auto first = near.end() - static_cast<std::ptrdiff_t>(limit);
        std::nth_element(near.begin(), first, near.end(), farther);
        near.erase(near.begin(), first);
    }
    std::sort(near.begin(), near.end(), farther);
    std::vector<glm::ivec3> result;
    for (const auto &[distance, node] : near) {
        result.push_back(node);
    }
    return result;
}

} // namespace voxmarch
