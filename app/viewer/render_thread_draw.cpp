// The render thread's pictures: coarse while something moves, then in full, part by part.
#include "app/viewer/render_thread.h"

#include "device/device.h"

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
        sum += stage.stage == "frame" || stage.stage == "readback" ? 0.0 : stage.ms;
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
        other_renderer_ = std::make_unique<SceneRenderer>(*other_device_, renderer_->shared_volume(),
                                                          std::optional<SamplingBackend>());
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

void RenderThread::draw_coarse(const FrameRequest &request, std::uint64_t number, bool &is_final) {
    const auto start = std::chrono::steady_clock::now();
    const Scene &scene = request.scene;
    tell_preparation(scene);
    Frame frame;
    frame.request = number;
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
std::optional<Frame> RenderThread::full_frame(const FrameRequest &request, std::uint64_t number) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    frame.request = number;
    frame.final = true;
    frame.isovalues = isovalues_of(request.scene);
    // Both pictures of a comparison in the same parts: then equal settings give equal bits.
    const double part_ms =
        draws_mesh(request.scene) ? std::numeric_limits<double>::max() : refining_part_ms; // triangles are drawn once
    const std::vector<Tile> tiles = governor_.tiles(request.scene.width, request.scene.height, part_ms);
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
    if (request.other) {
        frame.other = refine_scene(renderer_of_other(request), *request.other, tiles, number, frame.other_statistics);
        if (!frame.other) {
            return std::nullopt;
        }
        frame.other_device = renderer_of_other(request).device().index;
    }
    frame.total_ms = milliseconds_since(start);
    return frame;
}

namespace {

/// The two shortest of some times.
struct Shortest {
    double first = std::numeric_limits<double>::max(), second = first;

    /// @return the shortest, ms
    double add(double ms) {
        second = std::min(second, std::max(first, ms));
        first = std::min(first, ms);
        return first;
    }

    /// How far apart they are, as a ratio: 1.02 at least, 1.1 of a single time.
    double spread() const {
        const bool several = second < std::numeric_limits<double>::max() && first > 0.0;
        return several ? std::max(1.02, second / first) : 1.1;
    }
};

} // namespace

/// The full picture. The first one with other kernels or data is drawn again for its times, where that is quick; so are
/// both sides of a comparison, some times: the shortest of each counts, because what else the machine does only adds.
void RenderThread::refine(const FrameRequest &request, std::uint64_t number) {
    constexpr double longest_ms = 1000.0;
    constexpr int comparisons = 3;
    set_activity("refining");
    std::optional<Frame> frame = full_frame(request, number);
    if (!frame) {
        return;
    }
    const std::string measured = preparation_of(request);
    const bool once = request.heat_map || draws_mesh(request.scene); // the second time a mesh would only be copied
    const bool warm = once || std::exchange(measured_, measured) == measured;
    const bool quick = frame->statistics.frame_ms + frame->other_statistics.frame_ms <= longest_ms;
    const int again = once || !quick ? 0 : request.other ? comparisons : warm ? 0 : 1;
    Shortest here, other;
    if (warm) {
        here.add(frame->statistics.frame_ms);
        other.add(frame->other_statistics.frame_ms);
    }
    publish(std::move(*frame));
    for (int i = 0; i < again && is_newest(number); ++i) {
        set_activity("measuring");
        if ((frame = full_frame(request, number))) {
            frame->statistics.frame_ms = here.add(frame->statistics.frame_ms);
            frame->other_statistics.frame_ms = other.add(frame->other_statistics.frame_ms);
            frame->noise = std::max(here.spread(), other.spread());
            publish(std::move(*frame));
        }
    }
}

} // namespace voxmarch
