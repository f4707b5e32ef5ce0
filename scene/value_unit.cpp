// Asks the guess of what data are for Hounsfield units.
#include "scene/value_unit.h"

#include "transfer/automatic_classes.h"

namespace voxmarch {

HounsfieldUnits hounsfield_units(const VolumeHeader &header, const DataSurvey &survey) {
    const auto are_units = [&](DataKind kind) {
        const DataGuess guess = guess_data_class(header, survey, kind);
        return guess.data_class == DataClass::hounsfield && guess.scale == 1.0 && guess.offset == 0.0;
    };
    return {are_units(DataKind::automatic), are_units(DataKind::ct)};
}

std::string value_unit_of(const Scene &scene, const SceneContent &content, std::size_t channel) {
    if (scene.value_unit) {
        return *scene.value_unit;
    }
    const bool colors = !scene.other_channels.empty() && are_colors(scene.settings.channel_blend);
    if (colors || scene.data == DataKind::grey || scene.data == DataKind::labels) {
        return "";
    }
    const bool taken_for_ct = channel == 0 && scene.data == DataKind::ct;
    if (channel >= content.hounsfield.size()) {
        return taken_for_ct ? "HU" : "";
    }
    const HounsfieldUnits &known = content.hounsfield[channel];
    return (taken_for_ct ? known.as_ct : known.as_file) ? "HU" : "";
}

bool is_assumed_unit(const Scene &scene, const SceneContent &content, std::size_t channel) {
    const bool said = scene.value_unit || (channel == 0 && scene.data == DataKind::ct);
    return !said && channel_of(content, channel).header().format != "DICOM" &&
           !value_unit_of(scene, content, channel).empty();
}

} // namespace voxmarch
