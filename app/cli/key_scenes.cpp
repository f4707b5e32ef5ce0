// Applies key after key to a scene, and keeps what it shows then with set_key().
#include "app/cli/key_scenes.h"

#include "app/cli/world_options.h"
#include "base/error.h"
#include "renderer/visible_part.h"
#include "scene/key_frames.h"
#include "scene/projection_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace voxmarch {

namespace {

class KeyScenes {
public:
    KeyScenes(const KeyPlaces &places, const Scene &scene) : places_(places), grid_(places.content.grid()), at_(scene) {
        const RenderOptions &options = places.options;
        window_ = options.window;
        has_isovalue_ = scene.settings.mode != Mode::volume || options.session || options.given.contains("--isovalue");
    }

    /// What the key names changes; all else stays as the key before has it.
    void apply(const WrittenKey &key) {
        apply_clipping(key);
        apply_camera(key);
        apply_look(key);
        apply_surfaces(key);
        if (key.background) {
            at_.settings.background = *key.background;
        }
        at_.settings.finish.exposure = key.exposure.value_or(at_.settings.finish.exposure);
        validate(at_.settings);
    }

    Scene &scene() { return at_; }
    const std::set<std::string> &notes() const { return notes_; }

private:
    const KeyPlaces &places_;
    const Grid grid_;
    Scene at_;
    bool has_isovalue_ = false;
    std::optional<ValueRange> window_;            ///< that was named last, and stays with other functions
    std::optional<std::vector<glm::dvec3>> seen_; ///< the same for all keys: views do not jump with functions
    std::set<std::string> notes_;

    void apply_camera(const WrittenKey &key) {
        if (!key.names_camera()) {
            return;
        }
        CameraRequest request = camera_request(places_.options);
        request.view = key.view;
        request.camera = key.camera;
        request.projection = key.projection;
        request.kept = at_.camera;
        if (key.view.empty()) {
            request.fit.reset();
        }
        const SeenCorners corners = [this] {
            seen_ = seen_ ? std::move(seen_) : places_.corners();
            return *seen_;
        };
        at_.camera = camera_for(request, at_.settings, grid_, corners, places_.world);
    }

    void apply_look(const WrittenKey &key) {
        if (!key.names_transfer()) {
            return;
        }
        at_.transfer = key.transfer.value_or(at_.transfer);
        at_.first_channel.weight = key.opacity.value_or(at_.first_channel.weight);
        if (key.transfer) {
            at_.window = window_;
        }
        window_ = key.window ? key.window : window_;
        if (!key.window) {
            return;
        }
        const bool over_file_values = at_.transfer.domain == TransferDomain::value;
        const bool projects = at_.settings.blend != Blend::composite && at_.settings.mode == Mode::volume;
        if (over_file_values && projects) {
            at_.transfer = over_window(at_.transfer, *key.window);
        } else if (over_file_values) {
            notes_.insert(fmt::format("note: \"window\" of {} has no effect, the scalars of '{}' are values of the "
                                      "file",
                                      key.name, at_.transfer.name));
        } else {
            at_.window = key.window;
        }
    }

    void apply_clipping(const WrittenKey &key) {
        set_clip_box(key.clip, grid_, at_.settings);
        if (key.clip_planes) {
            at_.settings.clip_planes = *key.clip_planes;
            turn_planes(at_.settings.clip_planes, places_.world);
        }
        at_.settings.clip_inverted = key.clip_inverted.value_or(at_.settings.clip_inverted);
    }

    template <typename Value, typename Set>
    void give_surfaces(const std::vector<Value> &values, const char *field, const Set &set) {
        std::vector<SurfaceStyle> &surfaces = at_.settings.surfaces;
        if (!values.empty() && values.size() != 1 && values.size() != surfaces.size()) {
            throw UsageError(fmt::format("\"{}\" has {} values for {} isovalue{}: give one, or one for each", field,
                                         values.size(), surfaces.size(), surfaces.size() == 1 ? "" : "s"));
        }
        for (std::size_t i = 0; !values.empty() && i < surfaces.size(); ++i) {
            set(surfaces[i], values[values.size() == 1 ? 0 : i]);
        }
    }

    void apply_surfaces(const WrittenKey &key) {
        RenderSettings &settings = at_.settings;
        settings.mode = key.mode.value_or(settings.mode);
        if (!key.isovalues.empty()) {
            const SurfaceStyle last = settings.surfaces.empty() ? SurfaceStyle{} : settings.surfaces.back();
            settings.surfaces.resize(key.isovalues.size(), last);
            give_surfaces(key.isovalues, "isovalue",
                          [](SurfaceStyle &surface, double value) { surface.isovalue = value; });
            has_isovalue_ = true;
        }
        give_surfaces(key.surface_opacities, "isosurface_opacity",
                      [](SurfaceStyle &surface, float opacity) { surface.opacity = opacity; });
        give_surfaces(key.surface_colors, "isosurface_color",
                      [](SurfaceStyle &surface, const glm::vec3 &color) { surface.color = color; });
        if (settings.mode != Mode::volume && !has_isovalue_) {
            throw UsageError(fmt::format("\"mode\" is {}, and neither this key nor one before has an \"isovalue\"",
                                         name_of(settings.mode)));
        }
        if (settings.mode == Mode::both) {
            settings.blend = Blend::composite; // as key frames have it
        }
        if (settings.mode == Mode::volume && !key.mode && key.names_surfaces()) {
            notes_.insert(fmt::format("note: isosurfaces of {} are not drawn where the mode is volume", key.name));
        }
    }
};

/// Functions over file values and others have nothing between them, and neither have a window and none.
bool are_mixed(const KeyFrames<std::vector<ChannelLook>> &keys) {
    return std::ranges::any_of(keys, [&](const auto &key) {
        const ChannelLook &look = key.value.front(), &first = keys.front().value.front();
        return look.transfer.domain != first.transfer.domain || look.window.has_value() != first.window.has_value();
    });
}

std::vector<ValueRange> whole_windows(Scene scene, const SceneContent &content) {
    scene.window.reset();
    std::vector<ValueRange> whole;
    for (std::size_t i = 0; i <= scene.other_channels.size(); ++i) {
        if (i > 0) {
            scene.other_channels[i - 1].window.reset();
        }
        whole.push_back(window_of(scene, content, i));
    }
    return whole;
}

/// Planes that only some keys have come in from outside of the volume, and leave it: without them there would be
/// nothing to go on from.
void bring_planes_in(KeyFrames<KeptClipping> &keys, const Grid &grid) {
    const std::vector<glm::dvec3> corners = clip_box_corners(grid, RenderSettings());
    const auto outside = [&](ClipPlane plane) {
        plane.distance = 1e300;
        for (const glm::dvec3 &corner : corners) {
            plane.distance = std::min(plane.distance, glm::dot(plane.normal, corner));
        }
        return plane;
    };
    // Backwards for those that come in, forwards for those that stay outside once they have left.
    for (std::size_t i = keys.size(); i-- > 1;) {
        std::vector<ClipPlane> &before = keys[i - 1].value.clip_planes;
        const std::vector<ClipPlane> &planes = keys[i].value.clip_planes;
        for (std::size_t k = before.size(); k < planes.size(); ++k) {
            before.push_back(outside(planes[k]));
        }
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
        std::vector<ClipPlane> &planes = keys[i].value.clip_planes;
        const std::vector<ClipPlane> &before = keys[i - 1].value.clip_planes;
        for (std::size_t k = planes.size(); k < before.size(); ++k) {
            planes.push_back(outside(before[k]));
        }
    }
}

} // namespace

std::vector<std::string> add_keys(const KeyFile &keys, const KeyPlaces &places, Scene &scene) {
    const auto any = [&](bool (WrittenKey::*names)() const) {
        return std::ranges::any_of(keys.keys, [&](const WrittenKey &key) { return (key.*names)(); });
    };
    std::vector<Track> tracks;
    for (const auto &[track, names] : {std::pair(Track::camera, &WrittenKey::names_camera),
                                       {Track::transfer, &WrittenKey::names_transfer},
                                       {Track::clipping, &WrittenKey::names_clipping},
                                       {Track::isosurfaces, &WrittenKey::names_surfaces},
                                       {Track::light, &WrittenKey::names_light}}) {
        if (any(names)) {
            tracks.push_back(track);
        }
    }
    KeyScenes scenes(places, scene);
    scenes.scene().time_line = keys.line;
    for (const WrittenKey &key : keys.keys) {
        try {
            scenes.apply(key);
        } catch (const UsageError &problem) {
            throw FileError(keys.file, fmt::format("\"{}\": {}", key.name, problem.what()));
        }
        for (const Track track : tracks) {
            set_key(scenes.scene(), key.at, track);
        }
    }
    scene.time_line = scenes.scene().time_line;
    bring_planes_in(scene.time_line.clipping, places.content.grid());
    if (are_mixed(scene.time_line.transfer)) {
        place_over_values(scene.time_line, whole_windows(scene, places.content));
    }
    return {scenes.notes().begin(), scenes.notes().end()};
}

} // namespace voxmarch
