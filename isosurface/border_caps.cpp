// Sides of triangles on the faces of the box, and along its edges what closes them to rims of caps.
#include "isosurface/border_caps.h"

#include "isosurface/cap.h"
#include "isosurface/case_tables.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace voxmarch {

namespace {

// Face 2 * axis is the one of lower coordinate, face 2 * axis + 1 the other one.
constexpr int face_count = 6;

glm::dvec3 outwards(int face) {
    glm::dvec3 normal(0.0);
    normal[face / 2] = face % 2 == 0 ? -1.0 : 1.0;
    return normal;
}

/// The faces that a place lies on, a bit each.
unsigned faces_at(const glm::vec3 &place, const std::array<int, 3> &dims) {
    unsigned faces = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto last = static_cast<float>(dims[static_cast<std::size_t>(axis)] - 1);
        faces |= (place[axis] == 0.0f ? 1u : 0u) << (2 * axis) | (place[axis] == last ? 1u : 0u) << (2 * axis + 1);
    }
    return faces;
}

glm::vec3 corner_place(int corner, const std::array<int, 3> &dims) {
    return {corner & 1 ? dims[0] - 1 : 0, corner >> 1 & 1 ? dims[1] - 1 : 0, corner >> 2 & 1 ? dims[2] - 1 : 0};
}

/// An edge of the box: the faces that meet there, and where it begins and ends.
struct BoxEdge {
    int axis, first_corner, last_corner;
    std::array<int, 2> faces{};
    int sign; ///< 1 where a cap on the first face, with its inside on its left, runs along the axis; else -1

    explicit BoxEdge(int edge)
        : axis(edge / 4), first_corner(edge_corner(edge)), last_corner(first_corner | 1 << axis) {
        for (int other = 0, i = 0; other < 3; ++other) {
            if (other != axis) {
                faces[static_cast<std::size_t>(i++)] = 2 * other + (first_corner >> other & 1);
            }
        }
        sign = glm::cross(outwards(faces[0]), outwards(faces[1]))[axis] > 0.0 ? 1 : -1;
    }

    bool ends_at(int corner) const { return corner == first_corner || corner == last_corner; }
    bool is_on(int face) const { return face == faces[0] || face == faces[1]; }

    /// By how much BorderCaps::surplus_ of the vertex in a corner changes on a face if all of the edge is inside.
    int surplus_at(int corner, int face) const {
        return (corner == last_corner ? sign : -sign) * (face == faces[0] ? 1 : -1);
    }
};

/// The caps of one mesh.
class BorderCaps {
public:
    BorderCaps(Mesh &mesh, const std::array<int, 3> &dims) : mesh_(mesh), dims_(dims) {
        weld_at_edges();
        for (const MeshTriangle &t : mesh.triangles) {
            for (std::size_t i = 0; i < 3; ++i) {
                take({t[i], t[(i + 1) % 3]});
            }
        }
    }

    /// Adds what the solid has along the edges of the box to the rims on both faces there. Edges that are crossed say
    /// where they are inside; of the others most follow from the rims that would stay open in their corners.
    void close_along_edges(const InsideEdges &inside) {
        std::vector<int> open;
        for (int edge = 0; edge < 12; ++edge) {
            if (!close_between_crossings(BoxEdge(edge))) {
                open.push_back(edge);
            }
        }
        while (!open.empty()) {
            if (!close_what_follows(open)) {
                close_whole(BoxEdge(open.back()), inside[static_cast<std::size_t>(open.back())]);
                open.pop_back();
            }
        }
    }

    void add() {
        for (int face = 0; face < face_count; ++face) {
            add_caps(mesh_, std::move(sides_[static_cast<std::size_t>(face)]), outwards(face));
        }
        drop_lonely_vertices(mesh_);
    }

private:
    /// Where the surface crosses an edge of the box: the solid begins or ends there in the direction of the axis.
    struct Crossing {
        std::uint32_t vertex;
        float place;
        bool enters;
    };

    Mesh &mesh_;
    const std::array<int, 3> &dims_;
    std::array<std::vector<MeshSide>, face_count> sides_; ///< as triangles have them
    std::array<std::map<std::uint32_t, int>, face_count>
        surplus_;                                         ///< sides that begin in a vertex, less those that end
    std::array<std::optional<std::uint32_t>, 8> corners_; ///< vertices there

    /// Several vertices lie in a voxel that is the isovalue: on an edge of the box they become one, so that they are on
    /// all of its faces or none.
    void weld_at_edges() {
        std::map<std::array<float, 3>, std::uint32_t> places;
        std::map<std::uint32_t, std::uint32_t> renamed;
        for (std::uint32_t v = 0; v < mesh_.positions.size(); ++v) {
            const glm::vec3 &p = mesh_.positions[v];
            const int faces = std::popcount(faces_at(p, dims_));
            if (faces < 2) {
                continue;
            }
            const std::uint32_t first = places.try_emplace({p.x, p.y, p.z}, v).first->second;
            if (first != v) {
                renamed[v] = first;
            }
            for (int corner = 0; corner < 8 && faces == 3; ++corner) {
                if (p == corner_place(corner, dims_)) {
                    corners_[static_cast<std::size_t>(corner)] = first;
                }
            }
        }
        if (renamed.empty()) {
            return;
        }
        for (MeshTriangle &t : mesh_.triangles) {
            for (std::uint32_t &v : t) {
                const auto found = renamed.find(v);
                v = found == renamed.end() ? v : found->second;
            }
        }
        std::erase_if(mesh_.triangles,
                      [](const MeshTriangle &t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    }

    void add_side(int face, const MeshSide &side) {
        const auto f = static_cast<std::size_t>(face);
        sides_[f].push_back(side);
        ++surplus_[f][side[0]];
        --surplus_[f][side[1]];
    }

    void take(const MeshSide &side) {
        const unsigned shared = faces_at(mesh_.positions[side[0]], dims_) & faces_at(mesh_.positions[side[1]], dims_);
        if (shared != 0) {
            add_side(std::countr_zero(shared), side);
        }
    }

    /// The solid has the edge of the box between two vertices, in the order of the axis.
    void join(const BoxEdge &edge, std::uint32_t begin, std::uint32_t end) {
        const MeshSide side = edge.sign > 0 ? MeshSide{end, begin} : MeshSide{begin, end};
        add_side(edge.faces[0], side);
        add_side(edge.faces[1], {side[1], side[0]});
    }

    std::uint32_t corner_vertex(int corner) {
        std::optional<std::uint32_t> &vertex = corners_[static_cast<std::size_t>(corner)];
        if (!vertex) {
            vertex = static_cast<std::uint32_t>(mesh_.positions.size());
            if (!mesh_.normals.empty()) {
                const glm::vec3 away(corner & 1, corner >> 1 & 1, corner >> 2);
                mesh_.normals.push_back(glm::normalize(2.0f * away - 1.0f));
            }
            mesh_.positions.push_back(corner_place(corner, dims_));
        }
        return *vertex;
    }

    void close_whole(const BoxEdge &edge, bool inside) {
        if (inside) {
            join(edge, corner_vertex(edge.first_corner), corner_vertex(edge.last_corner));
        }
    }

    /// @return false if nothing crosses it
    bool close_between_crossings(const BoxEdge &edge) {
        std::vector<Crossing> crossings = crossings_of(edge);
        if (crossings.empty()) {
            return false;
        }
        std::optional<std::uint32_t> begin;
        if (!crossings.front().enters) {
            begin = corner_vertex(edge.first_corner);
        }
        for (const Crossing &crossing : crossings) {
            if (crossing.enters && !begin) {
                begin = crossing.vertex;
            } else if (!crossing.enters && begin) {
                join(edge, *begin, crossing.vertex);
                begin.reset();
            }
        }
        if (begin) {
            join(edge, *begin, corner_vertex(edge.last_corner));
        }
        return true;
    }

    /// In the order of the axis.
    std::vector<Crossing> crossings_of(const BoxEdge &edge) const {
        const unsigned faces = 1u << edge.faces[0] | 1u << edge.faces[1];
        std::vector<Crossing> result;
        for (const auto &[vertex, surplus] : surplus_[static_cast<std::size_t>(edge.faces[0])]) {
            const glm::vec3 &place = mesh_.positions[vertex];
            if (surplus != 0 && faces_at(place, dims_) == faces) {
                result.push_back({vertex, place[edge.axis], surplus * edge.sign > 0});
            }
        }
        std::ranges::sort(result, {}, &Crossing::place);
        return result;
    }

    int surplus_at(int corner, int face) const {
        const std::optional<std::uint32_t> &vertex = corners_[static_cast<std::size_t>(corner)];
        const auto &of_face = surplus_[static_cast<std::size_t>(face)];
        const auto found = vertex ? of_face.find(*vertex) : of_face.end();
        return found == of_face.end() ? 0 : found->second;
    }

    /// Closes an edge of which a corner says whether it is inside. @return false if there is none
    bool close_what_follows(std::vector<int> &open) {
        for (int corner = 0; corner < 8; ++corner) {
            for (int face = 0; face < face_count; ++face) {
                std::vector<int> here;
                std::ranges::copy_if(open, std::back_inserter(here), [&](int edge) {
                    return BoxEdge(edge).ends_at(corner) && BoxEdge(edge).is_on(face);
                });
                const int surplus = surplus_at(corner, face);
                if (here.empty() || (here.size() == 2 && surplus == 0)) {
                    continue;
                }
                const auto wanted = std::ranges::find_if(
                    here, [&](int edge) { return BoxEdge(edge).surplus_at(corner, face) == -surplus; });
                const int closed = wanted == here.end() ? here.front() : *wanted;
                close_whole(BoxEdge(closed), wanted != here.end());
                std::erase(open, closed);
                return true;
            }
        }
        return false;
    }
};

} // namespace

InsideEdges inside_edges(const SlabVoxels &voxels, double isovalue) {
    const VolumeHeader &header = voxels.header();
    const std::array<int, 3> &n = header.grid.dims;
    const SliceReader read = voxels.reader(1, isovalue);
    InsideEdges inside;
    inside.fill(true);
    for (const int z : std::set{0, n[2] / 2, n[2] - 1}) {
        const std::span<const std::byte> slice = read(z, 1);
        const auto is_inside = [&](int x, int y) {
            return visit_scalar(header.type, [&](auto tag) {
                decltype(tag) value;
                const std::size_t place =
                    static_cast<std::size_t>(y) * static_cast<std::size_t>(n[0]) + static_cast<std::size_t>(x);
                std::memcpy(&value, slice.data() + place * sizeof(value), sizeof(value));
                return static_cast<float>(value) >= static_cast<float>(isovalue);
            });
        };
        for (int edge = 0; edge < 12; ++edge) {
            const int corner = edge_corner(edge), axis = edge / 4;
            glm::ivec3 at(corner_place(corner, n));
            const int length = n[static_cast<std::size_t>(axis)];
            for (const int step : length == 2 ? std::set{0, 1} : std::set{length / 2}) {
                at[axis] = step;
                if (at.z == z && !is_inside(at.x, at.y)) {
                    inside[static_cast<std::size_t>(edge)] = false;
                }
            }
        }
    }
    return inside;
}

void close_at_border(Mesh &mesh, const std::array<int, 3> &dims, const InsideEdges &edges) {
    BorderCaps caps(mesh, dims);
    caps.close_along_edges(edges);
    caps.add();
}

std::vector<bool> border_vertices(const Mesh &mesh, const std::array<int, 3> &dims) {
    std::vector<bool> result;
    result.reserve(mesh.positions.size());
    for (const glm::vec3 &place : mesh.positions) {
        result.push_back(faces_at(place, dims) != 0);
    }
    return result;
}

} // namespace voxmarch
