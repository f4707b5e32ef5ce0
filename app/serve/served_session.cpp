// The guard of sessions from outside.
#include "app/serve/served_session.h"

#include "app/serve/json_lines.h"
#include "app/serve/messages.h"
#include "base/error.h"
#include "scene/session_search.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

/// Whether a session means this source by this name.
bool names_same(const std::string &name, const std::string &source) {
    return name == source || (!is_made(source) && bare_name(name) == bare_name(source));
}

/// Says of which field of a session something is wrong, as its reader does.
UsageError wrong_field(const std::string &fields, const std::string &problem) {
    return UsageError(fmt::format("{}: {}", fields, problem));
}

/// @param field  of the session that says so
/// @throws UsageError for another file or another part of it
void require_same(const VolumeSource &given, const VolumeSource &open, const std::string &field) {
    if (!names_same(given.source, open.source)) {
        throw wrong_field(field + ": 'source'", "the session is of another volume than the one that is open");
    }
    const std::pair<const char *, bool> others[] = {{"raw", given.raw != open.raw},
                                                    {"series", given.series != open.series},
                                                    {"spacing", given.spacing != open.spacing},
                                                    {"spacing_unit", given.spacing_unit != open.spacing_unit},
                                                    {"orientation", given.orientation != open.orientation},
                                                    {"downsample", given.downsample != open.downsample},
                                                    {"channel", given.channel != open.channel},
                                                    {"other_channels", given.other_channels != open.other_channels},
                                                    {"time", given.time != open.time},
                                                    {"level", given.level != open.level},
                                                    {"array", given.array != open.array},
                                                    {"field", given.field != open.field}};
    for (const auto &[name, differs] : others) {
        if (differs) {
            throw wrong_field(fmt::format("{}: '{}'", field, name),
                              "the session reads the volume in another way than it was opened");
        }
    }
    VolumeSource same = given;
    same.source = open.source;
    if (same != open) { // in what is not listed above
        throw wrong_field(field, "the session reads the volume in another way than it was opened");
    }
}

/// Of a series any time will do. @throws UsageError as above
void require_same_volume(const Scene &scene, const LoadedVolume &loaded) {
    const VolumeSource &open = loaded.scene.volume;
    VolumeSource same = scene.volume;
    if (loaded.series && same.time >= 0 && same.time < loaded.series->count()) {
        same.time = open.time;
    }
    require_same(same, open, "'volume'");
    const std::string &hash = loaded.scene.identity.hash;
    if (scene.volume.time == open.time && !hash.empty() && !scene.identity.hash.empty() &&
        scene.identity.hash != hash) {
        throw wrong_field("'volume': 'xxh3_128'", "the session is of other voxels than those that are open");
    }
}

/// @throws UsageError
void require_same_others(const Scene &scene, const Scene &open) {
    if (scene.place != open.place) {
        throw wrong_field("'volume': 'place'", "the session has its volume elsewhere");
    }
    if (scene.other_volumes.size() != open.other_volumes.size()) {
        throw wrong_field("'other_volumes'", "the session has other volumes than those that are open");
    }
    for (std::size_t i = 0; i < scene.other_volumes.size(); ++i) {
        require_same(scene.other_volumes[i].volume, open.other_volumes[i].volume, "'other_volumes'");
        if (scene.other_volumes[i].place != open.other_volumes[i].place) {
            throw wrong_field("'other_volumes': 'place'", "the session has its volumes elsewhere");
        }
    }
}

Scene checked_scene(const std::string &text, const LoadedVolume &loaded, const SizeLimit &limit) {
    Scene scene = scene_from_json(text);
    const Scene &open = loaded.scene;
    require_same_volume(scene, loaded);
    require_same_others(scene, open);
    const std::string lines = loaded.lines ? loaded.lines->file : "";
    if (!scene.labels.empty() && !names_same(scene.labels, open.labels)) {
        throw wrong_field("'labels': 'source'", "the session names labels that are not open");
    }
    if (!scene.skeleton.source.empty() && !names_same(scene.skeleton.source, lines)) {
        throw wrong_field("'skeleton': 'source'", "the session names a skeleton that is not open");
    }
    for (SceneMesh &mesh : scene.meshes) {
        const auto known = std::ranges::find_if(
            open.meshes, [&](const SceneMesh &one) { return names_same(mesh.source, one.source); });
        if (known == open.meshes.end()) {
            throw wrong_field("'meshes': 'source'", "the session names a mesh that is not open");
        }
        mesh.source = known->source;
    }
    if (scene.settings.trace.environment_file != open.settings.trace.environment_file &&
        !scene.settings.trace.environment_file.empty()) {
        throw wrong_field("'trace': 'environment_file'", "the session names a picture that is not open");
    }
    if (scene.lod != LevelOfDetail{}) {
        throw wrong_field("'lod'", "the session is of a level of detail, and the volume itself is open");
    }
    if (scene.width > limit.width || scene.height > limit.height) {
        throw wrong_field("'size'", fmt::format("the picture has {} x {} pixels, at most {} x {} are drawn",
                                                scene.width, scene.height, limit.width, limit.height));
    }
    const int time = scene.volume.time;
    scene.volume = open.volume;
    scene.volume.time = time;
    scene.identity = time == open.volume.time ? open.identity : VolumeIdentity{};
    scene.other_volumes = open.other_volumes;
    if (!scene.skeleton.source.empty()) {
        scene.skeleton.source = lines;
    }
    if (!scene.labels.empty()) {
        scene.labels = open.labels;
        scene.labels_hash = open.labels_hash;
    }
    return scene;
}

} // namespace

Scene scene_of_session(std::string_view text, const LoadedVolume &loaded, const SizeLimit &limit) {
    require_shallow(text);
    if (const std::string problem = json_problem(text); !problem.empty()) {
        throw UsageError("the session is no JSON: " + problem);
    }
    try {
        return checked_scene(std::string(text), loaded, limit);
    } catch (const UsageError &problem) {
        throw UsageError(with_line(problem.problem(), text));
    }
}

std::string session_text(const Scene &scene) {
    return to_json(with_names(scene, bare_name)).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace voxmarch
