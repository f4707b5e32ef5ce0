// Asks the files of a film what they are of.
#include "app/cli/film_pictures.h"

#include "app/cli/render_output.h"
#include "base/json_text.h"
#include "renderer/png_text.h"
#include "renderer/visible_part.h"
#include "scene/animation.h"
#include "scene/key_frames.h"
#include "scene/provenance.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>

namespace voxmarch {

FilmScenes::FilmScenes(const RenderOptions &options, const Scene &scene) : options_(options), scene_(scene) {
    if (options.turntable > 0) {
        cameras_ = turntable_cameras(scene.camera, options.turntable);
    }
}

Scene FilmScenes::at(int number) const {
    if (options_.along_line()) {
        return scene_at(scene_, time_of_picture(scene_.time_line, number));
    }
    Scene scene = scene_;
    if (!cameras_.empty()) {
        scene.camera = cameras_[static_cast<std::size_t>(number)];
    }
    return scene;
}

int FilmScenes::time_of(int number) const {
    const std::vector<int> &times = options_.times;
    return times.empty() ? scene_.volume.time : times[static_cast<std::size_t>(number) % times.size()];
}

std::string note_of_missed_volume(const RenderOptions &options, const Scene &scene, const Grid &grid,
                                  const std::vector<int> &numbers) {
    if (!options.films()) {
        return "";
    }
    const FilmScenes scenes(options, scene);
    std::size_t missed = 0;
    int first = 0;
    for (const int number : numbers) {
        const Scene shown = scenes.at(number);
        const std::vector<glm::dvec3> corners = clip_box_corners(grid, shown.settings);
        if (!sees_any(shown.camera, corners, double(shown.width) / double(shown.height))) {
            first = missed == 0 ? number : first;
            ++missed;
        }
    }
    return missed == 0 ? ""
                       : fmt::format("note: the camera looks past the volume in {} of {} pictures, from number {} on: "
                                     "views frame it (--fit sets their margin), eyes, targets and zooms that are "
                                     "written do not",
                                     missed, numbers.size(), first);
}

std::vector<int> wanted_pictures(const RenderOptions &options) {
    const int all = options.pictures(), wanted = options.preview > 0 ? std::min(options.preview, all) : all;
    std::vector<int> numbers;
    for (int i = 0; i < wanted; ++i) {
        const double share = wanted > 1 ? static_cast<double>(i) / (wanted - 1) : 0.0;
        numbers.push_back(static_cast<int>(std::lround(share * (all - 1))));
    }
    return numbers;
}

namespace {

/// Empty: it is not there.
std::optional<std::string> bytes_of_picture(const std::string &file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Why a file is not the picture; "" if it is.
std::string why_another(const std::string &png, const Scene &scene, const RenderOptions &options, bool same_voxels) {
    const std::optional<PngSize> size = size_of_whole_png(png);
    if (!size) {
        return "is no whole PNG file";
    }
    if (size->width != scene.width || size->height != scene.height) {
        return fmt::format("has {}x{} pixels", size->width, size->height);
    }
    const std::optional<std::string> told = find_png_text(png, session_keyword);
    if (!told) {
        return "does not tell what it is of";
    }
    const std::string field =
        different_field(*told, picture_texts(scene, options.embed, {}).front().second, same_voxels);
    return field.empty() ? "" : "differs in " + field;
}

} // namespace

MissingPictures missing_pictures(const RenderOptions &options, const std::string &output, const Scene &scene,
                                 const std::vector<int> &wanted) {
    const FilmScenes scenes(options, scene);
    MissingPictures missing;
    int again = 0;
    std::string first;
    for (const int number : wanted) {
        const std::string file = frame_name(output, number, scenes.time_of(number));
        const std::optional<std::string> png = bytes_of_picture(file);
        Scene shown = scenes.at(number);
        shown.volume.time = scenes.time_of(number);
        const std::string reason = png ? why_another(*png, shown, options, shown.volume.time == scene.volume.time) : "";
        if (!png || !reason.empty()) {
            missing.numbers.push_back(number);
        }
        if (!reason.empty()) {
            first = again++ == 0 ? fmt::format("{} {}", file, reason) : first;
        }
    }
    if (again > 0) {
        missing.note =
            fmt::format("note: {}: drawn again{}", first, again > 1 ? fmt::format(", as {} more are", again - 1) : "");
    }
    return missing;
}

MissingPictures missing_pictures(const RenderOptions &options, const std::string &output, const Scene &scene,
                                 const std::vector<int> &wanted, Ranks &ranks) {
    if (ranks.alone()) {
        return missing_pictures(options, output, scene, wanted);
    }
    nlohmann::json found;
    if (ranks.lead()) {
        const MissingPictures missing = missing_pictures(options, output, scene, wanted);
        found = {{"numbers", missing.numbers}, {"note", missing.note}};
    }
    const nlohmann::json all = nlohmann::json::parse(ranks.broadcast(json_text(found)));
    return {all["numbers"].get<std::vector<int>>(), all["note"].get<std::string>()};
}

} // namespace voxmarch
