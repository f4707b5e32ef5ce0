// Refuses options that ask for two things at once, before anything is read.
#include "app/cli/render_task.h"

#include "app/cli/render_output.h"
#include "app/environment.h"
#include "base/error.h"
#include "renderer/picture_file.h"
#include "scene/film_writer.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace voxmarch {

namespace {

/// Several pictures need names or a film, and are not what one picture is asked for.
/// @param task  the option that draws them
void require_several(const RenderOptions &options, const char *task) {
    if (options.given.contains("--frames")) {
        throw UsageError(
            fmt::format("--frames draws one camera again and again, {} one picture of each: take one of them", task));
    }
    for (const auto &[name, given] :
         {std::pair("--verify-skip", options.verify_skip), {"--reference", options.reference.given()}}) {
        if (given) {
            throw UsageError(
                fmt::format("{} compares one picture, {} draws several: run them one after the other", name, task));
        }
    }
    if (!is_numbered(options.output) && !is_film(options.output)) {
        throw UsageError(fmt::format("{0} draws pictures into files of their own: --output needs {{}} or {{:04}} for "
                                     "their number, as in {1}_{{:04}}.png, or names a film, as {1}.mp4{2}",
                                     task, options.along_line() ? "film" : "turn",
                                     options.output.empty() ? "" : ", it is '" + options.output + "'"));
    }
}

/// Each picture of several has a figure of its own, or none.
void require_figures(const RenderOptions &options, const char *task) {
    const std::string &file = options.figure.file();
    if (!file.empty() && !is_numbered(file)) {
        const std::string stem = std::filesystem::path(file).stem().string();
        throw UsageError(fmt::format("{} draws several pictures, and --figure is of one: put {{:04}} into its name, as "
                                     "in {}_{{:04}}{}, for one beside each{}",
                                     task, stem, std::filesystem::path(file).extension().string(),
                                     options.along_line() ? ", or draw one picture with --at SECONDS" : ""));
    }
}

/// The option that asks for a film.
const char *film_option(const RenderOptions &options) {
    return options.turntable > 0 ? "--turntable" : options.keys ? "--keys" : "--animate";
}

/// Of --preview, --resume and --duration.
void require_parts_of_films(const RenderOptions &options) {
    for (const auto &[name, given] : {std::pair("--preview", options.preview > 0), {"--resume", options.resume}}) {
        if (given && !options.films()) {
            throw UsageError(fmt::format("{} is of films: --turntable, --animate or --keys draws one", name));
        }
    }
    if (options.duration && !options.animate && !options.keys) {
        throw UsageError(options.turntable > 0
                             ? "--duration is of time lines: a turn of N pictures lasts N / --frame-rate seconds"
                             : "--duration is of time lines: --animate or --keys draws one");
    }
    if (!options.resume) {
        return;
    }
    if (picture_format(options.output) != PictureFormat::png) {
        throw UsageError(fmt::format("--resume goes on with numbered PNG files, as film_{{:04}}.png, and --output is "
                                     "'{}': a {} is made anew",
                                     options.output, is_film(options.output) ? "film file" : "picture like this"));
    }
    for (const auto &[name, given] : {std::pair("--embed none", options.embed == Embed::none),
                                      {"--figure", !options.figure.file().empty()},
                                      {"--time of several", options.volume.several_times.has_value()}}) {
        if (given) {
            throw UsageError(fmt::format("--resume knows the pictures of a film by what they tell about themselves, "
                                         "which does not go with {}",
                                         name));
        }
    }
}

/// One thing moves, and films are of several pictures.
void require_films(const RenderOptions &options) {
    const bool moves = options.turntable > 0 || options.volume.several_times;
    const bool session_moves = options.animate && (moves || options.at || options.keys);
    if (session_moves || (options.keys && moves)) {
        throw UsageError(fmt::format("{} draws the whole time line, cameras and times as it has them: leave {} out",
                                     options.keys && moves ? "--keys" : "--animate",
                                     options.turntable > 0 ? "--turntable"
                                     : moves               ? "--time of several"
                                     : options.keys        ? "--keys"
                                                           : "--at"));
    }
    require_parts_of_films(options);
    if (!is_film(options.output)) {
        return;
    }
    if (!moves && !options.along_line()) {
        throw UsageError(fmt::format("--output is '{}', a film of one picture: --turntable, --animate, --keys or "
                                     "--time of several draw more, else name it NAME.png",
                                     options.output));
    }
    if (options.given.contains("--transparent")) { // a session's is left out
        throw UsageError("--transparent: films have no opacities, PNG files do");
    }
    if (launched().size > 1) {
        throw UsageError("a film is made by one program: start it without mpirun, or have it draw PNG files");
    }
    if (const std::string reason = why_no_films(); !reason.empty()) {
        throw UnsupportedError(reason);
    }
}

/// What the file's format cannot hold. @throws UsageError
void require_format(const RenderOptions &options) {
    const std::optional<PictureFormat> format = picture_format(options.output);
    if (format == PictureFormat::jpeg && options.given.contains("--transparent")) { // a session's is left out
        throw UsageError("--transparent: JPEG files have no opacities, name the picture NAME.png, .tif or .exr");
    }
    if (options.given.contains("--quality") && format != PictureFormat::jpeg && !is_film(options.output)) {
        throw UsageError("--quality is that of JPEG files and films: name the picture NAME.jpg, or leave it out");
    }
    if (format == PictureFormat::exr && launched().size > 1) {
        throw UsageError("OpenEXR files are drawn by one program: start it without mpirun, or name another format");
    }
}

/// The same of the pictures of several times.
void require_times(const RenderOptions &options) {
    const std::pair<const char *, bool> others[] = {{"--frames", options.given.contains("--frames")},
                                                    {"--verify-skip", options.verify_skip},
                                                    {"--reference", options.reference.given()},
                                                    {"--probe", options.probe.has_value()},
                                                    {"--heatmap", options.heat_map.has_value()},
                                                    {"--lod", options.lod != LevelOfDetail{}},
                                                    {"--bricks", options.bricks},
                                                    {"--ranks-own-data", options.ranks_own_data}};
    for (const auto &[name, given] : others) {
        if (given) {
            throw UsageError(fmt::format("{} goes with one time, and --time asks for several: take one of them", name));
        }
    }
    if (!is_numbered(options.output, options.turntable == 0) && !is_film(options.output)) {
        throw UsageError(fmt::format("--time draws a picture of each time into a file of its own: --output needs {{t}} "
                                     "for the time, or {{n}} or {{:04}} for the picture's number, as in f_{{n}}.png{}",
                                     options.output.empty() ? "" : ", it is '" + options.output + "'"));
    }
}

} // namespace

void require_one_task(const RenderOptions &options) {
    require_films(options);
    require_format(options);
    if (options.films()) {
        require_several(options, film_option(options));
        require_figures(options, film_option(options));
    }
    if (options.volume.several_times) {
        require_times(options);
    }
    if (!options.probe && !options.heat_map) {
        return;
    }
    const char *task = options.probe ? "--probe" : "--heatmap";
    const std::pair<const char *, bool> others[] = {{"--heatmap", options.probe && options.heat_map},
                                                    {"--mode", options.settings.mode != Mode::volume},
                                                    {"--verify-skip", options.verify_skip},
                                                    {"--stats", !options.stats.empty()},
                                                    {"--reference", options.reference.given()},
                                                    {"--frames", options.frames > 1},
                                                    {"--turntable", options.turntable > 0},
                                                    {"--animate", options.animate},
                                                    {"--keys", options.keys.has_value()}};
    for (const auto &[name, given] : others) {
        if (given) {
            throw UsageError(fmt::format("{} does not go with {}, which draws no picture of the volume: run them one "
                                         "after the other",
                                         name, task));
        }
    }
}

} // namespace voxmarch
