// What draws, and coarse pictures of scenes and comparisons.
#include "app/viewer/jobs/painter.h"

#include "app/environment.h"
#include "device/device.h"
#include "renderer/empty_picture.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr double moving_target_ms = 38.0; // of the 50 of 20 frames a second; fast devices draw all of it in less
constexpr double still_target_ms = 120.0; // of the first picture at rest, larger than moving ones
constexpr double step_limit_scale = 0.36; // below this scale moving pictures take longer steps too

/// Of a picture that the next one, of another view, does not need again.
double once_ms(const FrameStatistics &statistics) {
    constexpr Stage every_picture[] = {Stage::raster,         Stage::shade_surfaces, Stage::cast_surfaces,
                                       Stage::blend_surfaces, Stage::frame,          Stage::finish,
                                       Stage::readback};
    double sum = 0.0;
    for (const StageTime &stage : statistics.stages) {
        sum += std::ranges::find(every_picture, stage.stage) != std::end(every_picture) ? 0.0 : stage.ms;
    }
    return sum;
}

std::uint64_t pixels_of(const Scene &scene) {
    return static_cast<std::uint64_t>(scene.width) * static_cast<std::uint64_t>(scene.height);
}

} // namespace

Painter::Painter(PainterClient &client, std::vector<Device *> devices, std::shared_ptr<const LoadedVolume> loaded,
                 std::optional<SamplingBackend> backend, const BrickWish &wish)
    : client_(client), devices_(std::move(devices)), loaded_(std::move(loaded)), governor_(moving_target_ms),
      exact_governor_(moving_target_ms), path_governor_(moving_target_ms), time_number_(loaded_->scene.volume.time) {
    const DeviceInfo &device = devices_.front()->info();
    const SamplingBackend used = backend.value_or(backend_for(device, loaded_->grid().dims));
    if (BrickPictures::suit(*loaded_, device, used, wish)) {
        bricks_ =
            std::make_unique<BrickPictures>(devices_, loaded_, used, wish, [&client] { client.tell_improvement(); });
    } else {
        whole_ = std::make_unique<SceneRenderer>(*devices_.front(), loaded_, used);
    }
}

bool Painter::draws_mesh(const Scene &scene) {
    return scene.settings.mode != Mode::volume && scene.settings.surface_method == SurfaceMethod::mesh;
}

Painter::Prepared Painter::prepared_of(const FrameOrder &order) {
    return {preparation_of(order.scene), order.other ? std::optional(preparation_of(*order.other)) : std::nullopt};
}

/// Has all devices draw the scene's time of a series; a time that nobody has brought is read.
void Painter::show_time(const Scene &scene, const std::shared_ptr<const SceneContent> &time) {
    if (!whole_ || !loaded_->series || scene.volume.time == time_number_) {
        return;
    }
    const std::shared_ptr<const SceneContent> at = time ? time : loaded_at(*loaded_, scene.volume.time);
    if (sent_ != at) {
        whole_->send_voxels(*at);
    }
    whole_->show_sent_voxels();
    if (other_renderer_) {
        other_renderer_->send_voxels(*at);
        other_renderer_->show_sent_voxels();
    }
    sent_.reset();
    time_ = at;
    time_number_ = scene.volume.time;
}

/// Starts to bring what is drawn next to the device.
void Painter::send_next(const std::shared_ptr<const SceneContent> &next) {
    if (next && whole_ && loaded_->series && next != sent_ && next != time_) {
        whole_->send_voxels(*next);
        sent_ = next;
    }
}

void Painter::close_other() {
    other_renderer_.reset();
    other_device_.reset();
}

/// What draws the second picture of a request. Another device gets the volume when it is first asked for, and is
/// closed when no comparison wants it any more. Bricks are on the first alone. Compared volumes have a renderer each,
/// where there is room for two, as what is derived from one would give way to that of the other in every picture.
Painter::Way Painter::way_of_other(const FrameOrder &order, const Way &way) {
    const int first = devices_.front()->info().index;
    const int wanted = order.other_device < 0 ? first : order.other_device;
    const bool beside_first = wanted == first && !order.races && has_room_for_other_;
    if (bricks_ || !order.other || (wanted == first && !beside_first)) {
        close_other();
        return way;
    }
    if (other_renderer_ && other_renderer_->device().index != wanted) {
        close_other();
    }
    if (!other_renderer_) {
        client_.set_activity(beside_first ? "copying the volume for the other side"
                                          : "uploading the volume to the second device");
        other_prepared_.reset();
        if (!beside_first) {
            other_device_ = std::make_unique<Device>(wanted, environment_options());
        }
        try {
            other_renderer_ =
                beside_first ? std::make_unique<SceneRenderer>(*devices_.front(), whole_->content(), whole_->backend())
                             : std::make_unique<SceneRenderer>(*other_device_, whole_->content());
        } catch (const MemoryError &) {
            if (!beside_first) {
                throw;
            }
            has_room_for_other_ = false;
            return way;
        }
        if (time_) {
            other_renderer_->send_voxels(*time_);
            other_renderer_->show_sent_voxels();
        }
    }
    return {other_renderer_.get(), way.governor, way.means};
}

Painter::Way Painter::coarse_way() {
    return whole_ ? Way{whole_.get(), &governor_, Means::whole} : Way{&bricks_->preview(), &governor_, Means::preview};
}

Painter::Way Painter::full_way(const Scene &scene) {
    if (whole_ || loaded_->provisional) {
        return coarse_way();
    }
    return {&bricks_->exact(scene), &exact_governor_, Means::exact};
}

/// With the settings that these means draw it with.
Scene Painter::scene_for(const Way &way, Scene scene) const {
    if (way.means == Means::preview) {
        scene.settings = bricks_->preview_settings(scene.settings);
    } else if (way.means == Means::exact) {
        scene.settings = bricks_->exact_settings(scene.settings);
    }
    return scene;
}

/// The same with one sample a pixel, shaded: others, and traced light, follow, see smooth().
Scene Painter::first_sample_for(const Way &way, Scene scene) const {
    scene.settings.finish.samples = 1;
    scene.settings.lighting = Lighting::shaded;
    return scene_for(way, std::move(scene));
}

/// Ends the reading of bricks when something newer is wanted, and tells of it.
void Painter::watch_bricks(std::uint64_t number) {
    if (!bricks_) {
        return;
    }
    bricks_->watch([this, number, told = std::chrono::steady_clock::time_point()](std::uint64_t count,
                                                                                  std::uint64_t bytes) mutable {
        if (!client_.is_newest(number)) {
            throw BrickPictures::Interrupted();
        }
        if (milliseconds_since(told) > 50.0) {
            told = std::chrono::steady_clock::now();
            client_.set_activity(fmt::format("loading bricks: {} read, {:.0f} MB, drawn", count, double(bytes) / 1e6),
                                 std::max(drawn_share_.load(), 1e-3));
        }
    });
}

Image Painter::measured_draw(const Way &way, const Scene &scene, const Camera &camera, int width, int height) {
    const auto start = std::chrono::steady_clock::now();
    SceneRenderer &renderer = *way.renderer;
    Image image = renderer.draw(scene, camera, width, height, scene.settings);
    const FrameStatistics &statistics = renderer.statistics();
    // What reading bricks took is no measure for the next picture.
    const double once = once_ms(statistics);
    const double ms = way.means == Means::exact ? statistics.frame_ms : milliseconds_since(start) - once;
    prepared_ms_ += once;
    way.governor->measured(static_cast<double>(width) * height, ms);
    return image;
}

/// Tells what makes the next picture take long, if something does.
/// @param prepared  of the last one; becomes the scene's  @return whether something does
bool Painter::tell_preparation(const Scene &scene, std::optional<Preparation> &prepared) {
    const Preparation next = preparation_of(scene);
    const std::optional<Preparation> last = std::exchange(prepared, next);
    if (last == next) {
        return false;
    }
    const bool surfaces = last && last->settings == next.settings;
    client_.set_activity(surfaces ? "extracting isosurfaces" : "compiling and preparing the volume");
    return true;
}

/// Tells what a picture with other kernels or data waits for. @param side  " for A"; "": there is one alone
std::function<void(Stage, double)> Painter::telling_stages(const char *side) {
    return [this, side](Stage stage, double share) {
        const bool kernels = stage == Stage::program || stage == Stage::frame; // drivers may compile at a launch
        const std::string what = stage == Stage::extraction ? "extracting isosurfaces"
                                 : kernels                  ? "compiling kernels"
                                 : stage == Stage::derived_data // whose kernels are compiled as it goes
                                     ? "compiling and preparing the volume"
                                     : fmt::format("preparing the volume ({})", name_of(stage));
        client_.set_activity(what + side, std::max(share, 0.0));
    };
}

/// Why nothing is seen in a picture of the scene; "" if something is.
std::string Painter::why_empty(const Image &image, const Scene &scene) const {
    if (!is_empty(image, scene.settings)) {
        return "";
    }
    const SceneContent &shown = time_ ? *time_ : *loaded_;
    return why_nothing_is_seen(reference_scene(scene, shown), scene.width, scene.height);
}

/// Says of full pictures in which nothing is seen why that may be.
void Painter::explain(Frame &frame, const FrameOrder &order) const {
    if (!frame.final || frame.heat_scale) {
        return;
    }
    frame.why_empty = why_empty(frame.image, order.scene);
    if (order.other && frame.other) {
        frame.why_other_empty = why_empty(*frame.other, *order.other);
    }
}

/// @param prepares  with other kernels or data than the last one
Frame Painter::coarse_frame(const FrameRequest &request, std::uint64_t number, const Way &way, bool prepares) {
    const auto start = std::chrono::steady_clock::now();
    prepared_ms_ = 0.0;
    const FrameOrder &order = request.order;
    const Scene &scene = order.scene;
    Frame frame;
    frame.request = number;
    frame.width = scene.width;
    frame.height = scene.height;
    frame.camera = scene.camera;
    const int pictures = order.other ? 2 : 1;
    frame.scale = way.governor->scale_for(scene.width, scene.height * pictures,
                                          request.moving ? moving_target_ms : still_target_ms);
    const int width = std::max(1, static_cast<int>(std::lround(scene.width * frame.scale)));
    const int height = std::max(1, static_cast<int>(std::lround(scene.height * frame.scale)));
    const bool warm = request.moving || draws_mesh(scene) || measured_ == prepared_of(order);
    // Without an order to draw in full afterwards, what takes long is not put off.
    const auto quick = [&](const Scene &one) {
        return settings_while_moving(one, &one == &scene ? drawn_ : other_drawn_, is_slow(way));
    };
    const bool as_at_rest = quick(scene) == scene.settings;
    frame.final = frame.scale == 1.0 && !order.heat_map && warm && as_at_rest && way.means != Means::preview &&
                  scene.settings.finish.samples == 1 && !is_traced(scene.settings) &&
                  !order.other; // whose times are measured in turns
    const auto moving = [&](const Scene &one) {
        Scene coarse = one;
        coarse.settings = quick(one);
        coarse.settings.step =
            frame.scale < step_limit_scale ? std::max(coarse.settings.step, 1.0) : coarse.settings.step;
        return first_sample_for(way, std::move(coarse));
    };
    const Way other = way_of_other(order, way);
    frame.isovalues = isovalues_of(scene);
    const auto draw = [&](const Way &by, const Scene &one, bool tells, const char *side) {
        std::optional<StagesWatched> watched;
        if (tells) {
            watched.emplace(*by.renderer, false, telling_stages(side));
        }
        return measured_draw(by, moving(one), one.camera, width, height);
    };
    frame.image = draw(way, scene, prepares, order.other ? " for A" : "");
    frame.statistics = way.renderer->statistics();
    if (order.other) {
        frame.other = draw(other, *order.other, tell_preparation(*order.other, other_prepared_), " for B");
        frame.other_statistics = other.renderer->statistics();
        frame.other_device = other.renderer->device().index;
    }
    frame.total_ms = std::max(milliseconds_since(start) - prepared_ms_, 0.0);
    coarse_ = frame.image;
    other_coarse_ = frame.other.value_or(Image());
    coarse_of_ = number;
    coarse_statistics_ = frame.statistics;
    coarse_ms_ = frame.total_ms;
    return frame;
}

/// Whether derived data take so long on a device that moving pictures do without.
bool Painter::is_slow(const Way &way) { return way.renderer->device().kind == DeviceKind::cpu; }

/// The volume itself at full size, where that is quick and needs no brick that is not there; else empty, and not tried
/// again before the next full picture.
std::optional<Frame> Painter::exact_while_moving(const FrameRequest &request, std::uint64_t number) {
    const Scene &scene = request.order.scene;
    const int pictures = request.order.other ? 2 : 1;
    if (!exact_moves_ || !bricks_->is_made_for(scene) || measured_ != prepared_of(request.order) ||
        pixels_of(scene) > bricks_->part_pixels() ||
        exact_governor_.moving_scale(scene.width, scene.height * pictures) < 1.0) {
        return std::nullopt;
    }
    bricks_->watch([](std::uint64_t, std::uint64_t) { throw BrickPictures::Interrupted(); });
    try {
        return coarse_frame(request, number, full_way(scene));
    } catch (const BrickPictures::Interrupted &) {
        exact_moves_ = false;
        return std::nullopt;
    }
}

bool Painter::draw_coarse(const FrameRequest &request, std::uint64_t number) {
    const Scene &scene = request.order.scene;
    show_time(scene, request.order.time);
    send_next(request.next_time);
    const bool prepares = tell_preparation(scene, prepared_);
    std::optional<Frame> frame;
    if (bricks_) {
        bricks_->fit_preview(scene.settings);
        frame = exact_while_moving(request, number);
    }
    if (!frame) {
        frame = coarse_frame(request, number, coarse_way(), prepares);
    }
    explain(*frame, request.order);
    const bool is_final = frame->final;
    client_.publish(std::move(*frame));
    if (is_final) {
        drawn_ = scene;
        other_drawn_ = request.order.other;
    }
    return is_final;
}

Image Painter::quick_picture(const Scene &scene) {
    show_time(scene, nullptr);
    const Way way = coarse_way();
    return way.renderer->draw(first_sample_for(way, scene));
}

SceneRenderer &Painter::renderer(const Scene &scene) {
    show_time(scene, nullptr);
    if (bricks_) {
        bricks_->watch([](std::uint64_t, std::uint64_t) {});
    }
    return *full_way(scene).renderer;
}

const SceneRenderer &Painter::renderer() const {
    const SceneRenderer *const exact = bricks_ ? bricks_->made() : whole_.get();
    return exact ? *exact : bricks_->preview();
}

void Painter::improve() {
    if (bricks_) {
        bricks_->improve();
    }
}

} // namespace voxmarch
