// Sessions in the place of volumes.
#include "app/cli/render_session.h"

#include "app/cli/render_output.h"
#include "app/progress.h"
#include "scene/key_frames.h"
#include "scene/session_search.h"
#include "volume/formats/standard_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

/// Takes what stands on the command line, but for the volume, again.
static void take_words(CLI::App &command) {
    for (CLI::Option *option : command.get_options([](CLI::Option *one) { return one->count() > 0; })) {
        if (option->get_name() != "VOLUME") {
            option->run_callback();
        }
    }
}

/// @throws UsageError for a session without key frames
static void require_time_line(const Scene &scene, const char *option, const std::string &file) {
    if (key_times(scene.time_line).empty()) {
        throw UsageError(fmt::format("{}: the session {} has no key frames; the viewer adds them (View, Time line) and "
                                     "keeps them in the session",
                                     option, file));
    }
}

/// Options that say what key frames of a track would say of every picture. Those of another channel are of none that
/// is drawn.
struct TrackOptions {
    Track track;
    std::vector<const char *> names;
};
static const TrackOptions track_options[] = {
    {Track::transfer, {"--transfer", "--data", "--window", "--channel", "--channels"}},
    {Track::clipping, {"--clip", "--clip-plane", "--clip-invert"}},
    {Track::isosurfaces,
     {"--mode", "--isovalue", "--isosurface-color", "--isosurface-opacity", "--isosurface-channel", "--channel",
      "--channels"}},
    {Track::light,
     {"--light", "--fill", "--side-light", "--ambient", "--diffuse", "--specular", "--shininess", "--background",
      "--background-top", "--exposure", "--look"}}};

/// The command line's words hold for all pictures: what key frames say of the same is left out, with a note.
static void leave_out_said(TimeLine &line, const std::set<std::string> &given) {
    for_each_track(line, [&](Track track, auto &keys) {
        for (const auto &[of, names] : track_options) {
            const auto said = std::ranges::find_if(names, [&](const char *name) { return given.contains(name); });
            if (of == track && said != names.end() && !keys.empty()) {
                say(fmt::format("note: {} holds for all pictures: key frames of {} are left out", *said,
                                name_of(track)));
                keys.clear();
            }
        }
    });
}

void note_beyond_end(double at, const TimeLine &line) {
    if (at > line.duration) {
        say(fmt::format("note: --at {:g} is behind the end: the time line has {:g} s", at, line.duration));
    }
}

void take_session(RenderOptions &options, CLI::App &command) {
    const std::string file = options.volume.source;
    if (!is_session(file)) {
        return;
    }
    // It says all that the command line does not: defaults of config.json do not count.
    const std::set<std::string> given = options.given;
    options = {};
    options.given = given;
    options.volume.source = file;
    take_words(command);
    Scene scene = read_session(file);
    if (options.at && options.keys_file.empty()) {
        require_time_line(scene, "--at", file);
        note_beyond_end(*options.at, scene.time_line);
        const int kept = scene.volume.time;
        scene = scene_at(scene, *options.at);
        if (scene.volume.time != kept) {
            scene.identity = {}; // of other voxels
        }
    }
    if (options.animate) {
        require_time_line(scene, "--animate", file);
        leave_out_said(scene.time_line, options.given);
        scene.time_line.rate = options.rate.value_or(scene.time_line.rate);
        scene.time_line = stretched(scene.time_line, options.duration.value_or(scene.time_line.duration));
    }
    options.session_file = file;
    options.volume.source = options.session_volume.empty() ? scene.volume.source : options.session_volume;
    if (!is_standard_input(options.session_volume)) { // which is read when all words are understood
        require_source(options.volume.source, file, "volume", Remedy::find_volume);
    }
    for (const OtherVolume &other : scene.other_volumes) {
        require_source(other.volume.source, file, "volume", Remedy::find_volume);
    }
    options.volume.read = scene.volume.read_options();
    if (!options.labels.given() && !scene.labels.empty()) {
        require_source(scene.labels, file, "label volume", Remedy::find_labels);
    }
    if (!options.skeleton.given()) {
        require_source(scene.skeleton.source, file, "skeleton", Remedy::find_lines);
    }
    for (const SceneMesh &mesh : scene.meshes) {
        if (std::error_code ignored; !options.meshes.given() && !std::filesystem::exists(mesh.source, ignored)) {
            throw FileError(
                file, fmt::format("its mesh {} is not there; --mesh FILE names all of its meshes anew", mesh.source));
        }
    }
    if (options.output.empty()) {
        options.output =
            is_picture(file) ? std::filesystem::path(file).stem().string() + "-again.png" : default_output(file);
    }
    take_scene(options, command, scene);
}

void take_keys(RenderOptions &options) {
    if (options.keys_file.empty()) {
        return;
    }
    KeyFile keys = read_key_file(options.keys_file);
    keys.line.rate = options.rate.value_or(keys.line.rate);
    keys = stretched(std::move(keys), options.duration.value_or(keys.line.duration));
    keys.line.time = times_of(keys, options.volume.read.time);
    options.keys = std::move(keys);
}

void take_scene(RenderOptions &options, CLI::App &command, const Scene &scene) {
    options.session = scene;
    options.size = {scene.width, scene.height};
    options.settings = scene.settings;
    options.traversal = scene.settings.traversal;
    options.classification = scene.settings.classification;
    options.gradient = scene.settings.gradient;
    options.window = scene.window;
    options.transparent = scene.transparent;
    options.lod = scene.lod;
    options.data = scene.data;
    options.value_unit = scene.value_unit;
    options.figure.keep(scene.figure);
    options.transfer.clear();
    if (command.count("--isovalue") == 0) {
        options.surfaces.keep(scene);
    }
    if (!options.labels.given() && !scene.labels.empty()) {
        options.labels.set_file(scene.labels);
        options.session_labels = true;
    }
    take_words(command);
    if (options.transfer.empty() && options.given.contains("--data")) {
        options.transfer = "auto"; // else it would say nothing
    }
}

void require_session(const RenderOptions &options) {
    const std::pair<const char *, bool> of_sessions[] = {{"--strict", options.strict},
                                                         {"--volume", !options.session_volume.empty()},
                                                         {"--animate", options.animate},
                                                         {"--at", options.at && options.keys_file.empty()}};
    for (const auto &[name, given] : of_sessions) {
        if (given && !options.session) {
            throw UsageError(
                fmt::format("{} goes with a session, or a picture that holds one, in the place of the volume", name));
        }
    }
    if (options.session && shows_both_sides(*options.session) && !options.figure.file().empty()) {
        throw UsageError("--figure writes one picture, and the session compares two: --output writes both, with what "
                         "lies over them");
    }
}

void settle_comparison(const RenderOptions &options, Scene &scene) {
    if (!scene.comparison) {
        return;
    }
    if (!has_what_is_compared(scene)) {
        say("note: the session's comparison is left out, as it is of other volumes or channels than are drawn");
        scene.comparison.reset();
        return;
    }
    for (const auto &[name, given] : {std::pair("--probe", options.probe.has_value()),
                                      {"--heatmap", options.heat_map.has_value()},
                                      {"--verify-skip", options.verify_skip}}) {
        if (given && shows_both_sides(scene)) {
            say(fmt::format("note: {} is of A alone, the left side of the session's comparison", name));
            scene = side_of(std::move(scene), Side::a);
            return;
        }
    }
    if (scene.comparison->volumes) {
        return;
    }
    if (shows_both_sides(scene) && look_of(scene) != look_of(*options.session)) {
        say("note: what options say of the look holds for A, the left side: B is as the session keeps it");
    }
    scene.comparison->other.settings.leaf_size = scene.settings.leaf_size; // of the octree of both
}

namespace {

/// Tells of a session's problem. @return false if --strict makes it the end
bool accepts(const RenderOptions &options, const std::string &problem) {
    if (!problem.empty()) {
        say(options.strict ? problem + "; without --strict it is drawn" : "note: " + problem);
    }
    return problem.empty() || !options.strict;
}

/// Whether another channel, time or level than the session's was asked for, of which it knows nothing.
bool reads_others(const RenderOptions &options) {
    const VolumeSource &kept = options.session->volume;
    const ReadOptions &read = options.volume.read;
    return read.channel != kept.channel || read.time != kept.time || read.level != kept.level;
}

} // namespace

bool accepts_volume(const RenderOptions &options, const VolumeIdentity &identity) {
    if (!options.session || reads_others(options)) {
        return true;
    }
    const VolumeIdentity &expected = options.session->identity;
    const std::string problem = identity_problem(expected, identity, options.volume.source, options.session_file);
    const bool unknown = expected.hash.empty(); // sessions of older versions
    return unknown && !options.strict ? true : accepts(options, problem);
}

bool accepts_other_volumes(const RenderOptions &options, const std::vector<VolumeIdentity> &identities) {
    const std::vector<OtherVolume> &others = options.volumes.others();
    for (std::size_t i = 0; options.session && i < identities.size(); ++i) {
        const OtherVolume &other = others[i];
        const bool expected = !other.identity.hash.empty(); // else it is named on the command line
        if (expected && !accepts(options, identity_problem(other.identity, identities[i], other.volume.source,
                                                           options.session_file))) {
            return false;
        }
    }
    return true;
}

bool accepts_labels(const RenderOptions &options, const std::string &hash) {
    if (!options.session || !options.labels.given()) {
        return true;
    }
    std::string problem = labels_problem(*options.session, hash, options.labels.file(), options.session_file);
    if (!problem.empty() && !options.session_labels) {
        problem += "; --labels FILE has its own colours";
    }
    return accepts(options, problem);
}

} // namespace voxmarch
