// Limits of bricks, in words and on scenes.
#include "app/viewer/document/brick_limits.h"

#include "scene/scene.h"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

std::string brick_limit(const std::optional<BrickStatus> &bricks, const std::string &what, bool resident) {
    if (!bricks || (resident && bricks->all_there)) {
        return "";
    }
    return fmt::format("{} need the whole volume on the device. This one is drawn in bricks: {}. "
                       "voxmarch view --downsample 2 opens it smaller.",
                       what,
                       bricks->all_there ? fmt::format("in parts of {} cells", bricks->edge)
                                         : fmt::format("there is room for {} of {}", bricks->slots, bricks->bricks));
}

std::vector<std::string> keep_possible(Scene &scene, const BrickStatus &bricks) {
    const RenderSettings before = scene.settings;
    RenderSettings &now = scene.settings;
    now = possible_in_bricks(before, bricks.all_there);
    std::vector<std::string> left_out;
    if (now.shadow_method != before.shadow_method && now.shadows != Shadows::none) {
        left_out.emplace_back("marched shadows, which are followed slice by slice instead");
    }
    if (now.ambient_occlusion_method != before.ambient_occlusion_method && now.ambient_occlusion > 0) {
        left_out.emplace_back("marched ambient occlusion, which is found by cones instead");
    }
    if (now.adaptive_step != before.adaptive_step) {
        left_out.emplace_back("an adaptive step");
    }
    if (now.interpolation != before.interpolation) {
        left_out.emplace_back("cubic interpolation, linear instead");
    }
    if (!scene.other_channels.empty()) {
        scene.other_channels.clear();
        scene.volume.other_channels.clear();
        std::erase_if(now.surfaces, [](const SurfaceStyle &surface) { return surface.channel > 0; });
        now.channel_blend = ChannelBlend::opacity;
        left_out.emplace_back("channels behind the first");
    }
    if (!scene.skeleton.source.empty()) {
        scene.skeleton = {};
        left_out.emplace_back("skeletons");
    }
    if (!std::exchange(scene.meshes, {}).empty()) {
        left_out.emplace_back("meshes of files");
    }
    return left_out;
}

} // namespace voxmarch
