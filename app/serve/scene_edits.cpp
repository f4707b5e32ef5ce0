// Edits of scenes by messages.
#include "app/serve/scene_edits.h"

#include "app/serve/served_session.h"
#include "base/error.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"
#include "scene/figure/figure_painter.h"
#include "scene/first_isovalue.h"
#include "scene/new_annotation.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::size_t most_places = 5000; // of all annotations: sessions with them go back and forth

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

/// What a channel looks like, of a scene that is const or not.
template <typename AScene> struct LookOfChannel {
    decltype((std::declval<AScene &>().transfer)) transfer;
    decltype((std::declval<AScene &>().window)) window;
    decltype((std::declval<AScene &>().first_channel)) share;
};

/// @param channel  by its place among those that are drawn  @throws UsageError where there is none
template <typename AScene> LookOfChannel<AScene> look_of_channel(AScene &scene, int channel) {
    const auto last = scene.other_channels.size();
    if (channel < 0 || static_cast<std::size_t>(channel) > last) {
        throw UsageError(fmt::format("there is no channel {}: channels are counted from 0 to {}", channel, last));
    }
    if (channel == 0) {
        return {scene.transfer, scene.window, scene.first_channel};
    }
    auto &other = scene.other_channels[static_cast<std::size_t>(channel) - 1];
    return {other.transfer, other.window, other.share};
}

void take_preset(Scene &scene, const ChosenPreset &preset, const LoadedVolume &loaded) {
    const auto look = look_of_channel(scene, preset.channel);
    TransferFunction &transfer = look.transfer;
    std::optional<ValueRange> &window = look.window;
    if (preset.name == "auto") {
        const auto first = look_of_channel(loaded.scene, preset.channel);
        transfer = first.transfer;
        window = first.window;
        return;
    }
    const auto channel = static_cast<std::size_t>(preset.channel);
    transfer = over_values(find_preset(preset.name),
                           default_window(channel_of(loaded, channel).type(), range_of(loaded, channel)));
    window.reset();
}

void take_time(Scene &scene, int time, const LoadedVolume &loaded) {
    const int count = loaded.series ? loaded.series->count() : 1;
    if (time < 0 || time >= count) {
        throw UsageError(fmt::format("there is no time {}: times are counted from 0 to {}", time, count - 1));
    }
    const Scene &open = loaded.scene;
    scene.volume.time = time;
    scene.identity = time == open.volume.time ? open.identity : VolumeIdentity{}; // which is of the voxels
}

/// Where slices cross, and the values that they show.
void take_slice(Scene &scene, const SliceWish &slice, const LoadedVolume &loaded) {
    glm::dvec3 &center = scene.slice_planes.center;
    const glm::dvec3 last = loaded.grid().dims_d() - 1.0;
    center = center == glm::dvec3(0.0) ? last * 0.5 : center;
    center[slice.axis] = std::round(slice.position * last[slice.axis]);
    if (center == glm::dvec3(0.0)) {
        center.x = 1e-6; // zero would be the middle
    }
    if (slice.window) {
        look_of_channel(scene, slice.window->channel);
        const auto channel = static_cast<std::size_t>(slice.window->channel);
        scene.slice_windows.resize(std::max(scene.slice_windows.size(), channel + 1));
        scene.slice_windows[channel] = slice.window->window;
    }
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
    settings.clip_planes = look.clip_planes.value_or(settings.clip_planes);
    settings.clip_inverted = look.clip_inverted.value_or(settings.clip_inverted);
    if (look.background) {
        settings.background = glm::vec3(*look.background);
    }
    if (look.annotations) {
        scene.figure.annotations = *look.annotations && can_paint_figures();
    }
    if (look.projection) {
        scene.camera = projected(scene.camera, *look.projection);
    }
}

/// @throws UsageError without labels, and for one that there is not
void take_labels(Scene &scene, const LabelChange &change, const LoadedVolume &loaded) {
    if (!loaded.labels) {
        throw UsageError("the volume has no labels");
    }
    if (scene.label_styles.empty()) { // a session without them
        scene.labels = loaded.scene.labels;
        scene.labels_hash = loaded.scene.labels_hash;
        scene.label_styles = loaded.scene.label_styles;
    }
    std::vector<LabelStyle> &styles = scene.label_styles;
    const auto count = static_cast<int>(styles.size());
    const auto wrong = std::ranges::find_if(change.labels, [&](int label) { return label >= count; });
    if (wrong != change.labels.end()) {
        throw UsageError(fmt::format("there is no label {}: they go to {}", *wrong, count - 1));
    }
    std::vector<int> changed = change.labels;
    if (changed.empty()) {
        changed.resize(styles.size());
        std::iota(changed.begin(), changed.end(), 0);
    }
    for (const int label : changed) {
        LabelStyle &style = styles[static_cast<std::size_t>(label)];
        style.visibility = static_cast<float>(change.visibility.value_or(style.visibility));
        if (change.plain) {
            style.color.reset();
        } else if (change.color) {
            style.color = glm::vec3(*change.color);
        }
    }
}

/// @throws UsageError for too many
void take_annotation(Scene &scene, const NewAnnotation &wanted) {
    std::vector<Annotation> &annotations = scene.annotations;
    std::size_t places = wanted.places.size();
    for (const Annotation &one : annotations) {
        places += one.places.size();
    }
    if (annotations.size() >= annotation_limit || places > most_places) {
        throw UsageError(fmt::format("more than {} measurements, or {} places of them, are not kept", annotation_limit,
                                     most_places));
    }
    annotations.push_back(new_annotation(annotations, wanted.kind, wanted.places));
    scene.figure.annotations = can_paint_figures();
}

/// @throws UsageError where there is none
void change_annotation(Scene &scene, const AnnotationChange &change) {
    const auto place = static_cast<std::size_t>(change.annotation);
    if (place >= scene.annotations.size()) {
        throw UsageError(fmt::format("there is no measurement {}", change.annotation));
    }
    Annotation &annotation = scene.annotations[place];
    annotation.visible = change.visible.value_or(annotation.visible);
    annotation.name = change.name.value_or(annotation.name);
    if (change.removed) {
        scene.annotations.erase(scene.annotations.begin() + change.annotation);
    }
}

PictureSize size_of(const Scene &scene) { return {scene.width, scene.height}; }
double aspect_of(const PictureSize &size) { return static_cast<double>(size.width) / size.height; }

/// From so far away that the shorter edge of a view of another shape shows as much as before.
double factor_of_shapes(const PictureSize &from, const PictureSize &to) {
    return std::min(1.0, aspect_of(to)) / std::min(1.0, aspect_of(from));
}

/// A session's camera in a view of another shape, which crops nothing of its sides.
Camera uncropped(const Scene &session, const PictureSize &to) {
    const double factor = factor_of_shapes(size_of(session), to);
    return factor < 1.0 ? zoomed(session.camera, factor) : session.camera;
}

Camera first_camera(const LoadedVolume &loaded, const PictureSize &size) {
    return loaded.has_session ? uncropped(loaded.scene, size) : first_scene(loaded, size.width, size.height).camera;
}

/// What the volume is seen with in a view of another shape, as long as nobody has moved the camera: at first, or from a
/// side.
std::optional<Camera> fitted_again(const Camera &camera, const PictureSize &from, const PictureSize &to,
                                   const LoadedVolume &loaded) {
    if (camera == first_camera(loaded, from)) {
        return first_camera(loaded, to);
    }
    for (const std::string &name : view_names()) {
        if (camera == view_like(camera, name, loaded.grid(), aspect_of(from))) {
            return view_like(camera, name, loaded.grid(), aspect_of(to));
        }
    }
    return std::nullopt;
}

void take_view(Scene &scene, const std::string &name, const LoadedVolume &loaded) {
    scene.camera = name == "first" ? first_camera(loaded, size_of(scene))
                                   : view_like(scene.camera, name, loaded.grid(), aspect_of(size_of(scene)));
}

void take_size(Scene &scene, const PictureSize &size, const LoadedVolume &loaded) {
    const PictureSize before = size_of(scene);
    scene.width = size.width;
    scene.height = size.height;
    if (const double factor = factor_of_shapes(before, size); aspect_of(before) != aspect_of(size)) {
        const auto fitted = fitted_again(scene.camera, before, size, loaded);
        scene.camera = fitted.value_or(factor == 1.0 ? scene.camera : zoomed(scene.camera, factor));
    }
}

/// The size stays the page's.
void take_session(Scene &scene, const std::string &text, const LoadedVolume &loaded, const SizeLimit &limit) {
    const PictureSize size = size_of(scene);
    scene = scene_of_session(text, loaded, limit);
    const auto fitted = fitted_again(scene.camera, size_of(scene), size, loaded);
    scene.camera = fitted.value_or(uncropped(scene, size));
    scene.width = size.width;
    scene.height = size.height;
}

/// One function for each kind of message.
struct Edit {
    Scene &scene;
    const LoadedVolume &loaded;
    const SizeLimit &limit;

    void operator()(const AtRest &) const {}
    void operator()(const PictureShown &) const {}
    void operator()(const Ping &) const {}
    void operator()(const SceneQuestion &) const {}
    void operator()(const PlaceQuestion &) const {}
    void operator()(const ReadingsQuestion &) const {}
    void operator()(const CountWish &) const {}
    void operator()(const SliceWish &slice) const { take_slice(scene, slice, loaded); }
    void operator()(const CameraMove &move) const { scene.camera = moved(scene, move, loaded); }
    void operator()(const Camera &camera) const { scene.camera = camera; }
    void operator()(const ChosenView &view) const { take_view(scene, view.name, loaded); }
    void operator()(const PictureSize &size) const { take_size(scene, fitted_size(size, limit), loaded); }
    void operator()(const ChosenTransfer &chosen) const {
        look_of_channel(scene, chosen.channel).transfer = chosen.transfer;
    }
    void operator()(const ChosenPreset &preset) const { take_preset(scene, preset, loaded); }
    void operator()(const ChosenWindow &chosen) const { look_of_channel(scene, chosen.channel).window = chosen.window; }
    void operator()(const ShareChange &change) const {
        ChannelShare &share = look_of_channel(scene, change.channel).share;
        share.visible = change.visible.value_or(share.visible);
        share.weight = change.weight.value_or(share.weight);
    }
    void operator()(const ChosenTime &chosen) const { take_time(scene, chosen.time, loaded); }
    void operator()(const LookChange &look) const { take_look(scene, look, loaded); }
    void operator()(const LabelChange &change) const { take_labels(scene, change, loaded); }
    void operator()(const NewAnnotation &wanted) const { take_annotation(scene, wanted); }
    void operator()(const AnnotationChange &change) const { change_annotation(scene, change); }
    void operator()(const WholeSession &session) const { take_session(scene, session.text, loaded, limit); }
};

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
    for (std::size_t channel = 0; channel <= scene.other_channels.size(); ++channel) {
        const auto look = look_of_channel(scene, static_cast<int>(channel));
        if (look.transfer.domain == TransferDomain::normalised && look.window) {
            over_values(look.transfer, *look.window); // throws where it cannot be
        }
    }
    return scene;
}

} // namespace voxmarch
