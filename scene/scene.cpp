// Sessions as files, and what scenes are compared by.
#include "scene/scene.h"

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "renderer/picture_file.h"
#include "scene/session_search.h"
#include "volume/formats/standard_input.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

std::string extension_of(const fs::path &file) {
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return extension;
}

/// The session in the file; empty if there is none.
std::string text_of(const fs::path &file) {
    if (picture_format(file)) {
        return find_picture_text(file, session_keyword).value_or("");
    }
    std::error_code ignored;
    if (extension_of(file) != ".json" || !fs::is_regular_file(file, ignored)) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    return bytes.find(session_keyword) != std::string::npos ? bytes : std::string();
}

} // namespace

Image draw_picture(const Scene &scene, const std::function<Image(const RenderSettings &)> &draw) {
    if (!scene.transparent) {
        return draw(scene.settings);
    }
    RenderSettings settings = scene.settings;
    settings.finish.background_top.reset();
    settings.background = glm::vec3(1.0f);
    const Image over_white = draw(settings);
    settings.background = glm::vec3(0.0f);
    return without_background(draw(settings), over_white);
}

std::string to_string(const LevelOfDetail &lod) {
    return lod.for_screen ? "screen" : lod.level == 0 ? "exact" : std::to_string(lod.level);
}

LevelOfDetail parse_lod(const std::string &text) {
    if (text == "exact" || text == "screen") {
        return {text == "screen", 0};
    }
    int level = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
    if (error != std::errc() || end != text.data() + text.size() || level < 0 || level > 63) {
        throw UsageError("level of detail is '" + text + "'; it must be exact, screen, or a number from 0 to 63");
    }
    return {false, level};
}

std::string checked_unit(const std::string &text) {
    constexpr std::size_t most = 16;
    const std::string unit = text::trim(text);
    const auto letters = std::ranges::count_if(unit, [](char one) { return (one & 0xc0) != 0x80; }); // of UTF-8
    const bool controls = std::ranges::any_of(unit, [](unsigned char one) { return one < 0x20 || one == 0x7f; });
    if (controls || static_cast<std::size_t>(letters) > most) {
        throw UsageError(fmt::format("a unit of '{}': it must be a short text in one line, of at most {} letters",
                                     text::one_line(unit, 40), most));
    }
    return unit;
}

bool same_transfer(const TransferFunction &a, const TransferFunction &b) {
    return a.name == b.name && a.domain == b.domain && a.colors == b.colors && a.opacities == b.opacities &&
           a.widgets == b.widgets && a.gradient_opacities == b.gradient_opacities && a.materials == b.materials &&
           a.emissions == b.emissions && a.opacity_distance == b.opacity_distance;
}

std::string absolute_source(const std::string &source) {
    std::error_code error;
    const fs::path whole = fs::absolute(source, error);
    return source.empty() || is_made(source) || is_standard_input(source) || error ? source
                                                                                   : whole.lexically_normal().string();
}

VolumeSource volume_source(const std::string &source, const ReadOptions &read) {
    return {source,     read.raw,   read.series, read.spacing,      read.downsample, read.channel,    read.time,
            read.level, read.array, {},          read.spacing_unit, read.field,      read.orientation};
}

bool is_session(const fs::path &file) { return !text_of(file).empty(); }

Scene read_session(const fs::path &file, const std::vector<std::string> &known) {
    if (std::error_code ignored; !fs::exists(file, ignored)) {
        throw FileError(file, "no such file");
    }
    const std::string text = text_of(file);
    if (text.empty()) {
        throw FileError(file, "holds no session of voxmarch");
    }
    try {
        Scene scene = scene_from_json(text);
        scene.volume.source = find_source(scene.volume.source, file, scene.identity.bytes, known);
        for (OtherVolume &other : scene.other_volumes) {
            other.volume.source = find_source(other.volume.source, file, other.identity.bytes, known);
        }
        scene.labels = find_source(scene.labels, file, 0, known);
        scene.skeleton.source = find_source(scene.skeleton.source, file, 0, known);
        for (SceneMesh &mesh : scene.meshes) {
            mesh.source = find_source(mesh.source, file, 0, known);
        }
        return scene;
    } catch (const std::exception &problem) {
        throw FileError(file, std::string("as a session: ") + problem.what());
    }
}

Scene with_names(const Scene &scene, const std::function<std::string(const std::string &)> &name_of) {
    const auto named = [&](const std::string &source) {
        return source.empty() || is_made(source) || is_standard_input(source) ? source : name_of(source);
    };
    Scene result = scene;
    result.volume.source = named(scene.volume.source);
    for (OtherVolume &other : result.other_volumes) {
        other.volume.source = named(other.volume.source);
    }
    result.labels = named(scene.labels);
    result.skeleton.source = named(scene.skeleton.source);
    for (SceneMesh &mesh : result.meshes) {
        mesh.source = named(mesh.source);
    }
    return result;
}

void write_session(const Scene &scene, const fs::path &file) {
    const fs::path folder = fs::path(absolute_source(file.string())).parent_path();
    const Scene kept = with_names(scene, [&](const std::string &source) {
        const fs::path way = fs::path(absolute_source(source)).lexically_relative(folder);
        return way.empty() ? absolute_source(source) : way.string();
    });
    OutputFile output(file);
    output.write(to_json(kept).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    output.commit(Keep::written);
}

} // namespace voxmarch
