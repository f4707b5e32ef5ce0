// Finds the label of a triangle in the voxel just inside the surface.
#include "isosurface/labels.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The inside voxel at the end of the edge on which a vertex lies.
glm::ivec3 inside_voxel(const glm::vec3 &vertex, const Volume &volume, float isovalue) {
    const glm::ivec3 low(glm::floor(vertex)), high(glm::ceil(vertex));
    return volume.value(low.x, low.y, low.z) >= isovalue ? low : high;
}

} // namespace

void keep_labels(Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels,
                 const std::vector<int> &wanted) {
    if (labels.grid().dims != volume.grid().dims) {
        const auto &n = labels.grid().dims, &m = volume.grid().dims;
        throw UsageError(fmt::format("the label volume has {}x{}x{} voxels, the volume {}x{}x{}", n[0], n[1], n[2],
                                     m[0], m[1], m[2]));
    }
    std::erase_if(mesh.triangles, [&](const MeshTriangle &t) {
        const glm::ivec3 voxel = inside_voxel(mesh.positions[t[0]], volume, isovalue);
        const auto label = static_cast<int>(std::lround(labels.value(voxel.x, voxel.y, voxel.z)));
        return std::find(wanted.begin(), wanted.end(), label) == wanted.end();
    });
    drop_lonely_vertices(mesh);
}

} // namespace voxmarch
