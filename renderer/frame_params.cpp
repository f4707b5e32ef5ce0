// Camera, light and box in the spaces of the kernels.
#include "renderer/frame_params.h"

#include <cmath>

namespace voxmarch {

glm::dvec3 aligned_from_world(const Grid &grid, glm::dvec3 world) {
    return aligned_direction(grid, world - grid.origin);
}

glm::dvec3 aligned_direction(const Grid &grid, glm::dvec3 world) {
    return glm::transpose(grid.direction) * world / grid.smallest_spacing();
}

RayBox clipped_box(const Grid &grid, const RenderSettings &settings) {
    const RayBox box = voxel_box(grid);
    return {glm::mix(box.min, box.max, settings.clip_low), glm::mix(box.min, box.max, settings.clip_high)};
}

RayBox hole_box(const Grid &grid, const RenderSettings &settings) {
    RayBox box = clipped_box(grid, settings);
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] -= settings.clip_low[axis] <= 0.0 ? 1.0 : 0.0;
        box.max[axis] += settings.clip_high[axis] >= 1.0 ? 1.0 : 0.0;
    }
    return box;
}

VoxelPlane voxel_plane(const Grid &grid, const ClipPlane &plane) {
    // n . world >= d, world = origin + direction * (spacing * voxel); in aligned space n keeps its length.
    const glm::dvec3 unit = plane.normal / glm::length(plane.normal);
    const double distance = plane.distance / glm::length(plane.normal);
    const glm::dvec3 along_axes = glm::transpose(grid.direction) * unit;
    const double from_origin = glm::dot(unit, grid.origin) - distance;
    return {along_axes * grid.spacing / grid.smallest_spacing(), from_origin / grid.smallest_spacing()};
}

RayBox voxel_box(const Grid &grid) {
    RayBox box;
    for (int i = 0; i < 3; ++i) {
        const bool single = grid.dims[static_cast<std::size_t>(i)] == 1;
        box.min[i] = single ? -0.5 : 0.0;
        box.max[i] = single ? 0.5 : grid.dims[static_cast<std::size_t>(i)] - 1.0;
    }
    return box;
}

/// In the world, of a direction in the picture.
static glm::dvec3 direction_of_picture(const glm::dvec3 &direction, const Camera &camera) {
    const glm::dvec3 toward_eye = glm::normalize(camera.eye - camera.target);
    const glm::dvec3 right = glm::normalize(glm::cross(camera.up, toward_eye));
    return glm::normalize(glm::dmat3(right, glm::cross(toward_eye, right), toward_eye) * direction);
}

glm::dvec3 light_direction(const Light &light, const Camera &camera) {
    if (!light.direction) {
        return glm::normalize(camera.eye - camera.target);
    }
    return light.follows_camera ? direction_of_picture(*light.direction, camera) : glm::normalize(*light.direction);
}

glm::dvec3 light_direction(const SideLight &light, const Camera &camera) {
    return light.follows_camera ? direction_of_picture(light.direction, camera) : glm::normalize(light.direction);
}

namespace {

void store(vx_float (&target)[3], glm::dvec3 value) {
    for (int i = 0; i < 3; ++i) {
        target[i] = static_cast<float>(value[i]);
    }
}

} // namespace

FrameParams make_frame_params(const Grid &grid, const Camera &camera, int width, int height,
                              const RenderSettings &settings) {
    // A part of a picture has the whole picture's numbers, so that its rays are the whole's in every bit.
    Camera whole = camera;
    whole.crop.reset();
    const PixelRays rays =
        camera.crop ? pixel_rays(whole, camera.crop->width, camera.crop->height) : pixel_rays(camera, width, height);
    const bool hole = cuts_out(settings);
    const RayBox box = hole ? voxel_box(grid) : clipped_box(grid, settings);
    FrameParams frame{};
    store(frame.view.eye, aligned_from_world(grid, rays.eye));
    store(frame.view.ray_corner, aligned_direction(grid, rays.corner) * grid.smallest_spacing());
    store(frame.view.ray_dx, aligned_direction(grid, rays.dx) * grid.smallest_spacing());
    store(frame.view.ray_dy, aligned_direction(grid, rays.dy) * grid.smallest_spacing());
    store(frame.view.eye_dx, aligned_direction(grid, rays.eye_dx));
    store(frame.view.eye_dy, aligned_direction(grid, rays.eye_dy));
    frame.view.parallel = camera.height ? 1 : 0;
    store(frame.volume.voxel_from_aligned, grid.smallest_spacing() / grid.spacing);
    store(frame.volume.box_min, box.min);
    store(frame.volume.box_max, box.max);
    for (std::size_t i = 0; i < 3; ++i) {
        frame.volume.dims[i] = grid.dims[i];
        frame.volume.clamp_max[i] = static_cast<float>(grid.dims[i] - 1);
        frame.volume.last_voxel[i] = frame.volume.clamp_max[i];
    }
    frame.view.size[0] = width;
    frame.view.size[1] = height;
    frame.view.pixel_origin[0] = camera.crop ? camera.crop->x : 0;
    frame.view.pixel_origin[1] = camera.crop ? camera.crop->y : 0;
    frame.sampling.step = static_cast<float>(settings.step);
    frame.compositing.transmittance_end = static_cast<float>(1.0 - settings.opacity_cutoff);
    store(frame.compositing.background, settings.background);
    const glm::dvec3 light = aligned_direction(grid, light_direction(settings.light, camera));
    store(frame.light.direction, glm::normalize(light));
    store(frame.material.ambient, settings.light.ambient);
    store(frame.material.diffuse, settings.light.diffuse);
    store(frame.material.specular, settings.light.specular);
    frame.material.shininess = settings.light.shininess;
    frame.material.fill = settings.light.fill;
    frame.material.outline = static_cast<float>(settings.outline);
    for (const SideLight &side : settings.side_lights) {
        const glm::dvec3 toward = glm::normalize(aligned_direction(grid, light_direction(side, camera)));
        for (int i = 0; i < 3; ++i) {
            frame.side_lights.directions[3 * frame.side_lights.count + i] = static_cast<float>(toward[i]);
            frame.side_lights.colors[3 * frame.side_lights.count + i] = side.color[i];
        }
        ++frame.side_lights.count;
    }
    vx_int &plane_count = hole ? frame.volume.hole_planes : frame.volume.plane_count;
    for (const ClipPlane &plane : settings.clip_planes) {
        const VoxelPlane placed = voxel_plane(grid, plane);
        vx_float *numbers = frame.volume.planes + 4 * plane_count++;
        for (int i = 0; i < 3; ++i) {
            numbers[i] = static_cast<float>(placed.normal[i]);
        }
        numbers[3] = static_cast<float>(placed.offset);
    }
    if (hole) {
        const RayBox cut = hole_box(grid, settings);
        frame.volume.has_hole = 1;
        store(frame.volume.hole_min, cut.min);
        store(frame.volume.hole_max, cut.max);
    }
    return frame;
}

} // namespace voxmarch
