// Edits of scenes by messages, and the guard of sessions from outside.
#include "app/serve/scene_edits.h"

#include "base/error.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"
#include "scene/first_isovalue.h"
#include "scene/session_search.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

Camera moved(const Scene &scene, const CameraMove &move, const LoadedVolume &loaded) {
    const Camera &camera = scene.camera;
    const ViewSize view = size_of_view(scene);
    const glm::dvec2 pixels(move.by);
    switch (move.kind) {
    case CameraMove::Kind::orbit: return orbited(camera, pixels, view);
    case CameraMove::Kind::turntable: return turned_table(camera, pixels, view, vertical_of(loaded.grid()));
    case CameraMove::Kind::pan: return panned(camera, pixels, view);
    case CameraMove::Kind::roll: return rolled(camera, move.by.x);
    case CameraMove::Kind::fly: return flown(camera, move.by);
    case CameraMove::Kind::look: return looked(camera, pixels, view);
    case CameraMove::Kind::zoom: break;
    }
    return move.at ? zoomed_at(camera, move.factor, *move.at, view) : zoomed(camera, move.factor);
}

/// @throws UsageError for one that draws nothing
void require_possible(const Camera &camera) {
    for (const glm::dvec3 &place : {camera.eye, camera.target, camera.up}) {
        for (int i = 0; i < 3; ++i) {
            if (!std::isfinite(place[i])) {
                throw UsageError("the camera would leave the world");
            }
        }
    }
    pixel_rays(camera, 1, 1);
}

void take_preset(Scene &scene, const std::string &name, const LoadedVolume &loaded) {
    if (name == "auto") {
        scene.transfer = loaded.scene.transfer;
        scene.window = loaded.scene.window;
        return;
    }
    scene.transfer = over_values(find_preset(name), default_window(loaded.volume.type(), range_of(loaded)));
    scene.window.reset();
}

void take_look(Scene &scene, const LookChange &look, const LoadedVolume &loaded) {
    RenderSettings &settings = scene.settings;
    settings.mode = look.mode.value_or(settings.mode);
    settings.shadows = look.shadows.value_or(settings.shadows);
    settings.shading = look.shading.value_or(settings.shading);
    settings.blend = look.blend.value_or(settings.blend);
    settings.ambient_occlusion = look.ambient_occlusion.value_or(settings.ambient_occlusion);
    settings.step = look.step.value_or(settings.step);
    if (look.shadows && *look.shadows != Shadows::none && !settings.light.direction) {
        settings.light = key_light(settings.light); // those of a light at the eye are behind what they are of
    }
    if (settings.mode != Mode::volume && settings.surfaces.empty()) {
        settings.surfaces.emplace_back().isovalue = first_isovalue(loaded.volume.header(), loaded.histogram).value;
    }
    if (!settings.surfaces.empty()) {
        SurfaceStyle &surface = settings.surfaces.front();
        surface.isovalue = look.isovalue.value_or(surface.isovalue);
        surface.opacity = static_cast<float>(look.surface_opacity.value_or(surface.opacity));
        surface.color = look.surface_color ? glm::vec3(*look.surface_color) : surface.color;
    }
    if (look.clip) {
        settings.clip_low = look.clip->first;
        settings.clip_high = look.clip->second;
    }
    if (look.background) {
        settings.background = glm::vec3(*look.background);
    }
    if (look.projection) {
        scene.camera = projected(scene.camera, *look.projection);
    }
}

void take_view(Scene &scene, const std::string &name, const LoadedVolume &loaded) {
    const double aspect = static_cast<double>(scene.width) / scene.height;
    scene.camera = name == "first" ? first_scene(loaded, scene.width, scene.height).camera
                                   : view_like(scene.camera, name, loaded.grid(), aspect);
}

/// One function for each kind of message.
struct Edit {
    Scene &scene;
    const LoadedVolume &loaded;
    const SizeLimit &limit;

    void operator()(const AtRest &) const {}
    void operator()(const PictureShown &) const {}
    void operator()(const SliceWish &) const {}
    void operator()(const CameraMove &move) const { scene.camera = moved(scene, move, loaded); }
    void operator()(const Camera &camera) const { scene.camera = camera; }
    void operator()(const ChosenView &view) const { take_view(scene, view.name, loaded); }
    void operator()(const PictureSize &size) const {
        const PictureSize fitted = fitted_size(size, limit);
        scene.width = fitted.width;
        scene.height = fitted.height;
    }
    void operator()(const TransferFunction &transfer) const { scene.transfer = transfer; }
    void operator()(const ChosenPreset &preset) const { take_preset(scene, preset.name, loaded); }
    void operator()(const ChosenWindow &window) const { scene.window = window.window; }
    void operator()(const LookChange &look) const { take_look(scene, look, loaded); }
    void operator()(const WholeSession &session) const {
        const PictureSize size{scene.width, scene.height}; // which is the page's affair
        scene = scene_of_session(session.text, loaded, limit);
        scene.width = size.width;
        scene.height = size.height;
    }
};

/// Whether a session means this source by this name.
bool names_same(const std::string &name, const std::string &source) {
    return name == source || (!is_made(source) && bare_name(name) == bare_name(source));
}

/// @throws UsageError for another file or another part of it
void require_same(const VolumeSource &given, const VolumeSource &open) {
    VolumeSource same = given;
    same.source = open.source;
    if (!names_same(given.source, open.source)) {
        throw UsageError("the session is of another volume than the one that is open");
    }
    if (same != open) {
        throw UsageError("the session reads the volume in another way than it was opened: another channel, time, level "
                         "or spacing");
    }
}

} // namespace

PictureSize fitted_size(const PictureSize &wanted, const SizeLimit &limit) {
    const double share = std::min({1.0, static_cast<double>(limit.width) / std::max(wanted.width, 1),
                                   static_cast<double>(limit.height) / std::max(wanted.height, 1)});
    return {std::max(1, static_cast<int>(std::floor(wanted.width * share))),
            std::max(1, static_cast<int>(std::floor(wanted.height * share)))};
}

Scene edited(Scene scene, const PageMessage &message, const LoadedVolume &loaded, const SizeLimit &limit) {
    std::visit(Edit{scene, loaded, limit}, message.what);
    require_possible(scene.camera);
    validate(scene.settings);
    if (scene.transfer.domain == TransferDomain::normalised && scene.window) {
        over_values(scene.transfer, *scene.window); // throws where it cannot be
    }
    return scene;
}

Scene scene_of_session(std::string_view text, const LoadedVolume &loaded, const SizeLimit &limit) {
    require_shallow(text);
    Scene scene = scene_from_json(std::string(text));
    const Scene &open = loaded.scene;
    require_same(scene.volume, open.volume);
    if (scene.other_volumes.size() != open.other_volumes.size() || scene.place != open.place) {
        throw UsageError("the session has other volumes than those that are open, or has them elsewhere");
    }
    for (std::size_t i = 0; i < scene.other_volumes.size(); ++i) {
        require_same(scene.other_volumes[i].volume, open.other_volumes[i].volume);
        if (scene.other_volumes[i].place != open.other_volumes[i].place) {
            throw UsageError("the session has its volumes elsewhere");
        }
    }
    const std::string lines = loaded.lines ? loaded.lines->file : "";
    if ((!scene.labels.empty() && !names_same(scene.labels, open.labels)) ||
        (!scene.skeleton.source.empty() && !names_same(scene.skeleton.source, lines))) {
        throw UsageError("the session names labels or a skeleton that are not open");
    }
    if (!open.identity.hash.empty() && !scene.identity.hash.empty() && scene.identity.hash != open.identity.hash) {
        throw UsageError("the session is of other voxels than those that are open");
    }
    if (scene.lod != LevelOfDetail{}) {
        throw UsageError("the session is of a level of detail, and the volume itself is open");
    }
    if (scene.width > limit.width || scene.height > limit.height) {
        throw UsageError(fmt::format("the picture has {} x {} pixels, at most {} x {} are drawn", scene.width,
                                     scene.height, limit.width, limit.height));
    }
    scene.volume = open.volume;
    scene.identity = open.identity;
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

std::string session_text(const Scene &scene) {
    return to_json(with_names(scene, bare_name)).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace voxmarch
