// Marching Cubes of a mask, slice by slice through the box of the label.
#include "isosurface/label_surface.h"

#include "isosurface/case_tables.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// Walks the cells of the box grown by one voxel on all sides. Lattice point (0, 0, 0) is box.low - 1.
class LabelSurface {
public:
    LabelSurface(const Volume &labels, const LabelExtent &extent)
        : labels_(labels), extent_(extent), low_(extent.low[0] - 1, extent.low[1] - 1, extent.low[2] - 1),
          width_(extent.high[0] - extent.low[0] + 3), height_(extent.high[1] - extent.low[1] + 3),
          depth_(extent.high[2] - extent.low[2] + 3) {
        const std::size_t points = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
        for (Slice &slice : slices_) {
            slice.inside.assign(points, 0);
            slice.vertices.assign(points, {});
        }
        above_.assign(points, 0);
    }

    Mesh extract() {
        for (int z = 0; z < depth_; ++z) {
            std::swap(slices_[0], slices_[1]);
            fill_mask(slices_[1].inside, z);
            if (z > 0) {
                add_vertices_between(z - 1);
            }
            add_vertices_in(slices_[1], z);
            if (z > 0) {
                for (int y = 0; y + 1 < height_; ++y) {
                    add_triangles(y);
                }
            }
        }
        return std::move(mesh_);
    }

private:
    struct Slice {
        std::vector<std::uint8_t> inside;
        std::vector<std::array<std::uint32_t, 2>> vertices; ///< on the edges along x and y, where those are cut
    };
    const Volume &labels_;
    const LabelExtent &extent_;
    glm::ivec3 low_;
    int width_, height_, depth_;
    std::array<Slice, 2> slices_;      ///< below and above the cells
    std::vector<std::uint32_t> above_; ///< vertices on the edges along z between them
    Mesh mesh_;

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    void fill_mask(std::vector<std::uint8_t> &inside, int z) {
        std::fill(inside.begin(), inside.end(), std::uint8_t{0});
        if (z == 0 || z == depth_ - 1) {
            return;
        }
        const auto &n = labels_.grid().dims;
        visit_scalar(labels_.type(), [&](auto tag) {
            using T = decltype(tag);
            const auto wanted = static_cast<T>(extent_.label);
            for (int y = 1; y + 1 < height_; ++y) {
                const std::ptrdiff_t line = (std::ptrdiff_t{low_.z + z} * n[1] + low_.y + y) * n[0] + low_.x;
                const T *voxel = labels_.voxels<T>().data() + line;
                std::uint8_t *point = inside.data() + index(0, y);
                for (int x = 1; x + 1 < width_; ++x) {
                    point[x] = voxel[x] == wanted ? 1 : 0;
                }
            }
        });
    }

    std::uint32_t add_vertex(int x, int y, int z, int axis) {
        glm::vec3 position(low_ + glm::ivec3(x, y, z));
        position[axis] += 0.5f;
        mesh_.positions.push_back(position);
        return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
    }

    void add_vertices_in(Slice &slice, int z) {
        for (int y = 0; y + 1 < height_; ++y) {
            for (int x = 0; x + 1 < width_; ++x) {
                const std::size_t i = index(x, y);
                if (slice.inside[i] != slice.inside[i + 1]) {
                    slice.vertices[i][0] = add_vertex(x, y, z, 0);
                }
                if (slice.inside[i] != slice.inside[index(x, y + 1)]) {
                    slice.vertices[i][1] = add_vertex(x, y, z, 1);
                }
            }
        }
    }

    void add_vertices_between(int z) {
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                const std::size_t i = index(x, y);
                if (slices_[0].inside[i] != slices_[1].inside[i]) {
                    above_[i] = add_vertex(x, y, z, 2);
                }
            }
        }
    }

    /// The vertex on an edge of the cell at (x, y).
    std::uint32_t vertex_on(int edge, int x, int y) const {
        const int corner = edge_corner(edge), axis = edge / 4;
        const std::size_t i = index(x + (corner & 1), y + (corner >> 1 & 1));
        return axis == 2 ? above_[i] : slices_[corner >> 2].vertices[i][static_cast<std::size_t>(axis)];
    }

    /// Corners of the cells at x on the plane between two of a line: four bits, at the places of corners 0, 2, 4, 6.
    unsigned plane(int x, int y) const {
        const std::size_t i = index(x, y), next = index(x, y + 1);
        return slices_[0].inside[i] | slices_[0].inside[next] << 2 | slices_[1].inside[i] << 4 |
               slices_[1].inside[next] << 6;
    }

    void add_triangles(int y) {
        unsigned left = plane(0, y);
        for (int x = 0; x + 1 < width_; ++x) {
            const unsigned right = plane(x + 1, y);
            const CellCase &cell = case_table[left | right << 1];
            for (std::size_t i = 0; i < cell.count; ++i) {
                mesh_.triangles.push_back({vertex_on(cell.edges[3 * i], x, y), vertex_on(cell.edges[3 * i + 1], x, y),
                                           vertex_on(cell.edges[3 * i + 2], x, y)});
            }
            left = right;
        }
    }
};

} // namespace

Mesh label_surface(const Volume &labels, const LabelExtent &extent) { return LabelSurface(labels, extent).extract(); }

} // namespace voxmarch
