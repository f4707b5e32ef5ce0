// The render thread's loop.
#include "app/viewer/render_thread.h"

#include "device/device.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

namespace voxmarch {

namespace {

constexpr double moving_target_ms = 28.0; // of the 33 of 30 frames a second
constexpr double refining_part_ms = 45.0; // longest wait before a new request is seen
constexpr double step_limit_scale = 0.36; // below this scale moving pictures take longer steps too

double once_ms(const FrameStatistics &statistics) {
    double sum = 0.0;
    for (const StageTime &stage : statistics.stages) {
        sum += stage.stage == "frame" || stage.stage == "readback" ? 0.0 : stage.ms;
    }
    return sum;
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

} // namespace

RenderThread::RenderThread(std::string device_selector, std::optional<SamplingBackend> backend,
                           std::function<void()> wake)
    : selector_(std::move(device_selector)), backend_(backend), wake_(std::move(wake)), governor_(moving_target_ms),
      thread_([this] { run(); }) {}

RenderThread::~RenderThread() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void RenderThread::set_volume(std::shared_ptr<const LoadedVolume> loaded) {
    {
        const std::lock_guard lock(mutex_);
        loaded_ = std::move(loaded);
        volume_changed_ = true;
        request_.reset();
        finished_ = begun_ = newest_;
        jobs_.clear();
        frame_.reset();
        status_.backend.reset();
    }
    changed_.notify_all();
}

std::uint64_t RenderThread::request(FrameRequest request) {
    const std::lock_guard lock(mutex_);
    request_ = std::move(request);
    changed_.notify_all();
    return ++newest_;
}

std::optional<Frame> RenderThread::take_frame() {
    const std::lock_guard lock(mutex_);
    return std::exchange(frame_, std::nullopt);
}

void RenderThread::post(Job job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

void RenderThread::restart() {
    {
        const std::lock_guard lock(mutex_);
        restart_ = true;
    }
    changed_.notify_all();
}

RenderStatus RenderThread::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

bool RenderThread::idle() const {
    const std::lock_guard lock(mutex_);
    return !working_ && jobs_.empty() && !volume_changed_ && finished_ == newest_;
}

bool RenderThread::is_newest(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return !stop_ && !volume_changed_ && number == newest_;
}

void RenderThread::set_activity(const std::string &what, double share) {
    {
        const std::lock_guard lock(mutex_);
        status_.activity = what;
        status_.share = share;
    }
    wake_();
}

void RenderThread::publish(Frame frame) {
    {
        const std::lock_guard lock(mutex_);
        frame_ = std::move(frame);
        status_.error.clear();
        status_.allocated = device_ ? device_->allocated() : 0;
    }
    wake_();
}

void RenderThread::open() {
    set_activity("opening the device");
    renderer_.reset();
    device_.reset();
    device_ = std::make_unique<Device>(selector_);
    const std::lock_guard lock(mutex_);
    status_.device = device_->info().name;
    status_.platform = device_->info().platform;
}

void RenderThread::run() {
    std::unique_lock lock(mutex_);
    restart_ = true;
    while (!stop_) {
        if (restart_ || volume_changed_ || (renderer_ && (!jobs_.empty() || finished_ != newest_))) {
            working_ = true;
            try {
                work(lock);
            } catch (const std::exception &error) {
                if (!lock.owns_lock()) {
                    lock.lock();
                }
                status_.error = first_line(error.what());
                finished_ = begun_ = newest_; // the same request would fail again
            }
            status_.activity.clear();
            working_ = false;
            lock.unlock();
            wake_();
            lock.lock();
        } else {
            changed_.wait(lock);
        }
    }
    lock.unlock();
    renderer_.reset();
    device_.reset();
}

/// One piece of work. Enters and leaves with the lock held; without it when it throws.
void RenderThread::work(std::unique_lock<std::mutex> &lock) {
    if (restart_) {
        restart_ = false;
        volume_changed_ = loaded_ != nullptr;
        lock.unlock();
        open();
        lock.lock();
        return;
    }
    if (volume_changed_) {
        const std::shared_ptr<const LoadedVolume> loaded = loaded_;
        volume_changed_ = false;
        finished_ = begun_ = newest_ - (request_ ? 1 : 0);
        lock.unlock();
        renderer_.reset(); // before the next one asks for memory
        if (!device_) {
            open();
        }
        set_activity("uploading the volume");
        renderer_ = std::make_unique<SceneRenderer>(*device_, loaded, backend_);
        governor_ = ResolutionGovernor(moving_target_ms);
        first_picture_ = true;
        lock.lock();
        status_.backend = renderer_->backend();
        return;
    }
    const std::uint64_t number = newest_;
    const FrameRequest request = request_.value_or(FrameRequest{});
    const bool coarse = finished_ != number && begun_ != number;
    if (!coarse && !jobs_.empty()) {
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job(*renderer_);
        lock.lock();
        return;
    }
    begun_ = number;
    lock.unlock();
    bool is_final = false;
    if (coarse) {
        draw_coarse(request, number, is_final);
    } else {
        refine(request, number);
        is_final = true;
    }
    lock.lock();
    if ((is_final || request.moving) && newest_ == number && !volume_changed_) {
        finished_ = number;
    }
}

Image RenderThread::measured_draw(const Scene &scene, const Camera &camera, int width, int height,
                                  const RenderSettings &settings) {
    const auto start = std::chrono::steady_clock::now();
    Image image = renderer_->draw(scene, camera, width, height, settings);
    const double ms = milliseconds_since(start) - once_ms(renderer_->statistics());
    governor_.measured(static_cast<double>(width) * height, ms);
    return image;
}

void RenderThread::draw_coarse(const FrameRequest &request, std::uint64_t number, bool &is_final) {
    const auto start = std::chrono::steady_clock::now();
    const Scene &scene = request.scene;
    if (std::exchange(first_picture_, false)) {
        set_activity("compiling and preparing the volume");
    }
    Frame frame;
    frame.request = number;
    const int pictures = request.other ? 2 : 1;
    frame.scale = governor_.moving_scale(scene.width, scene.height * pictures);
    const int width = std::max(1, static_cast<int>(std::lround(scene.width * frame.scale)));
    const int height = std::max(1, static_cast<int>(std::lround(scene.height * frame.scale)));
    is_final = frame.final = frame.scale == 1.0 && !request.heat_map;
    const auto moving = [&](const Scene &one) {
        RenderSettings settings = one.settings;
        settings.step = frame.scale < step_limit_scale ? std::max(settings.step, 1.0) : settings.step;
        return settings;
    };
    frame.image = measured_draw(scene, scene.camera, width, height, moving(scene));
    frame.statistics = renderer_->statistics();
    if (request.other) {
        frame.other = measured_draw(*request.other, request.other->camera, width, height, moving(*request.other));
        frame.other_statistics = renderer_->statistics();
    }
    frame.total_ms = milliseconds_since(start);
    publish(std::move(frame));
}

/// The scene in full, part by part; empty if something newer is wanted.
std::optional<Image> RenderThread::refine_scene(const Scene &scene, const std::vector<Tile> &tiles,
                                                std::uint64_t number, FrameStatistics &statistics) {
    if (tiles.size() == 1) {
        Image image = measured_draw(scene, scene.camera, scene.width, scene.height, scene.settings);
        statistics = renderer_->statistics();
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
        const Image part = measured_draw(scene, camera, tile.width, tile.height, scene.settings);
        frame_ms += renderer_->statistics().frame_ms;
        for (int row = 0; row < tile.height; ++row) {
            std::memcpy(image.rgba.data() + (std::size_t(tile.y + row) * scene.width + tile.x) * 4, part.pixel(0, row),
                        std::size_t(tile.width) * 4);
        }
    }
    statistics = renderer_->statistics();
    statistics.frame_ms = frame_ms;
    return image;
}

void RenderThread::refine(const FrameRequest &request, std::uint64_t number) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    frame.request = number;
    frame.final = true;
    // Both pictures of a comparison in the same parts: then equal settings give equal bits.
    const RenderSettings &settings = request.scene.settings;
    const bool meshes = settings.mode != Mode::volume && settings.surface_method == SurfaceMethod::mesh;
    const double part_ms = meshes ? std::numeric_limits<double>::max() : refining_part_ms; // triangles are drawn once
    const std::vector<Tile> tiles = governor_.tiles(request.scene.width, request.scene.height, part_ms);
    if (request.heat_map) {
        set_activity("counting what the rays do");
        const Scene &scene = request.scene;
        frame.image = draw_heat_map(renderer_->renderer_for(scene), scene.camera, scene.width, scene.height,
                                    scene.settings, *request.heat_map);
    } else {
        std::optional<Image> image = refine_scene(request.scene, tiles, number, frame.statistics);
        if (!image) {
            return;
        }
        frame.image = std::move(*image);
    }
    if (request.other) {
        frame.other = refine_scene(*request.other, tiles, number, frame.other_statistics);
        if (!frame.other) {
            return;
        }
    }
    frame.total_ms = milliseconds_since(start);
    publish(std::move(frame));
}

} // namespace voxmarch
