// Serial Marching Cubes: blocks of cells in order, vertices shared through a map of edges.
#include "isosurface/reference.h"

#include "isosurface/case_tables.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

class Reference {
public:
    Reference(const Volume &volume, float isovalue, bool with_normals)
        : volume_(volume), dims_(volume.grid().dims[0], volume.grid().dims[1], volume.grid().dims[2]),
          isovalue_(isovalue), with_normals_(with_normals), vertex_of_edge_(volume.grid().voxel_count()) {}

    Mesh extract() {
        for_each_row([&](glm::ivec3 first, int count) {
            for (int axis = 0; axis < 3; ++axis) {
                for (int x = 0; x < count; ++x) {
                    add_vertex(first + glm::ivec3(x, 0, 0), axis);
                }
            }
        });
        for_each_row([&](glm::ivec3 first, int count) {
            for (int x = 0; x < count; ++x) {
                add_triangles(first + glm::ivec3(x, 0, 0));
            }
        });
        return std::move(mesh_);
    }

private:
    const Volume &volume_;
    glm::ivec3 dims_;
    double isovalue_;
    bool with_normals_;
    std::vector<std::array<std::uint32_t, 3>> vertex_of_edge_; ///< by voxel and axis, where the edge is cut
    Mesh mesh_;

    template <typename F> static void for_each(glm::ivec3 low, glm::ivec3 high, glm::ivec3 step, F &&f) {
        for (int z = low.z; z < high.z; z += step.z) {
            for (int y = low.y; y < high.y; y += step.y) {
                for (int x = low.x; x < high.x; x += step.x) {
                    f(glm::ivec3(x, y, z));
                }
            }
        }
    }

    /// Calls f(first voxel, voxels) for the rows of blocks of 8 x 4 x 4 voxels, in the order of DeviceMesh.
    template <typename F> void for_each_row(F &&f) const {
        const glm::ivec3 edges(8, 4, 4);
        for_each(glm::ivec3(0), dims_, edges, [&](glm::ivec3 block) {
            const glm::ivec3 end = glm::min(block + edges, dims_);
            for_each(block, end, glm::ivec3(edges.x, 1, 1), [&](glm::ivec3 first) { f(first, end.x - first.x); });
        });
    }

    std::size_t index(glm::ivec3 p) const {
        return (static_cast<std::size_t>(p.z) * static_cast<std::size_t>(dims_.y) + static_cast<std::size_t>(p.y)) *
                   static_cast<std::size_t>(dims_.x) +
               static_cast<std::size_t>(p.x);
    }
    double value(glm::ivec3 p) const { return volume_.value(p.x, p.y, p.z); }
    bool inside(glm::ivec3 p) const { return value(p) >= isovalue_; }

    /// Change of the scalar per unit of length along the voxel axes.
    glm::dvec3 gradient(glm::ivec3 p) const {
        glm::dvec3 result;
        for (int axis = 0; axis < 3; ++axis) {
            glm::ivec3 before = p, after = p;
            before[axis] = std::max(p[axis] - 1, 0);
            after[axis] = std::min(p[axis] + 1, dims_[axis] - 1);
            result[axis] =
                (value(after) - value(before)) / ((after[axis] - before[axis]) * volume_.grid().spacing[axis]);
        }
        return result;
    }

    void add_vertex(glm::ivec3 voxel, int axis) {
        glm::ivec3 next = voxel;
        ++next[axis];
        if (next[axis] >= dims_[axis] || inside(voxel) == inside(next)) {
            return;
        }
        const double t = (isovalue_ - value(voxel)) / (value(next) - value(voxel));
        glm::dvec3 position(voxel);
        position[axis] += t;
        vertex_of_edge_[index(voxel)][static_cast<std::size_t>(axis)] =
            static_cast<std::uint32_t>(mesh_.positions.size());
        mesh_.positions.emplace_back(position);
        if (with_normals_) {
            glm::dvec3 towards_lower = -glm::mix(gradient(voxel), gradient(next), t);
            if (glm::length(towards_lower) == 0.0) {
                towards_lower[axis] = inside(voxel) ? 1.0 : -1.0;
            }
            mesh_.normals.emplace_back(glm::normalize(towards_lower));
        }
    }

    void add_triangles(glm::ivec3 cell) {
        if (glm::any(glm::greaterThanEqual(cell, dims_ - 1))) {
            return;
        }
        const auto corner = [&](int c) { return cell + glm::ivec3(c & 1, c >> 1 & 1, c >> 2); };
        unsigned signs = 0;
        for (int c = 0; c < 8; ++c) {
            signs |= inside(corner(c)) ? 1u << c : 0u;
        }
        const CellCase &cell_case = case_table[signs];
        for (std::size_t i = 0; i < cell_case.count; ++i) {
            MeshTriangle triangle;
            for (std::size_t j = 0; j < 3; ++j) {
                const int edge = cell_case.edges[3 * i + j];
                triangle[j] = vertex_of_edge_[index(corner(edge_corner(edge)))][static_cast<std::size_t>(edge / 4)];
            }
            mesh_.triangles.push_back(triangle);
        }
    }
};

} // namespace

Mesh extract_reference(const Volume &volume, float isovalue, bool with_normals) {
    const auto &dims = volume.grid().dims;
    if (std::min({dims[0], dims[1], dims[2]}) < 2) {
        return {};
    }
    return Reference(volume, isovalue, with_normals).extract();
}

} // namespace voxmarch
