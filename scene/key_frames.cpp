// Blends what tracks keep, each kind in its own way.
#include "scene/key_frames.h"

#include "base/mix.h"
#include "scene/camera_moves.h"
#include "transfer/blend.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <utility>

namespace voxmarch {

namespace {

/// A direction on the shortest turn from one to the other; of any length > 0 all.
glm::dvec3 between_directions(const glm::dvec3 &from, const glm::dvec3 &to, double share) {
    if (from == to) {
        return from;
    }
    const glm::dvec3 a = glm::normalize(from), b = glm::normalize(to);
    glm::dvec3 axis = glm::cross(a, b);
    const double sine = glm::length(axis), angle = std::atan2(sine, glm::dot(a, b));
    if (sine < 1e-12) { // the same, or opposite, where any way is the shortest
        axis = glm::cross(a, std::abs(a.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0));
    }
    return glm::angleAxis(share * angle, glm::normalize(axis)) * a;
}

double eased(Easing easing, double share) {
    return easing == Easing::linear ? share : share * share * (3.0 - 2.0 * share);
}

Camera blend(const Camera &a, const Camera &b, double share) { return a == b ? a : between(a, b, share); }

ChannelLook blend(const ChannelLook &a, const ChannelLook &b, double share) {
    ChannelLook look = share < 0.5 ? a : b;
    if (a.window.has_value() == b.window.has_value()) { // else one window is not known
        look.transfer = blended(a.transfer, b.transfer, share);
    }
    if (a.window && b.window) {
        look.window = {mixed(a.window->min, b.window->min, share), mixed(a.window->max, b.window->max, share)};
    }
    const auto seen = [](const ChannelShare &one) { return one.visible ? one.weight : 0.0; };
    look.share.visible = a.share.visible || b.share.visible;
    look.share.weight =
        look.share.visible ? mixed(seen(a.share), seen(b.share), share) : mixed(a.share.weight, b.share.weight, share);
    return look;
}

std::vector<ChannelLook> blend(const std::vector<ChannelLook> &a, const std::vector<ChannelLook> &b, double share) {
    std::vector<ChannelLook> looks = a;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        looks[i] = blend(a[i], b[i], share);
    }
    return looks;
}

ClipPlane blend(const ClipPlane &a, const ClipPlane &b, double share) {
    if (a == b) {
        return a;
    }
    return {between_directions(a.normal, b.normal, share),
            mixed(a.distance / glm::length(a.normal), b.distance / glm::length(b.normal), share)};
}

KeptClipping blend(const KeptClipping &a, const KeptClipping &b, double share) {
    KeptClipping key = share < 0.5 ? a : b;
    key.clip_low = mixed(a.clip_low, b.clip_low, share);
    key.clip_high = mixed(a.clip_high, b.clip_high, share);
    for (std::size_t i = 0; a.clip_planes.size() == b.clip_planes.size() && i < a.clip_planes.size(); ++i) {
        key.clip_planes[i] = blend(a.clip_planes[i], b.clip_planes[i], share);
    }
    return key;
}

SurfaceStyle blend(const SurfaceStyle &a, const SurfaceStyle &b, double share) {
    SurfaceStyle surface = share < 0.5 ? a : b;
    surface.isovalue = mixed(a.isovalue, b.isovalue, share);
    surface.color = mixed(a.color, b.color, share);
    surface.opacity = mixed(a.opacity, b.opacity, share);
    return surface;
}

KeptSurfaces blend(const KeptSurfaces &a, const KeptSurfaces &b, double share) {
    KeptSurfaces key{a.mode, a.surfaces.size() < b.surfaces.size() ? b.surfaces : a.surfaces};
    const std::size_t common = std::min(a.surfaces.size(), b.surfaces.size());
    const double shown = a.surfaces.size() < b.surfaces.size() ? share : 1.0 - share;
    for (std::size_t i = 0; i < key.surfaces.size(); ++i) {
        if (i < common) {
            key.surfaces[i] = blend(a.surfaces[i], b.surfaces[i], share);
        } else {
            key.surfaces[i].opacity *= static_cast<float>(shown);
        }
    }
    return key;
}

std::vector<SideLight> blend(const std::vector<SideLight> &a, const std::vector<SideLight> &b, double share) {
    std::vector<SideLight> lights = share < 0.5 ? a : b;
    for (std::size_t i = 0; a.size() == b.size() && i < a.size(); ++i) {
        lights[i].color = mixed(a[i].color, b[i].color, share);
        if (a[i].follows_camera == b[i].follows_camera) {
            lights[i].direction = between_directions(a[i].direction, b[i].direction, share);
        }
    }
    return lights;
}

KeptLight blend(const KeptLight &a, const KeptLight &b, double share) {
    KeptLight key = share < 0.5 ? a : b;
    Light &light = key.light;
    if (a.light.direction && b.light.direction && a.light.follows_camera == b.light.follows_camera) {
        light.direction = between_directions(*a.light.direction, *b.light.direction, share);
    }
    for (const auto member : {&Light::ambient, &Light::diffuse, &Light::specular}) {
        light.*member = mixed(a.light.*member, b.light.*member, share);
    }
    light.shininess = mixed(a.light.shininess, b.light.shininess, share);
    light.fill = mixed(a.light.fill, b.light.fill, share);
    key.side_lights = blend(a.side_lights, b.side_lights, share);
    key.background = mixed(a.background, b.background, share);
    if (a.background_top || b.background_top) { // a background of one colour is the same above
        key.background_top =
            mixed(a.background_top.value_or(a.background), b.background_top.value_or(b.background), share);
    }
    key.exposure = mixed(a.exposure, b.exposure, share);
    return key;
}

int blend(int a, int b, double share) { return static_cast<int>(std::lround(std::lerp(double(a), double(b), share))); }

/// Precondition: there are key frames.
template <typename T> T value_at(const KeyFrames<T> &keys, double seconds, Easing easing) {
    const auto next = std::ranges::upper_bound(keys, seconds, {}, &KeyFrame<T>::at);
    if (next == keys.begin()) {
        return keys.front().value;
    }
    const KeyFrame<T> &last = *std::prev(next);
    if (next == keys.end() || last.at == seconds) {
        return last.value;
    }
    return blend(last.value, next->value, eased(easing, (seconds - last.at) / (next->at - last.at)));
}

// What a scene has for each track, and what it takes from it.

void take(const Scene &scene, Camera &key) { key = scene.camera; }
void put(const Camera &key, Scene &scene) { scene.camera = key; }

void take(const Scene &scene, std::vector<ChannelLook> &key) {
    key = {{scene.transfer, scene.window, scene.first_channel}};
    key.insert(key.end(), scene.other_channels.begin(), scene.other_channels.end());
}
void put(const std::vector<ChannelLook> &key, Scene &scene) {
    if (key.empty()) {
        return;
    }
    scene.transfer = key.front().transfer;
    scene.window = key.front().window;
    scene.first_channel = key.front().share;
    for (std::size_t i = 0; i < std::min(key.size() - 1, scene.other_channels.size()); ++i) {
        scene.other_channels[i] = key[i + 1];
    }
}

void take(const Scene &scene, KeptClipping &key) {
    key = {scene.settings.clip_low, scene.settings.clip_high, scene.settings.clip_planes, scene.settings.clip_inverted};
}
void put(const KeptClipping &key, Scene &scene) {
    scene.settings.clip_low = key.clip_low;
    scene.settings.clip_high = key.clip_high;
    scene.settings.clip_planes = key.clip_planes;
    scene.settings.clip_inverted = key.clip_inverted;
}

void take(const Scene &scene, KeptSurfaces &key) { key = {scene.settings.mode, scene.settings.surfaces}; }
void put(const KeptSurfaces &key, Scene &scene) {
    scene.settings.mode = key.mode;
    scene.settings.surfaces = key.surfaces;
    if (key.mode == Mode::both) {
        scene.settings.blend = Blend::composite; // projections have no depth to meet surfaces at
    }
}

void take(const Scene &scene, KeptLight &key) {
    const RenderSettings &settings = scene.settings;
    key = {settings.light, settings.side_lights, settings.background, settings.finish.background_top,
           settings.finish.exposure};
}
void put(const KeptLight &key, Scene &scene) {
    RenderSettings &settings = scene.settings;
    settings.light = key.light;
    settings.side_lights = key.side_lights;
    settings.background = key.background;
    settings.finish.background_top = key.background_top;
    settings.finish.exposure = key.exposure;
}

void take(const Scene &scene, int &time) { time = scene.volume.time; }
void put(int time, Scene &scene) { scene.volume.time = time; }

} // namespace

Scene scene_at(const Scene &scene, double seconds) {
    Scene at = scene;
    for_each_track(scene.time_line, [&](Track, const auto &keys) {
        if (!keys.empty()) {
            put(value_at(keys, seconds, scene.time_line.easing), at);
        }
    });
    return at;
}

void set_key(Scene &scene, double at, Track track) {
    for_each_track(scene.time_line, [&]<typename T>(Track one, KeyFrames<T> &keys) {
        if (one != track) {
            return;
        }
        KeyFrame<T> key{at, {}};
        take(scene, key.value);
        const auto place = std::ranges::lower_bound(keys, at, {}, &KeyFrame<T>::at);
        if (place != keys.end() && place->at == at) {
            *place = std::move(key);
        } else {
            keys.insert(place, std::move(key));
        }
    });
}

void place_over_values(TimeLine &line, const std::vector<ValueRange> &whole) {
    for (KeyFrame<std::vector<ChannelLook>> &key : line.transfer) {
        for (std::size_t i = 0; i < std::min(key.value.size(), whole.size()); ++i) {
            ChannelLook &look = key.value[i];
            look.transfer = over_values(look.transfer, look.window.value_or(whole[i]));
            look.window.reset();
        }
    }
}

} // namespace voxmarch
