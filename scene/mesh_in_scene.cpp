// Takes meshes of files into the world of a volume.
#include "scene/mesh_in_scene.h"

#include "volume/world_convention.h"

#include <utility>

namespace voxmarch {

ColoredMesh mesh_in_scene(const SceneMesh &file, const Grid &grid) {
    return mesh_in_scene(file, read_mesh(file.source), grid);
}

ColoredMesh mesh_in_scene(const SceneMesh &file, StoredMesh stored, const Grid &grid) {
    const OuterWorld outside(grid, stored.world.convention.value_or(file.convention));
    const std::optional<double> own = millimetres_per(stored.world.unit), wanted = millimetres_per(grid.unit);
    const double scale = own && wanted ? *own / *wanted : 1.0;
    for (glm::vec3 &position : stored.mesh.positions) {
        position = glm::vec3(scale * outside.to_world(glm::dvec3(position)));
    }
    make_creased_normals(stored.mesh, 30.0);
    to_voxels(stored.mesh, grid);
    return {std::move(stored.mesh), file.color, nullptr, file.opacity};
}

} // namespace voxmarch
