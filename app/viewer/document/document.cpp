// Edits of the scene that depend on its volume or change several settings at once.
#include "app/viewer/document/document.h"

#include "app/viewer/panels/number_text.h"
#include "scene/channel_looks.h"
#include "scene/first_isovalue.h"
#include "scene/picture_looks.h"
#include "scene/projection_choice.h"
#include "scene/slice_contents.h"
#include "scene/value_unit.h"
#include "scene/volume_looks.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

std::size_t Document::channel() const {
    if (channels() > 1 && are_colors(scene.settings.channel_blend)) {
        return scene.settings.channel_blend == ChannelBlend::rgba ? std::min<std::size_t>(3, channels() - 1) : 0;
    }
    return std::min(selected, channels() - 1);
}

const Histogram &Document::histogram() const {
    const bool by_luminance = channels() > 1 && scene.settings.channel_blend == ChannelBlend::rgb;
    return by_luminance && !loaded->luminance.counts.empty() ? loaded->luminance : histogram_of(channel());
}

std::string Document::name_of(std::size_t place) const {
    return has_volumes() ? channel_of(*loaded, place).header().name
                         : channel_name(loaded->volume.header(), number_of(place));
}

TransferFunction over_volume(const TransferFunction &transfer, const SceneContent &content, std::size_t channel) {
    return over_values(transfer, default_window(channel_of(content, channel).type(), range_of(content, channel)));
}

glm::dvec3 color_of(const Document &document, std::size_t place) { return color_of(document.scene, place); }

void set_color(Document &document, std::size_t place, const glm::dvec3 &color) {
    TransferFunction &transfer = document.transfer_of(place);
    transfer = tinted(std::move(transfer), color, document.scene.settings.blend);
}

std::string value_unit_of(const Document &document, std::size_t place) {
    const std::string unit = value_unit_of(document.scene, *document.loaded, place);
    return unit.empty() ? "" : " " + unit;
}

std::string unit_word(const std::string &unit) { return unit.empty() ? "" : unit.substr(1); }

std::string values_text(const Document &document, const std::vector<double> &values) {
    std::string text;
    for (std::size_t place = 0; place < values.size(); ++place) {
        const std::string value = std::isnan(values[place]) && document.loaded->common
                                      ? std::string("outside")
                                      : value_text(values[place], channel_of(*document.loaded, place).type());
        const bool has_unit = values.size() == 1 && !std::isnan(values[place]);
        text += values.size() > 1 ? (text.empty() ? "" : ", ") + document.name_of(place) + " " + value
                                  : value + (has_unit ? value_unit(document) : "");
    }
    return text;
}

std::vector<std::string> keep_mixable(Scene &scene) {
    std::vector<std::string> left_out;
    if (scene.other_channels.empty()) {
        return left_out;
    }
    if (scene.settings.classification == Classification::preintegrated) {
        scene.settings.classification = Classification::post;
        left_out.emplace_back("pre-integration");
    }
    if (std::exchange(scene.settings.adaptive_step, false)) {
        left_out.emplace_back("an adaptive step");
    }
    bool planes = scene.transfer.is_two_dimensional();
    scene.transfer.widgets.clear();
    scene.transfer.gradient_opacities.clear();
    for (ChannelLook &look : scene.other_channels) {
        planes = planes || look.transfer.is_two_dimensional();
        look.transfer.widgets.clear();
        look.transfer.gradient_opacities.clear();
    }
    if (planes) {
        left_out.emplace_back("transfer functions of value and gradient");
    }
    return left_out;
}

void set_mode(Document &document, Mode mode) {
    RenderSettings &settings = document.scene.settings;
    settings.mode = mode;
    if (mode != Mode::volume && settings.surfaces.empty()) {
        SurfaceStyle surface;
        surface.channel = static_cast<int>(document.channel());
        surface.isovalue =
            first_isovalue(document.loaded->volume.header(), document.histogram_of(document.channel())).value;
        if (document.channels() > 1) {
            surface.color = glm::vec3(color_of(document, document.channel()));
        }
        settings.surfaces.push_back(surface);
        settings.surface_caps = true; // what is cut open looks solid, not black inside
    }
    if (mode == Mode::both) {
        set_blend(document, Blend::composite); // projections have no depth to meet surfaces at
    }
}

namespace {

/// What suits the data of a channel, over its values, in a colour.
TransferFunction automatic_of_channel(const Document &document, std::size_t place, const glm::dvec3 &color,
                                      Blend blend) {
    const bool colors = are_colors(document.scene.settings.channel_blend);
    const std::size_t looked_at = colors && place == 0 ? 1 : place; // green is most of the luminance
    const Volume &volume = channel_of(*document.loaded, place);
    const bool is_volume = document.has_volumes() && place > 0;
    const ChannelLook look = is_volume ? automatic_volume_look(volume.header(), document.survey_of(place), place, blend)
                                       : automatic_channel_look(document.survey_of(looked_at), blend);
    const TransferFunction transfer =
        over_values(look.transfer, look.window.value_or(default_window(volume.type(), volume.range())));
    return colors || is_volume ? transfer : tinted(transfer, color, blend);
}

/// Those functions that were chosen from the data give way to those that are chosen for the new blend.
void set_blend_of_channels(Document &document, Blend blend) {
    RenderSettings &settings = document.scene.settings;
    const Blend before = settings.blend;
    const VolumeHeader &header = document.loaded->volume.header();
    std::vector<bool> automatic;
    for (std::size_t place = 0; place < document.channels(); ++place) {
        automatic.push_back(same_transfer(document.transfer_of(place),
                                          automatic_of_channel(document, place, color_of(document, place), before)));
    }
    std::vector<glm::dvec3> colors;
    for (std::size_t place = 0; place < document.channels(); ++place) {
        colors.push_back(are_colors(settings.channel_blend) ? channel_color(header, document.number_of(place), place)
                                                            : color_of(document, place));
    }
    settings.blend = blend;
    if (blend != Blend::composite && are_colors(settings.channel_blend)) {
        settings.channel_blend = ChannelBlend::opacity;
        std::fill(automatic.begin(), automatic.end(), true); // nobody has chosen functions of the three
    }
    for (std::size_t place = 0; place < document.channels(); ++place) {
        if (automatic[place]) {
            document.transfer_of(place) = automatic_of_channel(document, place, colors[place], blend);
        }
    }
}

} // namespace

void set_channel_blend(Document &document, ChannelBlend blend) {
    ChannelBlend &now = document.scene.settings.channel_blend;
    const bool changes_meaning = are_colors(now) != are_colors(blend);
    now = blend;
    for (std::size_t place = 0; changes_meaning && place < document.channels(); ++place) {
        const glm::dvec3 color = channel_color(document.loaded->volume.header(), document.number_of(place), place);
        document.transfer_of(place) = automatic_of_channel(document, place, color, document.scene.settings.blend);
    }
}

void set_blend(Document &document, Blend blend) {
    if (document.channels() > 1) {
        if (blend != document.scene.settings.blend) {
            set_blend_of_channels(document, blend);
        }
        return;
    }
    const Volume &volume = document.volume();
    set_blend(document.scene, blend, volume.header(), volume.range(), document.loaded->survey);
}

void take_automatic_transfer(Document &document) {
    Scene &scene = document.scene;
    const Blend blend = scene.settings.blend;
    if (document.channels() > 1) {
        const std::size_t place = document.channel();
        document.transfer() = automatic_of_channel(document, place, color_of(document, place), blend);
        return;
    }
    const LoadedVolume &loaded = *document.loaded;
    const VolumeHeader &header = loaded.volume.header();
    const DataGuess guess = guess_data_class(header, loaded.survey, scene.data);
    scene.settings.blend = Blend::composite;
    scene.transfer = over_volume(automatic_transfer(header, loaded.survey.histogram, guess), loaded);
    scene.window.reset();
    set_blend(document, blend);
    Classification &classification = scene.settings.classification;
    if (guess.data_class == DataClass::labels) {
        classification = Classification::pre;
    } else if (classification == Classification::pre) {
        classification = Classification::post;
    }
}

void set_look(Document &document, std::string_view name) {
    RenderSettings &settings = document.scene.settings;
    const Blend before = settings.blend;
    apply_look(name, settings);
    const Blend wanted = std::exchange(settings.blend, before);
    if (wanted != Blend::composite) {
        settings.mode = Mode::volume;
    }
    if (wanted != before) {
        set_blend(document, wanted);
    }
}

void set_traced(RenderSettings &settings, bool traced) {
    constexpr int traced_samples = 64, shaded_samples = 8;
    settings.lighting = traced ? Lighting::traced : Lighting::shaded;
    if (!traced) {
        settings.finish.samples = std::min(settings.finish.samples, shaded_samples);
    } else if (settings.finish.samples < traced_samples) {
        settings.finish.samples = traced_samples;
        settings.trace.denoise = true;
    }
    if (traced && !settings.light.direction) {
        settings.light = key_light(settings.light);
    }
}

void set_shadows(RenderSettings &settings, Shadows shadows) {
    Light &light = settings.light;
    const Light key = key_light(light);
    if (settings.shadows == Shadows::none && shadows != Shadows::none && !light.direction) {
        light = key; // shadows of a headlight are hidden behind what throws them
    } else if (shadows == Shadows::none && light.follows_camera && light.direction == key.direction &&
               light.fill == key.fill) {
        light.direction.reset();
        light.follows_camera = false;
        light.fill = 0.0f;
    }
    settings.shadows = shadows;
}

} // namespace voxmarch
