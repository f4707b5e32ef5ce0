// Sides of comparisons as scenes of their own.
#include "scene/comparison.h"

#include "scene/scene.h"
#include "scene/scene_content.h"
#include "scene/volume_looks.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

SceneLook look_of(const Scene &scene) {
    return {scene.transfer,       scene.data,         scene.value_unit, scene.window,      scene.first_channel,
            scene.other_channels, scene.label_styles, scene.settings,   scene.transparent, scene.figure};
}

Scene with_look(Scene scene, const SceneLook &look) {
    scene.transfer = look.transfer;
    scene.data = look.data;
    scene.value_unit = look.value_unit;
    scene.window = look.window;
    scene.first_channel = look.first_channel;
    scene.other_channels = look.other_channels;
    scene.label_styles = look.label_styles;
    scene.settings = look.settings;
    scene.transparent = look.transparent;
    scene.figure = look.figure;
    return scene;
}

bool has_what_is_compared(const Scene &scene) {
    if (!scene.comparison) {
        return true;
    }
    if (const std::optional<VolumePair> &pair = scene.comparison->volumes) {
        return pair->a != pair->b && std::max(pair->a, pair->b) <= scene.other_volumes.size();
    }
    return scene.comparison->other.other_channels.size() == scene.other_channels.size();
}

bool shows_both_sides(const Scene &scene) {
    return scene.comparison && (scene.comparison->volumes || scene.comparison->beside);
}

Scene side_of(Scene scene, Side side) {
    const std::optional<SceneComparison> comparison = std::exchange(scene.comparison, std::nullopt);
    if (comparison && comparison->volumes) {
        return volume_alone(std::move(scene), side == Side::a ? comparison->volumes->a : comparison->volumes->b);
    }
    return comparison && side == Side::b ? with_look(std::move(scene), comparison->other) : scene;
}

int width_of_side(const Scene &scene) {
    return shows_both_sides(scene) ? std::max((scene.width - scene.comparison->gap) / 2, 1) : scene.width;
}

Scene half_of(const Scene &scene, Side side) {
    Scene half = side_of(scene, side);
    half.width = width_of_side(scene);
    return half;
}

std::string caption_of(const SceneComparison &comparison, const SceneContent &content, Side side) {
    if (!comparison.volumes) {
        return side == Side::a         ? "A: as it is now"
               : comparison.difference ? "A - B, 16 times as strong"
                                       : "B: as it was kept";
    }
    const std::size_t place = side == Side::a ? comparison.volumes->a : comparison.volumes->b;
    return fmt::format("{}: {}", side == Side::a ? "A" : "B", channel_of(content, place).header().shown_name());
}

} // namespace voxmarch
