// How far points are from a mesh.
#pragma once

#include "isosurface/mesh.h"

#include <cstdint>
#include <vector>

namespace voxmarch {

/// A tree of boxes over the triangles of a mesh, which must stay as it is. Any thread.
class MeshDistance {
public:
    /// @param mesh  has a triangle  Cost: O(n log n), one core; 32 bytes a triangle
    explicit MeshDistance(const Mesh &mesh);

    /// Distance from a point to the nearest point of a triangle.
    /// @param beyond  the distance is known to be no larger, which makes it quick; infinite: nothing is known
    double to(const glm::vec3 &point, double beyond) const;

private:
    /// Its triangles lie within low .. high. An inner node's children are the next node and `second`.
    struct Node {
        glm::vec3 low, high;
        std::uint32_t first = 0, count = 0; ///< of order_; count 0: an inner node
        std::uint32_t second = 0;
    };
    const Mesh &mesh_;
    std::vector<std::uint32_t> order_; ///< triangles, those of a node side by side
    std::vector<Node> nodes_;          ///< the root first

    void build(std::uint32_t first, std::uint32_t count, const std::vector<glm::vec3> &centers);
};

} // namespace voxmarch
