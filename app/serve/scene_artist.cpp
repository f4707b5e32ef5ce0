// Whole pictures part by part, and moving ones at once.
#include "app/serve/scene_artist.h"

#include "base/error.h"
#include "device/quirks.h"
#include "scene/brick_content.h"
#include "scene/comparison.h"
#include "scene/draw_in_parts.h"
#include "scene/finished_picture.h"
#include "scene/preview.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

constexpr PartTimes parts_between_moving_ones{90.0, 45.0};
constexpr std::uint64_t most_voxels_aside = std::uint64_t{1} << 21;
constexpr std::uint64_t most_bytes_aside = most_voxels_aside * 16; // voxels, normals, octree, light
constexpr double longest_wait_ms = 150.0;                          // of others for a device or a driver

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
    settings.lighting = Lighting::shaded; // one path a pixel is noise
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

void ReadingWatch::set(std::function<void()> watch) {
    const std::lock_guard lock(mutex_);
    watch_ = std::move(watch);
}

void ReadingWatch::ask() const {
    std::function<void()> watch;
    {
        const std::lock_guard lock(mutex_);
        watch = watch_;
    }
    if (watch) {
        watch();
    }
}

namespace {

DeviceVolume bricks_on(Device &device, const std::shared_ptr<const LoadedVolume> &loaded, SamplingBackend backend,
                       const BrickChoice &bricks, const std::shared_ptr<ReadingWatch> &watch) {
    return in_bricks(device, loaded, backend, bricks.slots, bricks.size, [watch](std::uint64_t) { watch->ask(); });
}

SceneRenderer renderer_on(Device &device, const std::shared_ptr<const LoadedVolume> &loaded, SamplingBackend backend,
                          const BrickChoice &bricks, const std::shared_ptr<ReadingWatch> &watch) {
    if (bricks.slots == 0) {
        return {device, loaded, backend};
    }
    return {loaded, bricks_on(device, loaded, backend, bricks, watch)};
}

/// When a picture may be left alone for others between its parts: while these, and what it makes anew behind them
/// because their functions were others, take at most three times as long as the picture itself.
class Breaks {
public:
    /// A part was drawn. @param own_ms  that it took, without what is made anew
    bool may_begin(double own_ms) {
        const double part_ms = lap();
        const double own = behind_break_ ? std::min(own_ms, part_ms) : part_ms;
        own_ms_ += own;
        others_ms_ += part_ms - own;
        behind_break_ = false;
        return others_ms_ <= 3.0 * own_ms_;
    }

    void end() {
        others_ms_ += lap();
        behind_break_ = true;
    }

private:
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    double own_ms_ = 0.0, others_ms_ = 0.0;
    bool behind_break_ = false;

    double lap() {
        const double ms = ms_since(since_);
        since_ = std::chrono::steady_clock::now();
        return ms;
    }
};

/// While a picture is drawn in parts: has readers of bricks ask whether it is wanted.
struct Watching {
    ReadingWatch &watch;
    Watching(ReadingWatch &reading, const std::function<void()> &still_wanted) : watch(reading) {
        watch.set(still_wanted);
    }
    ~Watching() { watch.set({}); }
    Watching(const Watching &) = delete;
    Watching &operator=(const Watching &) = delete;
};

/// Has a renderer tell of each share of light and surfaces that is made.
struct Listening {
    SceneRenderer &renderer;
    Listening(SceneRenderer &of, const std::function<void()> &told) : renderer(of) {
        renderer.divide_stages(true);
        renderer.report_stages([told](Stage, double share) {
            if (share >= 0.0) {
                told();
            }
        });
    }
    ~Listening() {
        renderer.report_stages({});
        renderer.divide_stages(false);
    }
    Listening(const Listening &) = delete;
    Listening &operator=(const Listening &) = delete;
};

/// Something has another value for as long as it lives.
template <typename Value> struct Meantime {
    Value &place;
    Value before;
    Meantime(Value &of, Value value) : place(of), before(std::exchange(of, value)) {}
    ~Meantime() { place = before; }
    Meantime(const Meantime &) = delete;
    Meantime &operator=(const Meantime &) = delete;
};

bool has_light(const RenderSettings &settings) {
    return settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
}

} // namespace

SceneArtist::SceneArtist(const std::vector<Device *> &devices, std::shared_ptr<TimeShelf> times,
                         SamplingBackend backend, const BrickWish &bricks, const SizeLimit &limit)
    : device_(*devices.front()), times_(std::move(times)), shown_(times_->shared_first()),
      bricks_(choose_bricks(*shown_, devices, backend, bricks, limit)),
      room_(*shown_, device_of_least_memory(devices), backend, bricks, bricks_,
            planned_page(1 + static_cast<int>(shown_->other_channels.size()), limit)),
      renderer_(renderer_on(*devices.front(), shown_, backend, bricks_, watch_)) {
    if (bricks_.preview) {
        preview_.emplace(*devices.front(), bricks_.preview, backend);
    }
    if (devices.size() > 1) {
        std::vector<DeviceVolume> others;
        for (std::size_t i = 1; bricks_.slots > 0 && i < devices.size(); ++i) {
            others.push_back(bricks_on(*devices[i], shown_, backend, bricks_, watch_));
        }
        team_.emplace(renderer_, devices, std::move(others));
    }
}

/// Brings the voxels of another time to the devices.
void SceneArtist::show_time(int time) {
    if (time == shown_->scene.volume.time) {
        return;
    }
    std::shared_ptr<const LoadedVolume> next = times_->at(time);
    const auto show = [&](SceneRenderer &renderer) {
        renderer.send_voxels(*next);
        renderer.show_sent_voxels();
    };
    if (team_) {
        team_->run([&](std::size_t member) { show(team_->renderer(member)); });
    } else {
        show(renderer_);
    }
    shown_ = std::move(next);
}

/// Also what would take the light of the picture that is at work away from it.
bool SceneArtist::draws_aside(const Scene &scene) const {
    const bool possible = begun_ != nullptr && !preview_ && !team_ && !shown_->common;
    return possible && scene.volume.time == shown_->scene.volume.time &&
           (in_stage_ || (has_light(begun_->settings) && looks_otherwise(*begun_, scene)));
}

bool SceneArtist::can_draw_now(const Scene &scene) {
    if (begun_ == nullptr || preview_) {
        return true;
    }
    return in_stage_ ? draws_aside(scene) && aside() != nullptr
                     : !team_ || scene.volume.time == shown_->scene.volume.time;
}

/// The device itself where kernels cannot run at the same time: they run behind those that are waited for.
Device &SceneArtist::beside() {
    if (has_quirk(device_.info(), Quirk::kernels_at_once)) {
        return device_;
    }
    if (!beside_) {
        beside_ = std::make_unique<Device>(device_.info().index, device_.options());
    }
    return *beside_;
}

/// Null where there is no room.
SceneRenderer *SceneArtist::aside() {
    const int time = shown_->scene.volume.time;
    if (begun_ != nullptr && !room_.holds(begun_->settings, most_bytes_aside)) {
        aside_.reset();
        return nullptr;
    }
    if (!aside_ || aside_time_ != time) {
        aside_.reset();
        try {
            aside_.emplace(beside(), quick_preview_content(*shown_, most_voxels_aside), renderer_.backend());
        } catch (const Error &) {
            return nullptr;
        }
        aside_time_ = time;
    }
    return &*aside_;
}

/// Draws for others between parts.
void SceneArtist::break_for(const std::function<void()> &others) {
    const Meantime in_break(in_break_, true);
    const auto start = std::chrono::steady_clock::now();
    others();
    break_ended_ = std::chrono::steady_clock::now();
    break_ms_ = ms_since(start);
}

/// From now on also while the device or its driver is waited for, where nothing can be divided.
void SceneArtist::let_in(std::optional<WhileWaiting> &waiting, const std::function<void()> &others) {
    if (!others || team_ || in_break_) {
        return;
    }
    break_ended_ = std::chrono::steady_clock::now();
    waiting.emplace([this, &others] {
        if (!in_break_ && ms_since(break_ended_) > std::max(longest_wait_ms, break_ms_ / 3.0)) {
            const Meantime in_stage(in_stage_, true);
            break_for(others);
        }
    });
}

Scene SceneArtist::with_planes(Scene side, bool waits) {
    if (why_no_planes(side, waits, shown_->labels.has_value()).empty()) {
        add_planes(side, planes_.planes(side, *shown_));
    }
    return side;
}

Image SceneArtist::draw(const Scene &side, const RenderSettings &settings, const std::function<void(double)> &progress,
                        const TracedSteps &steps, FrameStatistics &statistics) {
    if (!team_ && steps.grew && grows_by_samples(side, settings)) {
        return draw_in_steps(renderer_, side, settings, parts_between_moving_ones.part_ms, progress, steps, statistics);
    }
    if (!team_) {
        return draw_in_parts(renderer_, side, settings, progress, statistics, {}, parts_between_moving_ones);
    }
    SharingSettings sharing;
    sharing.longest_part_ms = parts_between_moving_ones.part_ms;
    sharing.progress = progress;
    return team_->draw(side, settings, sharing, statistics);
}

/// With what lies over the scene's picture, without values, which take long. Half a comparison is nothing to be shown.
TracedSteps SceneArtist::steps_of(const Scene &scene, const TracedSteps &wanted) const {
    if (!wanted.grew || shows_both_sides(scene)) {
        return {};
    }
    return {wanted.begins, [this, &scene, &wanted](Image image, int samples) {
                std::vector<Image> sides;
                sides.push_back(std::move(image));
                wanted.grew(finished_picture(std::move(sides), scene, *shown_, false), samples);
            }};
}

std::optional<FrameStatistics> SceneArtist::count(const Scene &scene) {
    const Scene side = half_of(scene, Side::a);
    if (renderer_.waits_for_bricks() || (!side.other_channels.empty() && side.settings.blend != Blend::composite)) {
        return std::nullopt;
    }
    VolumeRenderer &counting = renderer_.renderer_for(side);
    counting.count_samples(side.camera, side.width, side.height, side.settings);
    return counting.statistics();
}

DrawnPicture SceneArtist::whole(const Scene &wanted, const Meanwhile &meanwhile, bool counted) {
    const auto start = std::chrono::steady_clock::now();
    Scene scene = wanted;
    scene.settings = bricks_.possible(scene.settings);
    room_.require(scene.settings);
    const Watching watching(*watch_, meanwhile.still_wanted);
    const Meantime<const Scene *> begun(begun_, &scene);
    std::optional<WhileWaiting> waiting;
    let_in(waiting, meanwhile.between_parts);
    show_time(wanted.volume.time);
    derived_of_.reset();
    Breaks breaks;
    const auto between_parts = [&](double own_ms) {
        meanwhile.still_wanted();
        if (breaks.may_begin(own_ms) && meanwhile.between_parts) {
            break_for(meanwhile.between_parts);
            show_time(scene.volume.time);
            breaks.end();
        }
    };
    const auto progress = [&](double) { between_parts(renderer_.statistics().frame_ms); };
    const Listening listening(renderer_, [&] {
        if (!team_ && !in_break_) {
            const Meantime in_stage(in_stage_, true);
            between_parts(std::numeric_limits<double>::infinity());
        }
    });
    const TracedSteps steps = steps_of(scene, meanwhile.traced);
    DrawnPicture drawn;
    std::vector<Image> sides = draw_sides(scene, [&](const Scene &half) {
        const Scene side = with_planes(half, renderer_.waits_for_bricks());
        FrameStatistics statistics;
        Image image = draw_picture(
            side, [&](const RenderSettings &settings) { return draw(side, settings, progress, steps, statistics); });
        drawn.own_ms += statistics.frame_ms;
        return image;
    });
    drawn.image = finished_picture(std::move(sides), scene, *shown_, true);
    drawn.ms = ms_since(start);
    derived_of_ = wanted;
    if (counted) {
        drawn.counted = count(scene);
    }
    return drawn;
}

DrawnPicture SceneArtist::moving(const Scene &scene, int width, int height, const Scene *drawn_last,
                                 const std::function<void()> &waits) {
    const auto start = std::chrono::steady_clock::now();
    room_.require(bricks_.possible(scene.settings));
    SceneRenderer *const other = preview_ ? &*preview_ : draws_aside(scene) ? aside() : nullptr;
    if (other == nullptr) {
        show_time(scene.volume.time);
    }
    if (!preview_ && (other != nullptr || !derived_of_ || looks_otherwise(*derived_of_, scene))) {
        drawn_last = nullptr; // light would be made anew, and again for whom it was made
    }
    if (other == nullptr && drawn_last == nullptr) {
        derived_of_.reset();
    }
    DrawnPicture drawn;
    Scene small = scene;
    small.figure = {};
    small.figure.annotations = scene.figure.annotations;
    small.transparent = false;
    small.settings = moving_settings(scene, drawn_last, static_cast<double>(width) / scene.width,
                                     renderer_.device().kind == DeviceKind::cpu);
    small.width = width;
    small.height = height;
    if (other != nullptr) {
        small.settings.leaf_size = 0; // that of bricks is for a finer volume
        small.settings = preview_ ? room_.of_preview(small.settings) : small.settings;
    } else {
        small.settings = bricks_.possible(small.settings);
    }
    const Meantime<const Scene *> begun(begun_, in_break_ ? begun_ : &small);
    std::optional<WhileWaiting> waiting;
    if (other == nullptr) {
        let_in(waiting, waits);
    }
    std::vector<Image> sides = draw_sides(small, [&](const Scene &half) {
        const Scene side = with_planes(half, false);
        FrameStatistics statistics;
        Image image;
        if (team_ && other == nullptr && !in_break_) {
            image = team_->draw(side, side.settings, {}, statistics);
        } else {
            SceneRenderer &renderer = other != nullptr ? *other : renderer_;
            image = renderer.draw(side);
            statistics = renderer.statistics();
        }
        drawn.own_ms += statistics.frame_ms;
        return image;
    });
    drawn.image = finished_picture(std::move(sides), small, *shown_, false);
    drawn.ms = ms_since(start);
    return drawn;
}

} // namespace voxmarch
