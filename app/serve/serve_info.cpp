// The facts of a volume as JSON.
#include "app/serve/serve_info.h"

#include "app/scene_words.h"
#include "app/serve/scene_edits.h"
#include "app/serve/served_session.h"
#include "base/error.h"
#include "renderer/views.h"
#include "scene/channel_looks.h"
#include "scene/label_styles.h"
#include "scene/session_search.h"
#include "scene/slice_contents.h"
#include "scene/slice_frame.h"
#include "scene/value_unit.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

using json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_bins = 256;
constexpr double air = -200.0; // Hounsfield units: values below mean that it is CT

json histogram_json(const Histogram &histogram) {
    const std::size_t bins = histogram.counts.size();
    const std::size_t together = std::max<std::size_t>(1, (bins + most_bins - 1) / most_bins);
    json counts = json::array();
    for (std::size_t i = 0; i < bins; i += together) {
        std::uint64_t sum = 0;
        for (std::size_t k = i; k < std::min(bins, i + together); ++k) {
            sum += histogram.counts[k];
        }
        counts.push_back(sum);
    }
    const double end = histogram.range.min + static_cast<double>(counts.size() * together) * histogram.bin_width();
    return {{"range", {histogram.range.min, std::max(end, histogram.range.max)}}, {"counts", counts}};
}

json pair(const ValueRange &range) { return {range.min, range.max}; }

/// Those of the file, and those with names, which are for Hounsfield units.
json named_windows_json(const LoadedVolume &loaded, std::size_t place) {
    json list = json::array();
    const std::vector<StatedWindow> &stated = channel_of(loaded, place).header().windows;
    for (std::size_t i = 0; i < stated.size(); ++i) {
        const StatedWindow &window = stated[i];
        const std::string name = !window.name.empty() ? ": " + window.name
                                 : stated.size() > 1  ? fmt::format(" {}", i + 1)
                                                      : "";
        list.push_back({{"name", "file" + name},
                        {"window", {window.level - window.width / 2.0, window.level + window.width / 2.0}}});
    }
    if (value_unit_of(loaded.scene, loaded, place) == "HU") {
        for (const NamedWindow &window : named_windows()) {
            list.push_back({{"name", window.name}, {"window", pair(range_of(window))}});
        }
    }
    return list;
}

/// Functions over Hounsfield units need such values.
bool suits(const TransferFunction &preset, const LoadedVolume &loaded, std::size_t place) {
    return preset.widgets.empty() && (preset.domain == TransferDomain::normalised || range_of(loaded, place).min < air);
}

bool suits_any(const TransferFunction &preset, const LoadedVolume &loaded) {
    std::size_t place = 0;
    while (place <= loaded.other_channels.size() && !suits(preset, loaded, place)) {
        ++place;
    }
    return place <= loaded.other_channels.size();
}

/// Names of those that suit a channel.
json preset_names(const LoadedVolume &loaded, std::size_t place) {
    json names = json::array();
    for (const TransferFunction &preset : transfer_presets()) {
        if (suits(preset, loaded, place)) {
            names.push_back(preset.name);
        }
    }
    return names;
}

/// What the page needs to know of a channel's values, by its place among those that are drawn.
json channel_json(const LoadedVolume &loaded, std::size_t place) {
    const Volume &volume = channel_of(loaded, place);
    const ValueRange range = range_of(loaded, place);
    const Histogram &values = place == 0 ? loaded.histogram : loaded.other_values.at(place - 1).histogram;
    const VolumeSource &source = loaded.scene.volume;
    std::string name;
    if (loaded.common) {
        name = bare_name(place == 0 ? source.source : loaded.scene.other_volumes.at(place - 1).volume.source);
    } else {
        name = channel_name(volume.header(), place == 0 ? source.channel : source.other_channels.at(place - 1));
    }
    return {{"name", name},
            {"presets", preset_names(loaded, place)},
            {"named_windows", named_windows_json(loaded, place)},
            {"range", pair(range)},
            {"window", pair(default_window(volume.type(), range))},
            {"slice_window", pair(usual_slice_window(loaded.scene, loaded, place, values))},
            {"value_unit", value_unit_of(loaded.scene, loaded, place)},
            {"mean", values.mean},
            {"percentiles", {values.percentile(0.01), values.percentile(0.5), values.percentile(0.99)}},
            {"histogram", histogram_json(values)}};
}

/// Of slices across each axis of the voxels: "axial", "along z".
json slice_names(const Grid &grid) {
    json names = json::array();
    for (int normal = 0; normal < 3; ++normal) {
        names.push_back(axes_of_slice(grid, normal).name);
    }
    return names;
}

/// Labels that voxels have, with their names. Empty without labels.
json labels_json(const LoadedVolume &loaded) {
    json list = json::array();
    const LabelNames names = named_labels(loaded.scene, loaded.label_names);
    for (std::size_t i = 0; loaded.labels && i < loaded.scene.label_styles.size(); ++i) {
        const int label = static_cast<int>(i);
        const std::optional<std::uint64_t> voxels = label_voxels(*loaded.labels, label);
        if (voxels.value_or(1) > 0) {
            const bool nameless = label == 0 && !names.contains(0);
            list.push_back({{"label", label}, {"name", nameless ? "no label" : label_name(names, label)}});
            if (voxels) {
                list.back()["voxels"] = *voxels;
            }
        }
    }
    return list;
}

/// Only this channel is seen, in full. @throws UsageError where there is none
void show_alone(Scene &scene, int channel) {
    const auto count = static_cast<int>(scene.other_channels.size()) + 1;
    if (channel < 0 || channel >= count) {
        throw UsageError(fmt::format("there is no channel {}: they are counted from 0 to {}", channel, count - 1));
    }
    scene.first_channel = {1.0, channel == 0};
    for (int i = 1; i < count; ++i) {
        scene.other_channels[static_cast<std::size_t>(i) - 1].share = {1.0, i == channel};
    }
}

} // namespace

json volume_info(const LoadedVolume &loaded) {
    const Grid &grid = loaded.grid();
    json channels = json::array();
    for (std::size_t place = 0; place <= loaded.other_channels.size(); ++place) {
        channels.push_back(channel_json(loaded, place));
    }
    const glm::dvec3 center = grid.center();
    json presets = json::array();
    for (const TransferFunction &preset : transfer_presets()) {
        if (suits_any(preset, loaded)) {
            presets.push_back({{"name", preset.name}, {"description", preset.description}});
        }
    }
    return {{"program", "voxmarch"},
            {"version", VOXMARCH_VERSION},
            {"protocol", 1},
            {"name", bare_name(loaded.scene.volume.source)},
            {"voxels", grid.dims},
            {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
            {"unit", name_of(grid.unit)},
            {"patient", grid.anatomical},
            {"slices", slice_names(grid)},
            {"center", {center.x, center.y, center.z}},
            {"diagonal", glm::length(grid.extent())},
            {"channels", channels},
            {"labels", labels_json(loaded)},
            {"times", loaded.series ? loaded.series->count() : 1},
            {"presets", presets},
            {"views", view_names()},
            {"session", json::parse(session_text(first_scene(loaded, loaded.scene.width, loaded.scene.height)))}};
}

std::vector<Note> served_notes(const LoadedVolume &loaded) {
    const VolumeHeader &header = loaded.volume.header();
    const std::size_t drawn = loaded.other_channels.size() + 1;
    std::vector<Note> notes = header.notes;
    std::erase_if(notes, [&](const Note &note) {
        return std::ranges::any_of(note.advice, [&](const Advice &one) {
            return (drawn > 1 && one.remedy == Remedy::channel) || (loaded.series && one.remedy == Remedy::time);
        });
    });
    if (drawn > 1 && !loaded.common && header.channels.size() > drawn) {
        notes.push_back(
            {fmt::format("{} of its {} channels are drawn.", drawn, header.channels.size()), {{Remedy::channel}}});
    }
    if (const std::optional<Note> note = non_finite_note(loaded.volume)) {
        notes.push_back(*note);
    }
    notes.insert(notes.end(), loaded.label_notes.begin(), loaded.label_notes.end());
    if (!loaded.absent_labels.empty()) {
        notes.emplace_back(note_of_absent(loaded.absent_labels, bare_name(loaded.scene.labels)));
    }
    return notes;
}

Scene thumbnail_scene(const LoadedVolume &loaded, const Thumbnail &wanted, int width, int height) {
    Scene scene = first_scene(loaded, width, height);
    scene.transparent = false;
    scene.figure = {};
    scene.comparison.reset();
    if (wanted.channel) {
        show_alone(scene, *wanted.channel);
    }
    if (!wanted.preset.empty()) {
        PageMessage message;
        message.what = ChosenPreset{wanted.preset, wanted.channel.value_or(0)};
        scene = edited(std::move(scene), message, loaded, {});
        scene.settings.mode = Mode::volume;
        scene.settings.shadows = Shadows::none;
        scene.settings.ambient_occlusion = 0;
        scene.settings.step = 1.0;
    }
    return scene;
}

} // namespace voxmarch
