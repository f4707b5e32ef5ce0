// Lays out what lies over a picture: scale bar, cube, texts and marks.
#include "scene/figure/figure_parts.h"

#include "base/error.h"
#include "base/text.h"
#include "scene/annotation_table.h"
#include "scene/camera_moves.h"
#include "scene/label_styles.h"
#include "scene/value_unit.h"
#include "skeleton/graph_file.h"
#include "skeleton/tubes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <mutex>
#include <string_view>

namespace voxmarch {

double round_length(double most) {
    if (!(most > 0.0) || !std::isfinite(most)) {
        return 0.0;
    }
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    return most / power >= 5.0 ? 5.0 * power : most / power >= 2.0 ? 2.0 * power : power;
}

std::string length_text(double length, LengthUnit unit) {
    return fmt::format("{:g}{}", length, unit == LengthUnit::unknown ? " units" : unit_suffix(unit));
}

namespace {

constexpr double line_distance = 1.25; // heights of a text

std::string value_text(const Scene &scene, const FigureFacts &facts) {
    if (scene.settings.mode != Mode::volume) {
        std::string text;
        for (const SurfaceStyle &surface : scene.settings.surfaces) {
            text += (text.empty() ? "" : ", ") + figure_number(surface.isovalue);
        }
        return text;
    }
    const ValueRange values = shown_values(facts);
    return fmt::format("{:.4g} to {:.4g}", values.min, values.max);
}

/// Luminance of a background tells whether texts are black or white.
glm::dvec4 readable_color(const FigureChoice &choice, const glm::vec3 &background) {
    if (choice.color) {
        return {glm::dvec3(*choice.color), 1.0};
    }
    const float luminance = glm::dot(background, glm::vec3(0.299f, 0.587f, 0.114f));
    return luminance > 0.5f ? glm::dvec4(0.05, 0.05, 0.05, 1.0) : glm::dvec4(0.95, 0.95, 0.95, 1.0);
}

} // namespace

std::string figure_number(double value) { return fmt::format("{:.6g}", value == 0.0 ? 0.0 : value); }

namespace {

/// Fields of a text and the texts between them, in order; braces that are written twice are single ones.
/// @param field  gets the name of a field
void walk_text(const std::string &text, const std::function<void(const std::string &)> &plain,
               const std::function<void(const std::string &)> &field) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool doubled = text.compare(i, 2, "{{") == 0 || text.compare(i, 2, "}}") == 0;
        const std::size_t end = text[i] == '{' && !doubled ? text.find('}', i) : text.npos;
        if (end == text.npos) {
            plain(text.substr(i, 1));
            i += doubled ? 1 : 0;
        } else {
            field(text.substr(i + 1, end - i - 1));
            i = end;
        }
    }
}

} // namespace

std::string filled_text(const std::string &text, const Scene &scene, const FigureFacts &facts) {
    std::string result;
    walk_text(
        text, [&](const std::string &plain) { result += plain; },
        [&](const std::string &field) {
            result += field == "name"    ? facts.name
                      : field == "value" ? value_text(scene, facts)
                      : field == "time"  ? fmt::format("{}", scene.volume.time)
                      : field == "date"  ? facts.date
                                         : "{" + field + "}";
        });
    return result;
}

std::string unknown_field(const FigureChoice &choice) {
    static constexpr std::string_view known[] = {"name", "value", "time", "date"};
    std::string unknown;
    const auto check = [&](const std::string &field) {
        if (unknown.empty() && std::ranges::find(known, field) == std::end(known)) {
            unknown = "{" + field + "}";
        }
    };
    walk_text(
        choice.caption, [](const std::string &) {}, check);
    for (const std::string &text : choice.corners) {
        walk_text(
            text, [](const std::string &) {}, check);
    }
    return unknown;
}

void validate(const FigureChoice &choice) {
    if (choice.text_height != 0.0 && !(choice.text_height >= 4.0 && choice.text_height <= 500.0)) {
        throw UsageError(fmt::format("the height of texts is {}, it must be 4 .. 500 pixels", choice.text_height));
    }
    if (choice.color && !(glm::all(glm::greaterThanEqual(*choice.color, glm::vec3(0.0f))) &&
                          glm::all(glm::lessThanEqual(*choice.color, glm::vec3(1.0f))))) {
        throw UsageError("the colour of texts has parts beyond 0 .. 1");
    }
}

/// Of several volumes the one that is seen, if there is one.
static std::optional<std::size_t> volume_seen_alone(const Scene &scene) {
    const unsigned visible = visible_channels(scene);
    const bool one = !scene.other_volumes.empty() && std::has_single_bit(visible);
    return one ? std::optional(static_cast<std::size_t>(std::countr_zero(visible))) : std::nullopt;
}

/// As it is written behind values of the first channel, or of the volume that is seen alone.
static std::string unit_behind_values(const Scene &scene, const SceneContent &content) {
    const std::optional<std::size_t> alone = volume_seen_alone(scene);
    const std::string unit = value_unit_of(scene, content, alone.value_or(0));
    return unit.empty() ? "" : " " + unit;
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

void FigureFrame::add_lines(Figure &figure, const std::string &text, glm::dvec2 at, glm::dvec2 anchor) const {
    const std::vector<std::string> lines = text::split(text, '\n');
    const double step = line_distance * text_height;
    const double first = at.y - anchor.y * step * static_cast<double>(lines.size() - 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        figure.push_back(FigureText{{at.x, first + step * static_cast<double>(i)},
                                    anchor,
                                    text::one_line(lines[i], longest_text),
                                    text_height,
                                    color});
    }
}

double FigureFrame::corner_height(std::size_t corner) const {
    const std::string &text = scene.figure.corners[corner];
    return text.empty()
               ? 0.0
               : line_distance * text_height * (static_cast<double>(std::count(text.begin(), text.end(), '\n')) + 1.6);
}

/// The text in lines of so many letters, if its words allow.
static std::string wrapped(const std::string &text, std::size_t most) {
    std::string result;
    for (const std::string &line : text::split(text, '\n')) {
        std::size_t letters = 0; // of the line
        for (const std::string &word : text::split(line, ' ')) {
            const auto length = static_cast<std::size_t>(
                std::ranges::count_if(word, [](char byte) { return (byte & 0xc0) != 0x80; })); // of UTF-8
            const bool breaks = letters > 0 && letters + 1 + length > most;
            result += (letters == 0 ? "" : breaks ? "\n" : " ") + word;
            letters = breaks || letters == 0 ? length : letters + 1 + length;
        }
        result += '\n';
    }
    result.pop_back(); // a text has a line at least
    return result;
}

void add_texts(Figure &figure, const FigureFrame &frame) {
    const FigureChoice &choice = frame.scene.figure;
    constexpr double letter_width = 0.55; // of the height, of most
    const auto most =
        static_cast<std::size_t>(std::max(8.0, 0.5 * frame.size().x / (letter_width * frame.text_height)));
    const auto add = [&](const std::string &text, glm::dvec2 anchor) {
        if (!text.empty()) {
            const glm::dvec2 inner = frame.size() - 2.0 * frame.margin;
            frame.add_lines(figure, text, frame.margin + anchor * inner, anchor);
        }
    };
    const auto filled = [&](const std::string &text) { return filled_text(text, frame.scene, frame.facts); };
    add(wrapped(filled(choice.caption), most), {0.5, 1.0}); // between the corners
    add(filled(choice.corners[0]), {0.0, 0.0});
    add(filled(choice.corners[1]), {1.0, 0.0});
    add(filled(choice.corners[2]), {0.0, 1.0});
    add(filled(choice.corners[3]), {1.0, 1.0});
}

void add_scale_bar(Figure &figure, const FigureFrame &frame) {
    const Camera &camera = frame.scene.camera;
    const ViewSize view{frame.size().x, frame.size().y};
    const CameraAxes axes = axes_of(camera);
    const double depth = glm::dot(frame.facts.grid.center() - camera.eye, axes.forward);
    if (!(depth > 0.0)) {
        return;
    }
    // Straight ahead, where a length across is as many pixels everywhere at this depth.
    const glm::dvec3 middle = camera.eye + depth * axes.forward;
    const double unit = depth * 0.01;
    const double pixels = glm::distance(glm::dvec2(view_from_world(camera, view, middle)),
                                        glm::dvec2(view_from_world(camera, view, middle + unit * axes.right)));
    const double scale = pixels / unit; // pixels a unit of the world
    const double length = round_length(0.25 * view.width / scale);
    if (length <= 0.0) {
        return;
    }
    const double right = view.width - frame.margin, left = right - length * scale;
    const double line = std::max(frame.text_height / 9.0, 1.0), tick = 0.3 * frame.text_height;
    const double y = view.height - frame.margin - frame.corner_height(3) - tick;
    const auto stroke = [&](const glm::dvec4 &color, double width) {
        figure.push_back(FigureLine{{{left, y - tick}, {left, y + tick}}, color, width});
        figure.push_back(FigureLine{{{right, y - tick}, {right, y + tick}}, color, width});
        figure.push_back(FigureLine{{{left, y}, {right, y}}, color, width});
    };
    const double rim = frame.color.x > 0.5 ? 0.0 : 1.0;
    stroke({rim, rim, rim, 0.5}, 2.5 * line);
    stroke(frame.color, line);
    figure.push_back(FigureText{{(left + right) / 2.0, y - 1.6 * tick},
                                {0.5, 1.0},
                                length_text(length, frame.facts.grid.unit),
                                frame.text_height,
                                frame.color});
}

FigureFrame frame_of(const Scene &scene, const FigureFacts &facts) {
    const FigureChoice &choice = scene.figure;
    const double automatic = std::clamp(std::min(scene.width, scene.height) / 32.0, 10.0, 64.0);
    const double height = choice.text_height > 0.0 ? choice.text_height : automatic;
    return {scene, facts, height, readable_color(choice, scene.settings.background), 0.8 * height};
}

Figure make_figure(const Scene &scene, const SceneContent &content, bool with_values) {
    FigureFacts facts = figure_facts(scene, content);
    if (scene.figure.annotations) {
        facts.readings = annotation_readings(scene, content, with_values);
    }
    return make_figure(scene, facts);
}

Figure make_figure(const Scene &scene, const FigureFacts &facts, bool with_annotations) {
    const FigureChoice &choice = scene.figure;
    const FigureFrame frame = frame_of(scene, facts);
    Figure figure;
    if (choice.annotations && with_annotations) {
        add_annotations(figure, frame);
    }
    if (choice.scale_bar) {
        add_scale_bar(figure, frame);
    }
    if (choice.legend) {
        add_legend(figure, frame);
    }
    if (choice.orientation) {
        add_orientation_cube(figure, frame);
    }
    add_texts(figure, frame);
    return figure;
}

} // namespace voxmarch
