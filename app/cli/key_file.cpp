// Reads key frames, field by field, in the words of the options.
#include "app/cli/key_file.h"

#include "app/cli/parse.h"
#include "app/cli/typed_options.h"
#include "base/error.h"
#include "base/input_guard.h"
#include "base/json_text.h"
#include "base/text.h"
#include "renderer/views.h"
#include "transfer/formats/format.h"
#include "transfer/preset.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

/// "..": what the file has there, shortened.
std::string value_in_words(const JsonNode &node) {
    const std::string text = node.json();
    return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

[[noreturn]] void refuse(const JsonNode &node, const std::string &problem) {
    node.fail(fmt::format("\"{}\" is {}: {}", node.path(), value_in_words(node), problem));
}

/// What `read` makes of it; its complaints get line and field.
template <typename Read> auto checked(const JsonNode &node, const Read &read) {
    try {
        return read();
    } catch (const InvalidTransfer &problem) {
        refuse(node, problem.problem);
    } catch (const Error &problem) {
        refuse(node, problem.what());
    }
}

double number_in(const JsonNode &node, double low, double high) {
    if (!node.is_number() || !(node.number() >= low && node.number() <= high)) {
        refuse(node, fmt::format("it must be a number from {:g} to {:g}", low, high));
    }
    return node.number();
}

std::string word_of(const JsonNode &node) {
    if (!node.is_text() || node.text().empty()) {
        refuse(node, "it must be a word in quotes");
    }
    return node.text();
}

template <NamedEnum Enum> Enum named_in(const JsonNode &node) {
    const std::optional<Enum> value = find_value<Enum>(word_of(node));
    if (!value) {
        refuse(node, fmt::format("it must be one of: {}", fmt::join(words_of<Enum>(), ", ")));
    }
    return *value;
}

/// As an option takes it: a text as it is, a number, or a list of both with `separator`.
std::string words_in(const JsonNode &node, char separator = ',') {
    if (node.is_text()) {
        return node.text();
    }
    if (node.is_number()) {
        return fmt::format("{}", node.number());
    }
    if (!node.is_array()) {
        refuse(node, "it must be a number, a text or a list of them");
    }
    std::string words;
    for (const JsonNode &one : node.elements()) {
        if (one.is_array()) {
            refuse(node, "its lists are too deep");
        }
        words += (words.empty() ? "" : std::string(1, separator)) + words_in(one);
    }
    return words;
}

/// Fields that are none of `known` are refused.
void require_known(const JsonNode &node, const std::vector<std::string> &known) {
    for (const std::string &field : node.fields()) {
        if (std::ranges::find(known, field) == known.end()) {
            const std::string near = nearest_word(field, known);
            node.at(field.c_str())
                .fail(fmt::format("\"{}\" is no field{}; there are: {}", node.at(field.c_str()).path(),
                                  near.empty() ? "" : fmt::format(", do you mean \"{}\"", near),
                                  fmt::join(known, ", ")));
        }
    }
}

/// The words of --camera.
std::string camera_words(const JsonNode &node) {
    if (!node.is_object()) {
        return word_of(node);
    }
    require_known(node, {"eye", "target", "up", "fov", "height", "azimuth", "elevation", "roll", "zoom"});
    std::string words;
    for (const std::string &field : node.fields()) {
        const JsonNode value = node.at(field.c_str());
        words += fmt::format("{}{}={}", words.empty() ? "" : ",", field, words_in(value));
    }
    return words;
}

/// Cameras go from key to key by the shortest turn, which half a turn has not.
void require_short_turns(const JsonNode &node, const WrittenKey &key) {
    const CameraParts parts = parse_camera_parts(key.camera);
    if (!key.view.empty() || parts.eye || parts.target) {
        return;
    }
    for (const CameraTurn &turn : parts.turns) {
        if (std::abs(turn.degrees) >= 180.0) {
            refuse(node, fmt::format("{} turns the camera of the key before, and goes there by the shortest way: less "
                                     "than 180 degrees a key, more keys turn further",
                                     turn.name));
        }
    }
}

void read_camera(const JsonNode &node, WrittenKey &key) {
    if (node.has("view")) {
        const JsonNode view = node.at("view");
        key.view = word_of(view);
        checked(view, [&] { return named_view(key.view, Grid{}, 1.0); });
    }
    if (node.has("camera")) {
        const JsonNode camera = node.at("camera");
        key.camera = camera_words(camera);
        checked(camera, [&] {
            Camera somewhere; // what is left out is not known yet
            somewhere.target = {1e9, 2.3e9, 3.1e9};
            return parse_camera(key.camera, somewhere);
        });
        require_short_turns(camera, key);
    }
    if (node.has("projection")) {
        key.projection = named_in<Projection>(node.at("projection"));
    }
}

TransferFunction function_in(const JsonNode &node, const std::filesystem::path &folder) {
    if (node.is_object()) {
        return checked(node, [&] {
            TransferNotes notes;
            TransferFunction transfer;
            try {
                nlohmann::json object = nlohmann::json::parse(node.json()); // what a file begins with may be left out
                object.emplace("format", "voxmarch-transfer");
                object.emplace("version", 1);
                object.emplace("name", node.path());
                transfer = read_voxmarch(json_text(object), notes);
            } catch (const FormatProblem &problem) {
                const std::string text = problem.what();
                refuse(node, text.starts_with("line 1: ") ? text.substr(8) : text);
            }
            if (!notes.empty()) {
                refuse(node, notes.front().text);
            }
            validate(transfer);
            return transfer;
        });
    }
    const std::string name = word_of(node);
    if (name == "auto") {
        refuse(node, "the function of the data is what the options choose: leave it out");
    }
    const std::filesystem::path beside = folder / name;
    std::error_code ignored;
    const bool is_there = std::filesystem::is_regular_file(beside, ignored);
    const bool is_preset =
        std::ranges::any_of(transfer_presets(), [&](const TransferFunction &preset) { return preset.name == name; });
    return checked(node, [&] { return resolve_transfer(is_there && !is_preset ? beside.string() : name); });
}

void read_look(const JsonNode &node, const std::filesystem::path &folder, WrittenKey &key) {
    if (node.has("transfer")) {
        key.transfer = function_in(node.at("transfer"), folder);
    }
    if (node.has("window")) {
        const JsonNode window = node.at("window");
        key.window = checked(window, [&] { return parse_window(words_in(window, ':'), "it"); });
    }
    if (node.has("opacity")) {
        key.opacity = number_in(node.at("opacity"), 0.0, 1.0);
    }
}

void read_clip(const JsonNode &node, WrittenKey &key) {
    if (node.has("clip")) {
        const JsonNode clip = node.at("clip");
        std::string words;
        if (clip.is_array()) {
            for (const JsonNode &axis : clip.elements()) {
                words += (words.empty() ? "" : ",") + words_in(axis, ':');
            }
        } else {
            words = word_of(clip);
        }
        key.clip = checked(clip, [&] { return parse_clip_box(words); });
    }
    if (node.has("clip_plane")) {
        const JsonNode planes = node.at("clip_plane");
        if (!planes.is_array() || planes.elements().size() > clip_plane_limit) {
            refuse(planes, fmt::format("it must be a list of planes [nx, ny, nz, d], at most {}", clip_plane_limit));
        }
        key.clip_planes.emplace();
        for (const JsonNode &plane : planes.elements()) {
            const std::vector<double> numbers =
                checked(plane, [&] { return parse_numbers(words_in(plane), 4, ',', "it"); });
            key.clip_planes->push_back({{numbers[0], numbers[1], numbers[2]}, numbers[3]});
            if (glm::length(key.clip_planes->back().normal) == 0.0) {
                refuse(plane, "the normal of a plane must not be 0");
            }
        }
    }
    if (node.has("clip_invert")) {
        const JsonNode invert = node.at("clip_invert");
        if (!invert.is_truth()) {
            refuse(invert, "it must be true or false");
        }
        key.clip_inverted = invert.truth();
    }
}

/// One value, or one for each surface.
template <typename Value>
std::vector<Value> surface_values(const JsonNode &node, const std::function<Value(const std::string &)> &parse) {
    std::vector<Value> values;
    for (const std::string &word : text::split(words_in(node), ',')) {
        values.push_back(checked(node, [&] { return parse(word); }));
    }
    if (values.size() > surface_limit) {
        refuse(node, fmt::format("there are at most {} surfaces", surface_limit));
    }
    return values;
}

void read_isosurfaces(const JsonNode &node, WrittenKey &key) {
    if (node.has("mode")) {
        key.mode = named_in<Mode>(node.at("mode"));
    }
    if (node.has("isovalue")) {
        key.isovalues = surface_values<double>(
            node.at("isovalue"), [](const std::string &word) { return parse_number(word, -1e300, 1e300, "it"); });
    }
    if (node.has("isosurface_opacity")) {
        key.surface_opacities = surface_values<float>(node.at("isosurface_opacity"), [](const std::string &word) {
            return static_cast<float>(parse_number(word, 0.0, 1.0, "it"));
        });
    }
    if (node.has("isosurface_color")) {
        key.surface_colors = surface_values<glm::vec3>(node.at("isosurface_color"),
                                                       [](const std::string &word) { return parse_color(word, "it"); });
    }
}

WrittenKey key_in(const JsonNode &node, const std::filesystem::path &folder) {
    if (!node.is_object()) {
        refuse(node, "a key frame is an object, as {\"at\": 0, \"view\": \"front\"}");
    }
    require_known(node, {"at", "view", "camera", "projection", "transfer", "window", "opacity", "clip", "clip_plane",
                         "clip_invert", "mode", "isovalue", "isosurface_opacity", "isosurface_color", "background",
                         "exposure", "time"});
    WrittenKey key;
    key.name = node.path();
    if (!node.has("at")) {
        node.fail(fmt::format("\"{}\" has no \"at\", its seconds{}", node.path(),
                              node.has("time") ? " (\"time\" is the number of a time in a series)" : ""));
    }
    key.at = number_in(node.at("at"), 0.0, duration_limit);
    read_camera(node, key);
    read_look(node, folder, key);
    read_clip(node, key);
    read_isosurfaces(node, key);
    if (node.has("background")) {
        const JsonNode color = node.at("background");
        key.background = checked(color, [&] { return parse_color(words_in(color), "it"); });
    }
    if (node.has("exposure")) {
        key.exposure = number_in(node.at("exposure"), -10.0, 10.0);
    }
    if (node.has("time")) {
        const JsonNode time = node.at("time");
        const double number = number_in(time, 0.0, 65535.0);
        if (number != std::floor(number)) {
            refuse(time, "it must be a whole number");
        }
        key.time = static_cast<int>(number);
        key.time_line = time.line();
    }
    return key;
}

KeyFile keys_in(const JsonNode &root, const std::string &file) {
    KeyFile result{file, {}, {}};
    require_known(root, {"keys", "ease", "rate"});
    if (root.has("ease")) {
        result.line.easing = named_in<Easing>(root.at("ease"));
    }
    if (root.has("rate")) {
        result.line.rate = number_in(root.at("rate"), 1.0, rate_limit);
    }
    const JsonNode list = root.at("keys");
    for (const JsonNode &node : list.elements()) {
        const WrittenKey &key = result.keys.emplace_back(key_in(node, std::filesystem::path(file).parent_path()));
        if (result.keys.size() > 1 && !(key.at > result.keys[result.keys.size() - 2].at)) {
            refuse(node.at("at"), fmt::format("it must lie behind the key before, which is at {:g}",
                                              result.keys[result.keys.size() - 2].at));
        }
    }
    if (result.keys.empty() || !(result.keys.back().at > 0.0)) {
        list.fail("\"keys\" has no key behind 0 seconds: a film ends at its last key");
    }
    result.line.duration = result.keys.back().at;
    return result;
}

std::string text_of_keys(const std::string &file) {
    constexpr std::uintmax_t largest = 64u << 20;
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(file, problem);
    if (problem) {
        throw FileError(file, std::filesystem::exists(file, problem) ? "is no file" : "no such file");
    }
    if (size > largest) {
        throw FileError(file, "is too large for key frames that somebody wrote");
    }
    remember_input(file);
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) {
        throw FileError(file, "cannot be read");
    }
    return text;
}

} // namespace

KeyFile read_key_file(const std::string &file) {
    const std::string text = text_of_keys(file);
    try {
        return keys_in(JsonNode(text), file);
    } catch (const FormatProblem &problem) {
        throw FileError(file, problem.what());
    }
}

KeyFile stretched(KeyFile keys, double duration) {
    // The track of times stands for all: each key is on it.
    TimeLine times = keys.line;
    for (const WrittenKey &key : keys.keys) {
        times.time.push_back({key.at, 0});
    }
    times = stretched(std::move(times), duration);
    for (std::size_t i = 0; i < keys.keys.size(); ++i) {
        keys.keys[i].at = times.time[i].at;
    }
    keys.line.duration = duration;
    return keys;
}

KeyFrames<int> times_of(const KeyFile &keys, int first) {
    KeyFrames<int> times;
    if (std::ranges::none_of(keys.keys, [](const WrittenKey &key) { return key.time.has_value(); })) {
        return times;
    }
    for (const WrittenKey &key : keys.keys) {
        first = key.time.value_or(first);
        times.push_back({key.at, first});
    }
    return times;
}

} // namespace voxmarch
