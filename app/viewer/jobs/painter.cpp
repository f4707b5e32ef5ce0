// The render thread's pictures: coarse while something moves, then in full, part by part.
#include "app/viewer/jobs/render_thread.h"

#include "device/device.h"
#include "renderer/empty_picture.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

constexpr double refining_part_ms = 45.0; // longest wait before a new request is seen
constexpr double step_limit_scale = 0.36; // below this scale moving pictures take longer steps too

double once_ms(const FrameStatistics &statistics) {
    double sum = 0.0;
    for (const StageTime &stage : statistics.stages) {
        sum += stage.stage == Stage::frame || stage.stage == Stage::readback ? 0.0 : stage.ms;
    }
    return sum;
}

std::vector<double> isovalues_of(const Scene &scene) {
    std::vector<double> values;
    for (const SurfaceStyle &surface : scene.settings.surfaces) {
        values.push_back(surface.isovalue);
    }
    return values;
}

/// What kernels and derived data of a picture depend on, where they take long; the isosurfaces last, behind '|'.
std::string preparation_of(const Scene &scene) {
    const RenderSettings &settings = scene.settings;
    const auto number = [](auto value) { return static_cast<int>(value); };
    std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {}x{}|", number(settings.traversal), settings.leaf_size,
                    settings.threshold, number(settings.mode), number(settings.classification), number(settings.blend),
                    number(settings.shading), number(settings.shadows), settings.group_width, settings.group_height);
    if (settings.mode != Mode::volume) {
        text += fmt::format("{} {}", number(settings.surface_method), fmt::join(isovalues_of(scene), " "));
    }
    return text;
}

bool draws_mesh(const Scene &scene) {
    return scene.settings.mode != Mode::volume && scene.settings.surface_method == SurfaceMethod::mesh;
}

std::string preparation_of(const FrameRequest &request) {
    return preparation_of(request.scene) + (request.other ? preparation_of(*request.other) : "");
}

} // namespace

/// What draws the second picture of a request. Another device gets the volume when it is first asked for, and is
/// closed when no comparison wants it any more.
SceneRenderer &RenderThread::renderer_of_other(const FrameRequest &request) {
    const int wanted = request.other_device;
    if (!request.other || wanted < 0 || wanted == device_->info().index) {
        close_other();
        return *renderer_;
    }
    if (!other_device_ || other_device_->info().index != wanted) {
        close_other();
    }
    if (!other_renderer_) {
        set_activity("uploading the volume to the second device");
        other_device_ = std::make_unique<Device>(wanted);
        other_renderer_ = std::make_unique<SceneRenderer>(*other_device_, renderer_->content());
    }
    return *other_renderer_;
}

Image RenderThread::measured_draw(SceneRenderer &renderer, const Scene &scene, const Camera &camera, int width,
                                  int height, const RenderSettings &settings) {
    const auto start = std::chrono::steady_clock::now();
    Image image = renderer.draw(scene, camera, width, height, settings);
    const double ms = milliseconds_since(start) - once_ms(renderer.statistics());
    governor_.measured(static_cast<double>(width) * height, ms);
    return image;
}

/// Tells what makes the next picture take long, if something does.
void RenderThread::tell_preparation(const Scene &scene) {
    const std::string next = preparation_of(scene), last = std::exchange(prepared_, next);
    if (next == last) {
        return;
    }
    const std::string kernels = next.substr(0, next.find('|'));
    const bool surfaces = kernels == last.substr(0, last.find('|'));
    set_activity(surfaces ? "extracting isosurfaces" : "compiling and preparing the volume");
}

/// Says of a picture in which nothing is seen why that may be.
void RenderThread::explain(Frame &frame, const Scene &scene) const {
    if (!frame.final || frame.heat_scale || !is_empty(frame.image, scene.settings.background)) {
        return;
    }
    frame.why_empty = why_nothing_is_seen(reference_scene(scene, *renderer_->content()), scene.width, scene.height);
}

void RenderThread::draw_coarse(const FrameRequest &request, std::uint64_t number, bool &is_final) {
    const auto start = std::chrono::steady_clock::now();
    const Scene &scene = request.scene;
    tell_preparation(scene);
    Frame frame;
    frame.request = number;
    frame.width = scene.width;
    frame.height = scene.height;
    const int pictures = request.other ? 2 : 1;
    frame.scale = governor_.moving_scale(scene.width, scene.height * pictures);
    const int width = std::max(1, static_cast<int>(std::lround(scene.width * frame.scale)));
    const int height = std::max(1, static_cast<int>(std::lround(scene.height * frame.scale)));
    const bool warm = request.moving || draws_mesh(scene) || measured_ == preparation_of(request);
    is_final = frame.final = frame.scale == 1.0 && !request.heat_map && warm;
    const auto moving = [&](const Scene &one) {
        RenderSettings settings = one.settings;
        settings.step = frame.scale < step_limit_scale ? std::max(settings.step, 1.0) : settings.step;
        return settings;
    };
    SceneRenderer &other = renderer_of_other(request);
    frame.isovalues = isovalues_of(scene);
    frame.image = measured_draw(*renderer_, scene, scene.camera, width, height, moving(scene));
    frame.statistics = renderer_->statistics();
    if (request.other) {
        frame.other =
            measured_draw(other, *request.other, request.other->camera, width, height, moving(*request.other));
        frame.other_statistics = other.statistics();
        frame.other_device = other.device().index;
    }
    frame.total_ms = milliseconds_since(start);
    explain(frame, scene);
    publish(std::move(frame));
}

/// The scene in full, part by part; empty if something newer is wanted.
std::optional<Image> RenderThread::refine_scene(SceneRenderer &renderer, const Scene &scene,
                                                const std::vector<Tile> &tiles, std::uint64_t number,
                                                FrameStatistics &statistics) {
    if (tiles.size() == 1) {
        Image image = measured_draw(renderer, scene, scene.camera, scene.width, scene.height, scene.settings);
        statistics = renderer.statistics();
        return image;
    }
    Image image{scene.width, scene.height, std::vector<std::uint8_t>(std::size_t(scene.width) * scene.height * 4)};
    double frame_ms = 0.0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (!is_newest(number)) {
            return std::nullopt;
        }
        set_activity("refining", static_cast<double>(i) / static_cast<double>(tiles.size()));
        const Tile &tile = tiles[i];
        Camera camera = scene.camera;
        camera.crop = PictureCrop{scene.width, scene.height, tile.x, tile.y};
        const Image part = measured_draw(renderer, scene, camera, tile.width, tile.height, scene.settings);
        frame_ms += renderer.statistics().frame_ms;
        for (int row = 0; row < tile.height; ++row) {
            std::memcpy(image.rgba.data() + (std::size_t(tile.y + row) * scene.width + tile.x) * 4, part.pixel(0, row),
                        std::size_t(tile.width) * 4);
        }
    }
    statistics = renderer.statistics();
    statistics.frame_ms = frame_ms;
    return image;
}

/// A full picture; empty if something newer is wanted.
/// @param other_first  of a comparison: what is drawn second finds a warmer machine
std::optional<Frame> RenderThread::full_frame(const FrameRequest &request, std::uint64_t number, bool other_first) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    frame.request = number;
    frame.final = true;
    frame.width = request.scene.width;
    frame.height = request.scene.height;
    frame.isovalues = isovalues_of(request.scene);
    // Both pictures of a comparison in the same parts: then equal settings give equal bits.
    const double part_ms =
        draws_mesh(request.scene) ? std::numeric_limits<double>::max() : refining_part_ms; // triangles are drawn once
    const std::vector<Tile> tiles = governor_.tiles(request.scene.width, request.scene.height, part_ms);
    const auto draw_other = [&] {
        frame.other = refine_scene(renderer_of_other(request), *request.other, tiles, number, frame.other_statistics);
        frame.other_device = renderer_of_other(request).device().index;
        return frame.other.has_value();
    };
    if (request.other && other_first && !draw_other()) {
        return std::nullopt;
    }
    if (request.heat_map) {
        set_activity("counting what the rays do");
        const Scene &scene = request.scene;
        frame.image = heat_map_frame(renderer_->renderer_for(scene), scene.camera, scene.width, scene.height,
                                     scene.settings, *request.heat_map, frame.heat_scale.emplace());
    } else {
        std::optional<Image> image = refine_scene(*renderer_, request.scene, tiles, number, frame.statistics);
        if (!image) {
            return std::nullopt;
        }
        frame.image = std::move(*image);
    }
    if (request.other && !other_first && !draw_other()) {
        return std::nullopt;
    }
    frame.total_ms = milliseconds_since(start);
    explain(frame, request.scene);
    return frame;
}

/// Draws a comparison so many times, the sides in turns, and publishes each with all times so far.
void RenderThread::measure_again(const FrameRequest &request, std::uint64_t number, int rounds, Race race) {
    for (int round = 0; round < rounds && is_newest(number); ++round) {
        set_activity("measuring", static_cast<double>(round) / rounds);
        std::optional<Frame> frame = full_frame(request, number, round % 2 == 0);
        if (!frame) {
            return;
        }
        race.add(frame->statistics.frame_ms, frame->other_statistics.frame_ms);
        frame->race = race;
        frame->statistics.frame_ms = race.a_ms();
        frame->other_statistics.frame_ms = race.b_ms();
        publish(std::move(*frame));
    }
}

/// The full picture. The first one with other kernels or data is drawn again for its times, where that is quick; so are
/// both sides of a comparison, several times.
void RenderThread::refine(const FrameRequest &request, std::uint64_t number) {
    constexpr double longest_ms = 1000.0;
    set_activity("refining");
    std::optional<Frame> frame = full_frame(request, number);
    if (!frame) {
        return;
    }
    const std::string measured = preparation_of(request);
    const bool once = request.heat_map || draws_mesh(request.scene) ||
                      (request.other && draws_mesh(*request.other)); // the second time a mesh would only be copied
    const bool warm = once || std::exchange(measured_, measured) == measured;
    const double a_ms = frame->statistics.frame_ms, b_ms = frame->other_statistics.frame_ms;
    if (warm && request.other) {
        frame->race.add(a_ms, b_ms);
    }
    const Race race = frame->race;
    publish(std::move(*frame));
    if (once) {
        return;
    }
    if (request.other) {
        measure_again(request, number, rounds_for(a_ms + b_ms) - static_cast<int>(race.rounds()), race);
    } else if (!warm && a_ms <= longest_ms && is_newest(number)) {
        set_activity("measuring");
        if ((frame = full_frame(request, number))) {
            publish(std::move(*frame));
        }
    }
}

} // namespace voxmarch
