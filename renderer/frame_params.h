// Turns grid, camera and settings into the parameter struct of the ray casting kernels.
#pragma once

#include "kernels/shared/shared_types.h"
#include "renderer/camera.h"
#include "renderer/settings.h"
#include "volume/grid.h"

namespace voxmarch {

/// Aligned space has the axes of the voxels, its origin in the centre of voxel (0, 0, 0) and the smallest spacing as
/// unit; see shared_types.h.
glm::dvec3 aligned_from_world(const Grid &grid, glm::dvec3 world);

/// The same for directions: lengths are divided by the smallest spacing.
glm::dvec3 aligned_direction(const Grid &grid, glm::dvec3 world);

/// The box rays are marched through, in voxel space: between the first and last voxel centre, and half a voxel to both
/// sides along an axis of one voxel, so that a single slice can be seen.
struct RayBox {
    glm::dvec3 min, max;
};
RayBox voxel_box(const Grid &grid);

/// The clip box of the settings: the part of it that they leave, or cut out (cuts_out()); clipping planes apart.
RayBox clipped_box(const Grid &grid, const RenderSettings &settings);

/// The clip box of a hole: it reaches beyond the volume where the box does not clip, so that no face of it is there.
RayBox hole_box(const Grid &grid, const RenderSettings &settings);

/// A clipping plane in voxel space: normal . voxel + offset >= 0 is kept, and is a distance in voxels of the smallest
/// spacing.
struct VoxelPlane {
    glm::dvec3 normal;
    double offset;
};
VoxelPlane voxel_plane(const Grid &grid, const ClipPlane &plane);

/// World direction towards the light, a unit vector; the headlight shines from the eye to the target.
glm::dvec3 light_direction(const Light &light, const Camera &camera);
glm::dvec3 light_direction(const SideLight &light, const Camera &camera);

/// All but the members that tell of tables, gradients and the light volume. @throws UsageError for an impossible camera
FrameParams make_frame_params(const Grid &grid, const Camera &camera, int width, int height,
                              const RenderSettings &settings);

} // namespace voxmarch
