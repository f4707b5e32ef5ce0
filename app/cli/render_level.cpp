// The level is chosen when the camera is known, before anything lies on a device.
#include "app/cli/render_level.h"

#include "app/progress.h"
#include "renderer/memory_plan.h"
#include "scene/animation.h"
#include "scene/level_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

/// The finest that any picture needs: nothing changes within a turn.
int level_for_screen(const RenderOptions &options, const SceneContent &content, const Scene &scene,
                     const std::vector<Grid> &levels) {
    std::vector<Camera> cameras{scene.camera};
    if (options.turntable > 0) {
        cameras = turntable_cameras(scene.camera, options.turntable);
    }
    ReferenceScene seen = reference_scene(scene, content);
    int level = static_cast<int>(levels.size()) - 1;
    for (const Camera &camera : cameras) {
        seen.camera = camera;
        level = std::min(level, level_for(seen, levels, scene.width, scene.height));
    }
    return level;
}

/// @throws UsageError for a level that there is not
int level_of(const RenderOptions &options, const SceneContent &content, const Scene &scene) {
    const std::vector<Grid> levels = detail_levels(content);
    if (scene.lod.for_screen) {
        return level_for_screen(options, content, scene, levels);
    }
    if (static_cast<std::size_t>(scene.lod.level) >= levels.size()) {
        throw UsageError(fmt::format("--lod is {}, but {} has levels of detail from 0 to {}{}", scene.lod.level,
                                     content.volume.header().name, levels.size() - 1,
                                     content.volume.large() && content.labels ? " where there are labels" : ""));
    }
    return scene.lod.level;
}

} // namespace

void take_level(RenderOptions &options, OpeningDevice &opening, ReadScene &read, Scene &scene) {
    if (scene.lod == LevelOfDetail{}) {
        return;
    }
    const int level = level_of(options, *read.content, scene);
    if (level > 0) {
        read.content = std::make_shared<SceneContent>(at_level(*read.content, level));
        const std::array<int, 3> &dims = read.content->volume.grid().dims;
        say(fmt::format("note: drawn at level of detail {}, {}x{}x{} voxels", level, dims[0], dims[1], dims[2]));
    }
    if (options.turntable > 0) {
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
