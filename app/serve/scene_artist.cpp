// Whole pictures part by part, and moving ones at once.
#include "app/serve/scene_artist.h"

#include "scene/draw_in_parts.h"
#include "scene/finished_picture.h"

#include <algorithm>
#include <chrono>

namespace voxmarch {

namespace {

double ms_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Whether the scenes differ in more than where they are seen from and how large.
bool looks_otherwise(const Scene &a, const Scene &b) {
    Scene same = a;
    same.camera = b.camera;
    same.width = b.width;
    same.height = b.height;
    return same != b;
}

} // namespace

RenderSettings moving_settings(const Scene &scene, const Scene *drawn, double scale, bool slow) {
    RenderSettings settings = scene.settings;
    settings.finish.samples = 1;
    if (scale < 0.5) {
        settings.step = std::max(settings.step, 1.0);
    }
    const bool edited = drawn == nullptr || looks_otherwise(*drawn, scene);
    if (edited && normals_of_opacity(settings) && settings.mode == Mode::volume && settings.shading == Shading::phong) {
        settings.gradient = Gradient::on_the_fly; // those of all voxels would be for one picture
    }
    if (slow && (edited || settings.light.follows_camera)) {
        settings.shadows = Shadows::none;
        settings.ambient_occlusion = 0;
    }
    return settings;
}

SceneArtist::SceneArtist(Device &device, std::shared_ptr<const LoadedVolume> loaded,
                         std::optional<SamplingBackend> backend)
    : loaded_(std::move(loaded)), renderer_(device, loaded_, backend) {}

Scene SceneArtist::with_planes(Scene side) {
    if (why_no_planes(side, renderer_.waits_for_bricks(), loaded_->labels.has_value()).empty()) {
        add_planes(side, planes_.planes(side, *loaded_));
    }
    return side;
}

DrawnPicture SceneArtist::whole(const Scene &scene, const std::function<void()> &meanwhile) {
    const auto start = std::chrono::steady_clock::now();
    DrawnPicture drawn;
    std::vector<Image> sides = draw_sides(scene, [&](const Scene &half) {
        const Scene side = with_planes(half);
        FrameStatistics statistics;
        Image image = draw_picture(side, [&](const RenderSettings &settings) {
            return draw_in_parts(
                renderer_, side, settings, [&](double) { meanwhile(); }, statistics);
        });
        drawn.own_ms += statistics.frame_ms;
        return image;
    });
    drawn.image = finished_picture(std::move(sides), scene, *loaded_, true);
    drawn.ms = ms_since(start);
    return drawn;
}

DrawnPicture SceneArtist::moving(const Scene &scene, int width, int height, const Scene *drawn_last) {
    const auto start = std::chrono::steady_clock::now();
    DrawnPicture drawn;
    Scene small = scene;
    small.figure = {};
    small.transparent = false;
    small.settings = moving_settings(scene, drawn_last, static_cast<double>(width) / scene.width,
                                     renderer_.device().kind == DeviceKind::cpu);
    small.width = width;
    small.height = height;
    std::vector<Image> sides = draw_sides(small, [&](const Scene &half) {
        const Scene side = with_planes(half);
        Image image = renderer_.draw(side);
        drawn.own_ms += renderer_.statistics().frame_ms;
        return image;
    });
    drawn.image = finished_picture(std::move(sides), small, *loaded_, false);
    drawn.ms = ms_since(start);
    return drawn;
}

} // namespace voxmarch
