// Ramps that are read over grey ones.
#include "scene/volume_looks.h"

#include "scene/projection_choice.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

namespace voxmarch {

namespace {

/// Colours from dark to bright, which stay what they are over any grey.
std::vector<ColorPoint> ramp(std::size_t place) {
    switch (place) {
    case 1: return {{0.0, {0.3, 0.0, 0.0}}, {0.4, {1.0, 0.15, 0.0}}, {0.75, {1.0, 0.75, 0.0}}, {1.0, {1.0, 1.0, 0.8}}};
    case 2: return {{0.0, {0.0, 0.05, 0.3}}, {0.5, {0.0, 0.45, 1.0}}, {1.0, {0.7, 1.0, 1.0}}};
    default: break;
    }
    return {{0.0, {0.0, 0.25, 0.05}}, {0.5, {0.1, 0.85, 0.2}}, {1.0, {0.85, 1.0, 0.7}}};
}

} // namespace

bool holds_names(const VolumeHeader &header, const DataSurvey &survey) {
    return guess_data_class(header, survey).data_class == DataClass::labels;
}

ChannelLook automatic_volume_look(const VolumeHeader &header, const DataSurvey &survey, std::size_t place,
                                  Blend blend) {
    ChannelLook look;
    const DataGuess guess = guess_data_class(header, survey);
    if (guess.data_class == DataClass::labels && blend == Blend::composite) {
        look.transfer = automatic_transfer(header, survey.histogram, guess);
        look.share.weight = tint_weight;
        return look;
    }
    const bool composited = blend == Blend::composite;
    look.transfer.name = "auto";
    look.transfer.description = place == 1 ? "a ramp of heat" : place == 2 ? "a ramp of blue" : "a ramp of green";
    look.transfer.colors = ramp(place);
    look.transfer.opacities = {{composited ? 0.25 : 0.0, composited ? 0.0 : 1.0}, {1.0, composited ? 0.7 : 1.0}};
    if (!composited) {
        look.transfer.colors.front().color = {0.0, 0.0, 0.0};
    }
    look.window = projection_window(survey, composited ? Blend::mip : blend);
    return look;
}

Scene volume_alone(Scene scene, std::size_t place) {
    scene.first_channel = {1.0, place == 0};
    for (std::size_t i = 0; i < scene.other_channels.size(); ++i) {
        scene.other_channels[i].share = {1.0, place == i + 1};
    }
    scene.settings.mode = Mode::volume;
    scene.settings.surfaces.clear();
    if (place > 0) { // what was said of the first, or lies in it
        scene.skeleton = {};
        scene.meshes.clear();
        scene.data = DataKind::automatic;
        scene.value_unit.reset();
    }
    return scene;
}

} // namespace voxmarch
