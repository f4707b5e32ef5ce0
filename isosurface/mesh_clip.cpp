// Splits triangles at one plane after the other.
#include "isosurface/mesh_clip.h"

#include "isosurface/cap.h"
#include "isosurface/joined_vertices.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace voxmarch {

namespace {

/// What a triangle bounds where a part of a mesh is cut out.
enum class Part : std::uint8_t {
    inside, ///< the part, so far
    cap,    ///< a cap of the part
    outside ///< what stays
};

/// One plane's cut through a mesh.
class PlaneCut {
public:
    PlaneCut(Mesh &mesh, const MeshPlane &plane) : mesh_(mesh), normal_(glm::normalize(plane.normal)) {
        const double distance = plane.distance / glm::length(plane.normal);
        heights_.reserve(mesh.positions.size());
        for (const glm::vec3 &p : mesh.positions) {
            const glm::dvec3 size = glm::abs(glm::dvec3(p));
            const double exact =
                2.0 * std::numeric_limits<float>::epsilon() * std::max({size.x, size.y, size.z, std::abs(distance)});
            const double height = glm::dot(normal_, glm::dvec3(p)) - distance;
            heights_.push_back(std::abs(height) <= exact ? 0.0 : height);
        }
    }

    bool misses() const {
        return std::ranges::all_of(heights_, [](double height) { return height > 0.0; });
    }

    void split(std::vector<int> *labels) {
        UnsetVector<MeshTriangle> triangles;
        std::swap(triangles, mesh_.triangles);
        mesh_.triangles.reserve(triangles.size());
        std::vector<int> kept_labels;
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            add_part(triangles[i], 1.0);
            if (labels != nullptr) {
                kept_labels.resize(mesh_.triangles.size(), (*labels)[i]);
            }
        }
        if (labels != nullptr) {
            *labels = std::move(kept_labels);
        }
    }

    /// The same with both sides kept: what lies on the other one is outside from now on. Triangles that were outside
    /// get the vertices that their neighbours got, so that all stay welded.
    /// @param parts  of the triangles, one each
    void split_apart(std::vector<Part> &parts, std::vector<int> *labels) {
        UnsetVector<MeshTriangle> triangles;
        std::swap(triangles, mesh_.triangles);
        const std::vector<Part> before = std::exchange(parts, {});
        const std::vector<int> labels_before = labels != nullptr ? std::exchange(*labels, {}) : std::vector<int>();
        const auto tell = [&](Part part, std::size_t i) { // of the triangles that came of triangle i
            parts.resize(mesh_.triangles.size(), part);
            if (labels != nullptr) {
                labels->resize(mesh_.triangles.size(), labels_before[i]);
            }
        };
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            const MeshTriangle &t = triangles[i];
            if (before[i] == Part::outside) {
                continue;
            }
            if (lies_on_plane(t)) {
                const bool bounds_rest = before[i] == Part::inside && faces_kept_side(t);
                mesh_.triangles.push_back(t);
                tell(bounds_rest ? Part::outside : before[i], i);
                continue;
            }
            add_part(t, 1.0);
            tell(before[i], i);
            if (before[i] == Part::inside) {
                add_part(t, -1.0);
                tell(Part::outside, i);
            }
        }
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            if (before[i] == Part::outside) {
                add_welded(triangles[i]);
                tell(Part::outside, i);
            }
        }
    }

    /// @param parts  of the triangles, one each, of which those outside have no caps; empty: all have
    void cap(std::vector<Part> *parts = nullptr) {
        std::vector<MeshSide> sides;
        for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
            const MeshTriangle &t = mesh_.triangles[i];
            for (std::size_t j = 0; j < 3 && !(parts != nullptr && (*parts)[i] == Part::outside); ++j) {
                if (heights_[t[j]] == 0.0 && heights_[t[(j + 1) % 3]] == 0.0) {
                    sides.push_back({t[j], t[(j + 1) % 3]});
                }
            }
        }
        drop_open_rims(sides);
        add_caps(mesh_, std::move(sides), -normal_);
        if (parts != nullptr) {
            parts->resize(mesh_.triangles.size(), Part::cap);
        }
    }

private:
    Mesh &mesh_;
    const glm::dvec3 normal_;
    std::vector<double> heights_;                              ///< of the vertices, 0 on the plane; new ones at the end
    std::unordered_map<std::uint64_t, std::uint32_t> on_edge_; ///< vertices on cut edges

    bool lies_on_plane(const MeshTriangle &t) const {
        return std::ranges::all_of(t, [&](std::uint32_t corner) { return heights_[corner] == 0.0; });
    }

    bool faces_kept_side(const MeshTriangle &t) const {
        const auto corner = [&](std::size_t i) { return glm::dvec3(mesh_.positions[t[i]]); };
        return glm::dot(glm::cross(corner(1) - corner(0), corner(2) - corner(0)), normal_) > 0.0;
    }

    /// Adds what of a triangle lies on a side: 1 the kept one, -1 the other.
    void add_part(const MeshTriangle &t, double side) {
        std::array<std::uint32_t, 4> part{};
        std::size_t corners = 0;
        bool beside = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t here = t[i], next = t[(i + 1) % 3];
            beside = beside || side * heights_[here] > 0.0;
            if (side * heights_[here] >= 0.0) {
                part[corners++] = here;
            }
            if (heights_[here] * heights_[next] < 0.0) {
                part[corners++] = vertex_between(std::min(here, next), std::max(here, next));
            }
        }
        if (!beside) {
            return;
        }
        mesh_.triangles.push_back({part[0], part[1], part[2]});
        if (corners == 4) {
            mesh_.triangles.push_back({part[0], part[2], part[3]});
        }
    }

    /// Adds a triangle with the vertices that its edges have got.
    void add_welded(const MeshTriangle &t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = t[i], b = t[(i + 1) % 3], c = t[(i + 2) % 3];
            const auto found = on_edge_.find(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b));
            if (found != on_edge_.end()) {
                add_welded({a, found->second, c});
                add_welded({found->second, b, c});
                return;
            }
        }
        mesh_.triangles.push_back(t);
    }

    std::uint32_t vertex_between(std::uint32_t a, std::uint32_t b) {
        const auto next = static_cast<std::uint32_t>(mesh_.positions.size());
        const auto [found, is_new] = on_edge_.try_emplace(std::uint64_t{a} << 32 | b, next);
        if (is_new) {
            const double share = heights_[a] / (heights_[a] - heights_[b]);
            mesh_.positions.push_back(
                glm::vec3(glm::mix(glm::dvec3(mesh_.positions[a]), glm::dvec3(mesh_.positions[b]), share)));
            if (!mesh_.normals.empty()) {
                const glm::vec3 between = glm::mix(mesh_.normals[a], mesh_.normals[b], static_cast<float>(share));
                const float length = glm::length(between);
                mesh_.normals.push_back(length > 0.0f ? between / length : mesh_.normals[a]);
            }
            heights_.push_back(0.0);
        }
        return found->second;
    }

    /// Leaves the rims that are closed: where the mesh was open before, the cut's rim has ends.
    void drop_open_rims(std::vector<MeshSide> &sides) const {
        std::unordered_map<std::uint32_t, int> surplus; // sides that begin, less those that end
        std::vector<MeshTriangle> joints;
        for (const MeshSide &side : sides) {
            ++surplus[side[0]];
            --surplus[side[1]];
            joints.push_back({side[0], side[1], side[1]});
        }
        std::erase_if(surplus, [](const auto &vertex) { return vertex.second == 0; });
        if (surplus.empty()) {
            return;
        }
        JoinedVertices rims(mesh_.positions.size());
        rims.join(joints);
        std::unordered_set<std::uint32_t> open;
        for (const auto &vertex : surplus) {
            open.insert(rims.root(vertex.first));
        }
        std::erase_if(sides, [&](const MeshSide &side) { return open.contains(rims.root(side[0])); });
    }
};

} // namespace

/// Cuts out what lies on the kept sides of all planes.
static void cut_out(Mesh &mesh, std::span<const MeshPlane> planes, bool caps, std::vector<int> *labels) {
    std::vector<Part> parts(mesh.triangles.size(), Part::inside);
    for (const MeshPlane &plane : planes) {
        PlaneCut cut(mesh, plane);
        cut.split_apart(parts, labels);
        if (caps) {
            cut.cap(&parts);
        }
    }
    UnsetVector<MeshTriangle> rest;
    std::vector<int> rest_labels;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const MeshTriangle &t = mesh.triangles[i];
        if (parts[i] == Part::inside) {
            continue;
        }
        rest.push_back(parts[i] == Part::outside ? t : MeshTriangle{t[0], t[2], t[1]});
        if (labels != nullptr) {
            rest_labels.push_back((*labels)[i]);
        }
    }
    mesh.triangles = std::move(rest);
    if (labels != nullptr) {
        *labels = std::move(rest_labels);
    }
    drop_lonely_vertices(mesh);
}

void clip_mesh(Mesh &mesh, const MeshClipping &clipping, bool caps, std::vector<int> *labels) {
    assert(!caps || labels == nullptr);
    if (clipping.inverted && !clipping.planes.empty()) {
        cut_out(mesh, clipping.planes, caps, labels);
        return;
    }
    for (const MeshPlane &plane : clipping.planes) {
        PlaneCut cut(mesh, plane);
        if (cut.misses()) {
            continue;
        }
        cut.split(labels);
        if (caps) {
            cut.cap();
        }
        drop_lonely_vertices(mesh);
    }
}

} // namespace voxmarch
