// Coarse and full pictures of scenes and comparisons.
#include "app/viewer/jobs/painter.h"

#include "app/environment.h"
#include "device/device.h"
#include "renderer/empty_picture.h"
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

constexpr double moving_target_ms = 28.0; // of the 33 of 30 frames a second
constexpr double refining_part_ms = 45.0; // longest wait before a new request is seen
constexpr double step_limit_scale = 0.36; // below this scale moving pictures take longer steps too

double once_ms(const FrameStatistics &statistics) {
    double sum = 0.0;
    for (const StageTime &stage : statistics.stages) {
        sum += stage.stage == Stage::frame || stage.stage == Stage::readback ? 0.0 : stage.ms;
    }
    return sum;
}

bool draws_mesh(const Scene &scene) {
    return scene.settings.mode != Mode::volume && scene.settings.surface_method == SurfaceMethod::mesh;
}

} // namespace

Painter::Painter(PainterClient &client, std::vector<Device *> devices, std::shared_ptr<const LoadedVolume> loaded,
                 std::optional<SamplingBackend> backend)
    : client_(client), devices_(std::move(devices)), loaded_(std::move(loaded)),
      renderer_(*devices_.front(), loaded_, backend), governor_(moving_target_ms) {}

Painter::Prepared Painter::prepared_of(const FrameOrder &order) {
    return {preparation_of(order.scene), order.other ? std::optional(preparation_of(*order.other)) : std::nullopt};
}

void Painter::close_other() {
    other_renderer_.reset();
    other_device_.reset();
}

/// What draws the second picture of a request. Another device gets the volume when it is first asked for, and is
/// closed when no comparison wants it any more.
SceneRenderer &Painter::renderer_of_other(const FrameOrder &order) {
    const int wanted = order.other_device;
    if (!order.other || wanted < 0 || wanted == devices_.front()->info().index) {
        close_other();
        return renderer_;
    }
    if (!other_device_ || other_device_->info().index != wanted) {
        close_other();
    }
    if (!other_renderer_) {
        client_.set_activity("uploading the volume to the second device");
        other_device_ = std::make_unique<Device>(wanted, environment_options());
        other_renderer_ = std::make_unique<SceneRenderer>(*other_device_, renderer_.content());
    }
    return *other_renderer_;
}

Image Painter::measured_draw(SceneRenderer &renderer, const Scene &scene, const Camera &camera, int width, int height,
                             const RenderSettings &settings) {
    const auto start = std::chrono::steady_clock::now();
    Image image = renderer.draw(scene, camera, width, height, settings);
    const double ms = milliseconds_since(start) - once_ms(renderer.statistics());
    governor_.measured(static_cast<double>(width) * height, ms);
    return image;
}

/// Tells what makes the next picture take long, if something does.
void Painter::tell_preparation(const Scene &scene) {
    const Preparation next = preparation_of(scene);
    const std::optional<Preparation> last = std::exchange(prepared_, next);
    if (last != next) {
        const bool surfaces = last && last->settings == next.settings;
        client_.set_activity(surfaces ? "extracting isosurfaces" : "compiling and preparing the volume");
    }
}

/// Says of a picture in which nothing is seen why that may be.
void Painter::explain(Frame &frame, const Scene &scene) const {
    if (!frame.final || frame.heat_scale || !is_empty(frame.image, scene.settings.background)) {
        return;
    }
    frame.why_empty = why_nothing_is_seen(reference_scene(scene, *loaded_), scene.width, scene.height);
}

bool Painter::draw_coarse(const FrameRequest &request, std::uint64_t number) {
    const auto start = std::chrono::steady_clock::now();
    const FrameOrder &order = request.order;
    const Scene &scene = order.scene;
    tell_preparation(scene);
    Frame frame;
    frame.request = number;
    frame.width = scene.width;
    frame.height = scene.height;
    const int pictures = order.other ? 2 : 1;
    frame.scale = governor_.moving_scale(scene.width, scene.height * pictures);
    const int width = std::max(1, static_cast<int>(std::lround(scene.width * frame.scale)));
    const int height = std::max(1, static_cast<int>(std::lround(scene.height * frame.scale)));
    const bool warm = request.moving || draws_mesh(scene) || measured_ == prepared_of(order);
    const bool as_at_rest = !request.moving || settings_while_edited(scene, drawn_) == scene.settings;
    const bool is_final = frame.scale == 1.0 && !order.heat_map && warm && as_at_rest;
    frame.final = is_final;
    const auto moving = [&](const Scene &one) {
        RenderSettings settings = request.moving && &one == &scene ? settings_while_edited(one, drawn_) : one.settings;
        settings.step = frame.scale < step_limit_scale ? std::max(settings.step, 1.0) : settings.step;
        return settings;
    };
    SceneRenderer &other = renderer_of_other(order);
    frame.isovalues = isovalues_of(scene);
    frame.image = measured_draw(renderer_, scene, scene.camera, width, height, moving(scene));
    frame.statistics = renderer_.statistics();
    if (order.other) {
        frame.other = measured_draw(other, *order.other, order.other->camera, width, height, moving(*order.other));
        frame.other_statistics = other.statistics();
        frame.other_device = other.device().index;
    }
    frame.total_ms = milliseconds_since(start);
    explain(frame, scene);
    client_.publish(std::move(frame));
    if (is_final) {
        drawn_ = scene;
    }
    return is_final;
}

/// The scene in full, part by part; empty if something newer is wanted.
std::optional<Image> Painter::refine(SceneRenderer &renderer, const Scene &scene, const std::vector<Tile> &tiles,
                                     std::uint64_t number, FrameStatistics &statistics) {
    if (tiles.size() == 1) {
        Image image = measured_draw(renderer, scene, scene.camera, scene.width, scene.height, scene.settings);
        statistics = renderer.statistics();
        return image;
    }
    double frame_ms = 0.0;
    const auto draw = [&](std::size_t i, const Camera &camera, const Tile &tile) -> std::optional<Image> {
        if (!client_.is_newest(number)) {
            return std::nullopt;
        }
        client_.set_activity("refining", static_cast<double>(i) / static_cast<double>(tiles.size()));
        Image part = measured_draw(renderer, scene, camera, tile.width, tile.height, scene.settings);
        frame_ms += renderer.statistics().frame_ms;
        return part;
    };
    std::optional<Image> image = draw_tiles(scene.camera, scene.width, scene.height, tiles, draw);
    statistics = renderer.statistics();
    statistics.frame_ms = frame_ms;
    return image;
}

/// The scene in full by all devices; empty if something newer is wanted.
std::optional<Image> Painter::draw_together(const Scene &scene, std::uint64_t number, FrameStatistics &statistics) {
    struct Outdated {};
    if (!team_) {
        client_.set_activity("uploading the volume to the other devices");
        team_ = std::make_unique<DeviceTeam>(renderer_, devices_);
    }
    SharingSettings sharing;
    sharing.longest_part_ms = refining_part_ms;
    sharing.progress = [&](double share) {
        if (!client_.is_newest(number)) {
            throw Outdated();
        }
        client_.set_activity("refining", share);
    };
    try {
        return team_->draw(scene, scene.settings, sharing, statistics);
    } catch (const Outdated &) {
        return std::nullopt;
    }
}

/// A full picture; empty if something newer is wanted.
/// @param other_first  of a comparison: what is drawn second finds a warmer machine
std::optional<Frame> Painter::full_frame(const FrameOrder &order, std::uint64_t number, bool other_first) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    frame.request = number;
    frame.final = true;
    frame.width = order.scene.width;
    frame.height = order.scene.height;
    frame.isovalues = isovalues_of(order.scene);
    // Both pictures of a comparison in the same parts: then equal settings give equal bits.
    const double part_ms =
        draws_mesh(order.scene) ? std::numeric_limits<double>::max() : refining_part_ms; // triangles are drawn once
    const std::vector<Tile> tiles = governor_.tiles(order.scene.width, order.scene.height, part_ms);
    const auto draw_other = [&] {
        frame.other = refine(renderer_of_other(order), *order.other, tiles, number, frame.other_statistics);
        frame.other_device = renderer_of_other(order).device().index;
        return frame.other.has_value();
    };
    if (order.other && other_first && !draw_other()) {
        return std::nullopt;
    }
    if (order.heat_map) {
        client_.set_activity("counting what the rays do");
        const Scene &scene = order.scene;
        frame.image = heat_map_frame(renderer_.renderer_for(scene), scene.camera, scene.width, scene.height,
                                     scene.settings, *order.heat_map, frame.heat_scale.emplace());
    } else {
        // The sides of a comparison are drawn alike, by one device each.
        const bool together = devices_.size() > 1 && !order.other;
        std::optional<Image> image = together ? draw_together(order.scene, number, frame.statistics)
                                              : refine(renderer_, order.scene, tiles, number, frame.statistics);
        if (together && image) {
            frame.shares = team_->shares();
        }
        if (!image) {
            return std::nullopt;
        }
        frame.image = std::move(*image);
    }
    if (order.other && !other_first && !draw_other()) {
        return std::nullopt;
    }
    frame.total_ms = milliseconds_since(start);
    explain(frame, order.scene);
    return frame;
}

/// Draws a comparison so many times, the sides in turns, and publishes each with all times so far.
void Painter::measure_again(const FrameOrder &order, std::uint64_t number, int rounds, Race race) {
    for (int round = 0; round < rounds && client_.is_newest(number); ++round) {
        client_.set_activity("measuring", static_cast<double>(round) / rounds);
        std::optional<Frame> frame = full_frame(order, number, round % 2 == 0);
        if (!frame) {
            return;
        }
        race.add(frame->statistics.frame_ms, frame->other_statistics.frame_ms);
        frame->race = race;
        frame->statistics.frame_ms = race.a_ms();
        frame->other_statistics.frame_ms = race.b_ms();
        client_.publish(std::move(*frame));
    }
}

void Painter::draw_full(const FrameOrder &order, std::uint64_t number) {
    constexpr double longest_ms = 1000.0;
    client_.set_activity("refining");
    std::optional<Frame> frame = full_frame(order, number);
    if (!frame) {
        return;
    }
    drawn_ = order.scene;
    const Prepared measured = prepared_of(order);
    const bool once = order.heat_map || draws_mesh(order.scene) ||
                      (order.other && draws_mesh(*order.other)); // the second time a mesh would only be copied
    const bool warm = once || std::exchange(measured_, measured) == measured;
    const double a_ms = frame->statistics.frame_ms, b_ms = frame->other_statistics.frame_ms;
    if (warm && order.other) {
        frame->race.add(a_ms, b_ms);
    }
    const Race race = frame->race;
    client_.publish(std::move(*frame));
    if (once) {
        return;
    }
    if (order.other) {
        measure_again(order, number, rounds_for(a_ms + b_ms) - static_cast<int>(race.rounds()), race);
    } else if (!warm && a_ms <= longest_ms && client_.is_newest(number)) {
        client_.set_activity("measuring");
        if ((frame = full_frame(order, number))) {
            client_.publish(std::move(*frame));
        }
    }
}

} // namespace voxmarch
