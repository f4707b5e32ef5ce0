// Has meshoptimizer take triangles away.
#include "isosurface/decimate.h"

#include "base/error.h"

#ifdef VOXMARCH_HAS_MESHOPTIMIZER
#include <algorithm>
#include <limits>
#include <meshoptimizer.h>
#include <vector>
#endif

namespace voxmarch {

#ifdef VOXMARCH_HAS_MESHOPTIMIZER

bool can_decimate() { return true; }

namespace {

/// Joins vertices at one place, and drops triangles that have one twice then: edges around them could not be collapsed.
void join_places(Mesh &mesh) {
    const std::size_t corners = 3 * mesh.triangles.size();
    meshopt_generateShadowIndexBuffer(mesh.triangles.front().data(), mesh.triangles.front().data(), corners,
                                      mesh.positions.data(), mesh.positions.size(), sizeof(glm::vec3),
                                      sizeof(glm::vec3));
    const auto kept = std::remove_if(mesh.triangles.begin(), mesh.triangles.end(), [](const MeshTriangle &t) {
        return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    });
    mesh.triangles.resize(static_cast<std::size_t>(kept - mesh.triangles.begin()));
}

/// Those of vertices without triangles do not count.
std::size_t pieces_of(const Mesh &mesh) {
    const MeshComponents found = components_of(mesh);
    std::vector<bool> has_triangles(found.count, false);
    for (const MeshTriangle &triangle : mesh.triangles) {
        has_triangles[found.of_vertex[triangle[0]]] = true;
    }
    return static_cast<std::size_t>(std::ranges::count(has_triangles, true));
}

} // namespace

Decimation decimate(Mesh &mesh, double share) {
    Decimation result;
    result.before = result.after = mesh.triangles.size();
    if (mesh.triangles.empty() || share >= 1.0) {
        return result;
    }
    const auto wanted = static_cast<std::size_t>(share * static_cast<double>(mesh.triangles.size()));
    join_places(mesh);
    if (mesh.triangles.empty()) {
        return result;
    }
    result.pieces_before = pieces_of(mesh);
    const std::uint32_t *corners = mesh.triangles.front().data();
    const float *positions = &mesh.positions.front().x;
    constexpr float any_error = std::numeric_limits<float>::max();
    UnsetVector<MeshTriangle> kept(mesh.triangles.size());
    float error = 0.0f;
    const std::size_t count =
        meshopt_simplify(kept.front().data(), corners, 3 * mesh.triangles.size(), positions, mesh.positions.size(),
                         sizeof(glm::vec3), 3 * std::max<std::size_t>(wanted, 1), any_error, 0, &error);
    result.error = static_cast<double>(error) *
                   static_cast<double>(meshopt_simplifyScale(positions, mesh.positions.size(), sizeof(glm::vec3)));
    kept.resize(count / 3);
    mesh.triangles = std::move(kept);
    mesh.parts.clear();
    drop_lonely_vertices(mesh);
    result.after = mesh.triangles.size();
    result.pieces_after = pieces_of(mesh);
    return result;
}

#else

bool can_decimate() { return false; }

Decimation decimate(Mesh & /*mesh*/, double /*share*/) {
    throw UnsupportedError("meshes are decimated by meshoptimizer, which this build lacks (libmeshoptimizer-dev)");
}

#endif

} // namespace voxmarch
