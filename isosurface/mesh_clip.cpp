// Splits triangles at one plane after the other.
#include "isosurface/mesh_clip.h"

#include "isosurface/cap.h"
#include "isosurface/joined_vertices.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace voxmarch {

namespace {

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
            keep_part(triangles[i]);
            if (labels != nullptr) {
                kept_labels.resize(mesh_.triangles.size(), (*labels)[i]);
            }
        }
        if (labels != nullptr) {
            *labels = std::move(kept_labels);
        }
    }

    void cap() {
        std::vector<MeshSide> sides;
        for (const MeshTriangle &t : mesh_.triangles) {
            for (std::size_t i = 0; i < 3; ++i) {
                if (heights_[t[i]] == 0.0 && heights_[t[(i + 1) % 3]] == 0.0) {
                    sides.push_back({t[i], t[(i + 1) % 3]});
                }
            }
        }
        drop_open_rims(sides);
        add_caps(mesh_, std::move(sides), -normal_);
    }

private:
    Mesh &mesh_;
    const glm::dvec3 normal_;
    std::vector<double> heights_;                              ///< of the vertices, 0 on the plane; new ones at the end
    std::unordered_map<std::uint64_t, std::uint32_t> on_edge_; ///< vertices on cut edges

    void keep_part(const MeshTriangle &t) {
        std::array<std::uint32_t, 4> part{};
        std::size_t corners = 0;
        bool above = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t here = t[i], next = t[(i + 1) % 3];
            above = above || heights_[here] > 0.0;
            if (heights_[here] >= 0.0) {
                part[corners++] = here;
            }
            if (heights_[here] * heights_[next] < 0.0) {
                part[corners++] = vertex_between(std::min(here, next), std::max(here, next));
            }
        }
        if (!above) {
            return;
        }
        mesh_.triangles.push_back({part[0], part[1], part[2]});
        if (corners == 4) {
            mesh_.triangles.push_back({part[0], part[2], part[3]});
        }
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

void clip_mesh(Mesh &mesh, std::span<const MeshPlane> planes, bool caps, std::vector<int> *labels) {
    assert(!caps || labels == nullptr);
    for (const MeshPlane &plane : planes) {
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
