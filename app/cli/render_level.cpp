// The level is chosen when the camera is known, before anything lies on a device.
#include "app/cli/render_level.h"

#include "app/progress.h"
#include "base/error.h"
#include "renderer/memory_plan.h"
#include "scene/animation.h"
#include "scene/key_frames.h"
#include "scene/level_choice.h"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

void require_level(const RenderOptions &options, const SceneContent &content) {
    if (options.lod == LevelOfDetail{}) {
        return;
    }
    const std::string &name = content.volume.header().name;
    if (content.volume.large() && options.labels.given()) {
        throw UsageError(fmt::format("--lod: {} with labels has one level of detail", name),
                         {{Remedy::coarser_level}, {Remedy::drop_choice, "lod"}});
    }
    const std::size_t levels = detail_levels(content).size();
    if (!options.lod.for_screen && static_cast<std::size_t>(options.lod.level) >= levels) {
        throw UsageError(
            fmt::format("--lod is {}, but {} has levels of detail from 0 to {}", options.lod.level, name, levels - 1));
    }
}

/// Where from the pictures look.
static std::vector<Camera> cameras_of(const RenderOptions &options, const Scene &scene) {
    if (options.turntable > 0) {
        return turntable_cameras(scene.camera, options.turntable);
    }
    if (!options.animate) {
        return {scene.camera};
    }
    std::vector<Camera> cameras;
    for (int picture = 0; picture < options.pictures(); ++picture) {
        cameras.push_back(scene_at(scene, time_of_picture(scene.time_line, picture)).camera);
    }
    return cameras;
}

void take_level(RenderOptions &options, OpeningDevice &opening, ReadScene &read, Scene &scene) {
    if (scene.lod == LevelOfDetail{}) {
        return;
    }
    const std::vector<Camera> cameras = cameras_of(options, scene);
    const ValueBlocks blocks = scene.lod.for_screen ? value_blocks(read.content->volume) : ValueBlocks();
    const int level = wanted_level(scene, *read.content, blocks, detail_levels(*read.content), cameras);
    if (level > 0) {
        read.content = std::make_shared<SceneContent>(at_level(*read.content, level));
    }
    const std::array<int, 3> &dims = read.content->volume.grid().dims;
    say(fmt::format("note: drawn at level of detail {}, {}{}x{}x{} voxels", level,
                    level > 0 ? "" : "the volume itself, ", dims[0], dims[1], dims[2]));
    if (cameras.size() > 1) {
        scene.lod = {false, level}; // one picture alone may need less
    }
    const VolumeHeader &header = read.content->volume.header();
    options.settings.gradient =
        options.gradient.value_or(gradient_for(opening.devices().first().info(), header.grid.dims));
    opening.choose_bricks(header);
    scene.settings.gradient = options.settings.gradient;
    scene.settings.leaf_size = options.settings.leaf_size;
    scene.settings.surface_method = options.settings.surface_method;
    place_in_bricks(options, opening, read);
}

} // namespace voxmarch
