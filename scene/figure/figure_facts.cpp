// What figures tell of volumes beside the scene.
#include "scene/annotation_table.h"
#include "scene/figure/figure.h"
#include "scene/label_styles.h"
#include "scene/value_unit.h"
#include "skeleton/graph_file.h"

#include <bit>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <mutex>

namespace voxmarch {

/// Of several volumes the one that is seen, if there is one.
static std::optional<std::size_t> volume_seen_alone(const Scene &scene) {
    const unsigned visible = visible_channels(scene);
    const bool one = !scene.other_volumes.empty() && std::has_single_bit(visible);
    return one ? std::optional(static_cast<std::size_t>(std::countr_zero(visible))) : std::nullopt;
}

/// As it is written behind values.
static std::string unit_behind_values(const Scene &scene, const SceneContent &content, std::size_t channel) {
    const std::string unit = value_unit_of(scene, content, channel);
    return unit.empty() ? "" : " " + unit;
}

/// Of the first channel, or of the volume that is seen alone.
static std::string unit_behind_values(const Scene &scene, const SceneContent &content) {
    return unit_behind_values(scene, content, volume_seen_alone(scene).value_or(0));
}

/// @param unit  of values
static std::string reading_of(const Annotation &annotation, const SceneContent &content, const std::string &unit,
                              bool with_values) {
    AnnotationReading reading{length_of(annotation), angle_of(annotation), {}, {}};
    const bool of_values = is_region(annotation.kind) || annotation.kind == AnnotationKind::point;
    if (of_values && !with_values) {
        return "";
    }
    if (of_values) {
        reading = read_annotation(content.volume, annotation, 0.0);
    }
    return reading_text(annotation, reading, content.grid(), unit);
}

/// Of several volumes one is seen: all is told of that.
static void keep_facts_of(FigureFacts &facts, std::size_t place) {
    facts.name = facts.channel_names[place];
    facts.windows = {facts.windows[place]};
    facts.ranges = {facts.ranges[place]};
    facts.transfers = {facts.transfers[place]};
    facts.channel_names = {facts.name};
    facts.channel_units = {facts.channel_units[place]};
}

/// Of each label that has a style: 3D pictures show all that voxels have. Nothing where nobody counted.
static std::vector<LabelPresence> label_presence(const Scene &scene, const SceneContent &content) {
    std::vector<LabelPresence> labels;
    for (std::size_t i = 0; content.labels && i < scene.label_styles.size(); ++i) {
        const bool there = label_voxels(*content.labels, static_cast<int>(i)) != std::uint64_t{0};
        labels.push_back(there ? LabelPresence::shown : LabelPresence::absent);
    }
    return labels;
}

/// Radii of a file of lines in the unit of a grid; empty if it cannot be read. Read again when file or unit are others.
static std::optional<RadiusRange> radii_in(const std::string &file, const Grid &grid) {
    static std::mutex mutex;
    static std::string last_file;
    static std::filesystem::file_time_type last_time;
    static LengthUnit last_unit;
    static std::optional<RadiusRange> last;
    std::error_code problem;
    const auto time = std::filesystem::last_write_time(file, problem);
    const std::lock_guard lock(mutex);
    if (problem || (file == last_file && time == last_time && grid.unit == last_unit)) {
        return problem ? std::nullopt : last;
    }
    last_file = file;
    last_time = time;
    last_unit = grid.unit;
    last.reset();
    try {
        last = radius_range(lines_in_world(read_skeleton_lines(file), grid));
    } catch (const Error &) { // who draws says what is wrong
    }
    return last;
}

FigureFacts figure_facts(const Scene &scene, const SceneContent &content) {
    FigureFacts facts;
    facts.name = content.volume.header().name;
    facts.grid = content.grid();
    facts.label_names = named_labels(scene, content.label_names);
    facts.labels = label_presence(scene, content);
    if (!scene.skeleton.source.empty() && scene.figure.legend) {
        const bool known = content.lines && content.lines->file == scene.skeleton.source;
        facts.tubes = known ? radius_range(content.lines->lines) : radii_in(scene.skeleton.source, content.grid());
    }
    const std::size_t channels = 1 + content.other_channels.size();
    const std::vector<ChannelInfo> &infos = content.volume.header().channels;
    std::vector<int> numbers{scene.volume.channel};
    numbers.insert(numbers.end(), scene.volume.other_channels.begin(), scene.volume.other_channels.end());
    for (std::size_t i = 0; i < channels; ++i) {
        facts.windows.push_back(window_of(scene, content, i));
        facts.ranges.push_back(range_of(content, i));
        facts.channel_units.push_back(unit_behind_values(scene, content, i));
        facts.transfers.push_back(i == 0 ? scene.transfer : scene.other_channels.at(i - 1).transfer);
        const auto number = i < numbers.size() ? static_cast<std::size_t>(numbers[i]) : infos.size();
        if (!scene.other_volumes.empty()) {
            const std::string &source = i == 0 ? scene.volume.source : scene.other_volumes[i - 1].volume.source;
            facts.channel_names.push_back(std::filesystem::path(source).filename().string());
        } else {
            facts.channel_names.push_back(number < infos.size() && !infos[number].name.empty()
                                              ? infos[number].name
                                              : fmt::format("channel {}", i < numbers.size() ? numbers[i] : int(i)));
        }
    }
    if (const std::optional<std::size_t> alone = volume_seen_alone(scene)) {
        keep_facts_of(facts, *alone);
    }
    facts.value_unit = unit_behind_values(scene, content);
    facts.date = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
    return facts;
}

std::vector<std::string> annotation_readings(const Scene &scene, const SceneContent &content, bool with_values) {
    std::vector<std::string> readings;
    for (const Annotation &annotation : scene.annotations) {
        readings.push_back(annotation.visible
                               ? reading_of(annotation, content, unit_behind_values(scene, content), with_values)
                               : std::string());
    }
    return readings;
}

} // namespace voxmarch
