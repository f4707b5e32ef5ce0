// Clip box and planes as planes of the world.
#include "scene/mesh_clipping.h"

#include "renderer/frame_params.h"

namespace voxmarch {

MeshClipping mesh_clipping_of(const Grid &grid, const RenderSettings &settings) {
    std::vector<MeshPlane> planes;
    const RayBox box = clipped_box(grid, settings);
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = grid.direction[axis];
        const double first = glm::dot(along, grid.origin);
        if (settings.clip_low[axis] > 0.0) {
            planes.push_back({along, first + box.min[axis] * grid.spacing[axis]});
        }
        if (settings.clip_high[axis] < 1.0) {
            planes.push_back({-along, -(first + box.max[axis] * grid.spacing[axis])});
        }
    }
    for (const ClipPlane &plane : settings.clip_planes) {
        planes.push_back({plane.normal, plane.distance});
    }
    return {std::move(planes), settings.clip_inverted};
}

} // namespace voxmarch
