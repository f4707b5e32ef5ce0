// Shares the voxels, and maps places of the world by the voxels that they lie in.
#include "scene/other_reading.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

glm::dmat4 world_from_world(const Grid &from, const Grid &to) {
    return to.world_from_voxel() * glm::inverse(from.world_from_voxel());
}

glm::dvec3 moved(const glm::dmat4 &world, const glm::dvec3 &place) { return {world * glm::dvec4(place, 1.0)}; }

void move_planes(std::vector<ClipPlane> &planes, const glm::dmat4 &world) {
    const glm::dmat4 of_planes = glm::transpose(glm::inverse(world)); // n . p - d = 0 stays so
    for (ClipPlane &plane : planes) {
        const glm::dvec4 mapped = of_planes * glm::dvec4(plane.normal, -plane.distance);
        const double length = glm::length(glm::dvec3(mapped));
        plane.normal = glm::dvec3(mapped) / length;
        plane.distance = -mapped.w / length;
    }
}

/// The voxels of one that lives on with it, at another place. @param whole  owns `volume`
Volume placed(const std::shared_ptr<const LoadedVolume> &whole, const Volume &volume, const ReadOptions &options) {
    VolumeHeader header = volume.header();
    place_voxels(header, options);
    return {std::shared_ptr<const Volume>(whole, &volume), std::move(header)};
}

} // namespace

bool read_alike(const VolumeSource &a, const VolumeSource &b) {
    return a.spacing == b.spacing && a.spacing_unit == b.spacing_unit && a.orientation == b.orientation;
}

Grid grid_read_as(const LoadedVolume &loaded, const VolumeSource &wanted) {
    VolumeHeader header = loaded.volume.header();
    ReadOptions options = wanted.read_options();
    if (options.spacing) {
        *options.spacing *= wanted.downsample; // those of the voxels that are there
    }
    place_voxels(header, options);
    return header.grid;
}

std::shared_ptr<const LoadedVolume> read_as(const std::shared_ptr<const LoadedVolume> &loaded,
                                            const VolumeSource &wanted) {
    const Volume &volume = loaded->volume;
    if (volume.large() || volume.levels() || loaded->series || loaded->common || wanted.downsample > 1) {
        grid_read_as(*loaded, wanted); // throws what is wrong with it now
        return nullptr;
    }
    const ReadOptions options = wanted.read_options();
    auto other = std::make_shared<LoadedVolume>(LoadedVolume{{placed(loaded, volume, options)}});
    for (const Volume &channel : loaded->other_channels) {
        other->other_channels.push_back(placed(loaded, channel, options));
    }
    if (loaded->labels) {
        VolumeHeader header = loaded->labels->header();
        header.grid = other->volume.grid();
        other->labels.emplace(std::shared_ptr<const Volume>(loaded, &*loaded->labels), std::move(header));
    }
    other->lines = loaded->lines;
    other->over_times = loaded->over_times;
    other->label_names = loaded->label_names;
    other->names = loaded->names;
    other->histogram = loaded->histogram;
    other->survey = loaded->survey;
    other->other_values = loaded->other_values;
    other->luminance = loaded->luminance;
    find_units(*other);
    other->scene = loaded->scene;
    other->scene.volume.spacing = wanted.spacing;
    other->scene.volume.spacing_unit = wanted.spacing_unit;
    other->scene.volume.orientation = wanted.orientation;
    other->opened = loaded->opened;
    other->has_session = loaded->has_session;
    other->first_view = loaded->first_view;
    other->provisional = loaded->provisional;
    other->absent_labels = loaded->absent_labels;
    for (const glm::dvec3 &corner : loaded->visible) {
        other->visible.push_back(moved(world_from_world(volume.grid(), other->grid()), corner));
    }
    return other;
}

Camera moved_camera(const Camera &camera, const Grid &from, const Grid &to) {
    const glm::dvec3 before = from.extent(), after = to.extent();
    const double longer = glm::length(after) / std::max(glm::length(before), 1e-300);
    Camera result = camera;
    result.target = moved(world_from_world(from, to), camera.target);
    const double scale = longer > 0.0 ? longer : 1.0;
    result.eye = result.target + (camera.eye - camera.target) * scale;
    if (camera.height) {
        result.height = *camera.height * scale;
    }
    return result;
}

void move_places(Scene &scene, const Grid &from, const Grid &to) {
    const glm::dmat4 world = world_from_world(from, to);
    for (Annotation &annotation : scene.annotations) {
        for (glm::dvec3 &place : annotation.places) {
            place = moved(world, place);
        }
    }
    move_planes(scene.settings.clip_planes, world);
    for (KeyFrame<KeptClipping> &key : scene.time_line.clipping) {
        move_planes(key.value.clip_planes, world);
    }
    for (KeyFrame<Camera> &key : scene.time_line.camera) {
        key.value = moved_camera(key.value, from, to);
    }
}

} // namespace voxmarch
