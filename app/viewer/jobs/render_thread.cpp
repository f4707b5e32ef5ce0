// The render thread's loop: what it is told, and what it does next.
#include "app/viewer/jobs/render_thread.h"

#include "app/environment.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "device/device.h"
#include "device/equal_devices.h"
#include "renderer/memory_plan.h"

#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

/// Whether the device may be another one when it is opened again. Without one there is nothing to be opened, unless it
/// was there a moment ago.
bool is_lost(const std::exception &error, bool was_there) {
    const bool is_device = dynamic_cast<const DeviceError *>(&error) != nullptr;
    const bool is_program = dynamic_cast<const ProgramError *>(&error) != nullptr;
    return (is_device && !is_program) || (was_there && dynamic_cast<const NoDeviceError *>(&error) != nullptr);
}

/// Before the n-th attempt, from 1: drivers take a while to start again.
std::chrono::milliseconds pause_before(int attempt) { return std::chrono::milliseconds(300 * (attempt - 1)); }

} // namespace

RenderThread::RenderThread(std::string device_selector, bool allow_mixed, std::optional<SamplingBackend> backend,
                           const BrickWish &bricks, std::function<void()> wake, std::uint64_t after)
    : selector_(std::move(device_selector)), allow_mixed_(allow_mixed), backend_(backend), bricks_(bricks),
      wake_(std::move(wake)), newest_(after), begun_(after), finished_(after), thread_([this] { run(); }) {}

RenderThread::~RenderThread() {
    leave();
    thread_.join();
}

std::deque<RenderThread::Job> RenderThread::leave() {
    std::deque<Job> left;
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        left.swap(jobs_);
    }
    changed_.notify_all();
    return left;
}

bool RenderThread::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

bool RenderThread::working() const {
    const std::lock_guard lock(mutex_);
    return working_;
}

std::uint64_t RenderThread::newest() const {
    const std::lock_guard lock(mutex_);
    return newest_;
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
        status_.bricks.reset();
        status_.attempts = 0;
        status_.lost = false;
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
        status_.attempts = 0;
        status_.lost = false;
    }
    changed_.notify_all();
}

RenderStatus RenderThread::status() const {
    const std::lock_guard lock(mutex_);
    RenderStatus status = status_;
    if (coarse_since_) {
        status.coarse_seconds = milliseconds_since(*coarse_since_) / 1e3;
    }
    return status;
}

bool RenderThread::idle() const {
    const std::lock_guard lock(mutex_);
    return !working_ && jobs_.empty() && !volume_changed_ && !frame_ && finished_ == newest_;
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
        if (volume_changed_) {
            return; // it shows the last volume
        }
        frame_ = std::move(frame);
        status_.error.clear();
        status_.allocated = devices_.opened.empty() ? 0 : devices_.first().allocated();
    }
    wake_();
}

void RenderThread::tell_improvement() {
    {
        const std::lock_guard lock(mutex_);
        improvement_ = true;
    }
    changed_.notify_all();
}

void RenderThread::draw_newer() {
    std::unique_lock lock(mutex_);
    if (volume_changed_) {
        throw BrickPictures::Interrupted();
    }
    if (stop_ || restart_ || !request_ || begun_ == newest_ || finished_ == newest_) {
        return;
    }
    try {
        draw(lock, true);
    } catch (const std::exception &) { // it fails again after the job, and is told of then
    }
    if (!lock.owns_lock()) {
        lock.lock();
    }
    coarse_since_.reset();
}

void RenderThread::open() {
    set_activity("opening the device");
    painter_.reset();
    devices_ = {};
    std::vector<std::string> names;
    for (const DeviceInfo &info : list_devices(environment_options())) {
        names.push_back(std::to_string(info.index) + ": " + info.name);
    }
    {
        const std::lock_guard lock(mutex_);
        status_.devices = std::move(names); // which the one that cannot be opened is one of
    }
    devices_ = open_drawing_devices(selector_, allow_mixed_);
    std::vector<std::string> drivers;
    std::vector<DeviceInfo> infos;
    for (const auto &device : devices_.opened) {
        const DeviceInfo &info = device->info();
        infos.push_back(info);
        drivers.push_back(fmt::format("{}, {} ({}), driver {}", info.name, info.platform, info.version, info.driver));
    }
    const std::lock_guard lock(mutex_);
    status_.device = names_together(infos);
    status_.device_index = infos.front().index;
    status_.drivers = std::move(drivers);
}

void RenderThread::upload(const std::shared_ptr<const LoadedVolume> &loaded) {
    painter_.reset(); // before the next one asks for memory
    if (devices_.opened.empty()) {
        open();
    }
    set_activity("uploading the volume");
    painter_ =
        std::make_unique<Painter>(static_cast<PainterClient &>(*this), devices_.all(), loaded, backend_, bricks_);
}

void RenderThread::run() {
    std::unique_lock lock(mutex_);
    restart_ = true;
    while (!stop_) {
        if (restart_ || volume_changed_ || (painter_ && (!jobs_.empty() || finished_ != newest_ || improvement_))) {
            working_ = true;
            try {
                work(lock);
            } catch (const std::exception &error) {
                if (!lock.owns_lock()) {
                    lock.lock();
                }
                take_failure(error, lock);
            }
            status_.activity.clear();
            coarse_since_.reset();
            working_ = false;
            lock.unlock();
            wake_();
            lock.lock();
        } else {
            changed_.wait(lock);
        }
    }
    lock.unlock();
    painter_.reset();
    devices_ = {};
    lock.lock();
    has_ended_ = true;
    lock.unlock();
    wake_();
}

/// What the thread does about it. Enters and leaves with the lock held.
void RenderThread::take_failure(const std::exception &error, std::unique_lock<std::mutex> &lock) {
    const std::string text = first_line(viewer_text(error));
    if (!is_lost(error, status_.attempts > 0)) {
        status_.error = text;
        finished_ = begun_ = newest_; // the same request would fail again
        return;
    }
    status_.failure = text;
    if (status_.attempts < attempts) {
        ++status_.attempts;
        restart_ = true;
        status_.activity =
            fmt::format("the device failed: building all again, attempt {} of {}", status_.attempts, attempts);
        wake_();
        changed_.wait_for(lock, pause_before(status_.attempts), [this] { return stop_; });
        return;
    }
    finished_ = begun_ = newest_;
    status_.error = text;
    status_.lost = true;
    status_.backend.reset(); // nothing can be asked for until it is opened again
    status_.bricks.reset();
    lock.unlock();
    painter_.reset();
    devices_ = {};
    lock.lock();
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
        upload(loaded);
        lock.lock();
        status_.backend = painter_->renderer().backend();
        status_.bricks = painter_->bricks();
        status_.gradient = gradient_for(devices_.first().info(), loaded->grid().dims);
        return;
    }
    const bool coarse = finished_ != newest_ && begun_ != newest_;
    if (!coarse && !jobs_.empty()) {
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job(*painter_);
        lock.lock();
        return;
    }
    if (finished_ == newest_) {
        improvement_ = false;
        lock.unlock();
        painter_->improve();
        const std::optional<BrickStatus> bricks = painter_->bricks();
        lock.lock();
        status_.bricks = bricks;
        return;
    }
    draw(lock, coarse);
}

/// Draws the newest request. Enters and leaves with the lock held; without it when it throws.
void RenderThread::draw(std::unique_lock<std::mutex> &lock, bool coarse) {
    const std::uint64_t number = newest_;
    const FrameRequest request = request_.value_or(FrameRequest{});
    begun_ = number;
    if (coarse) {
        coarse_since_ = std::chrono::steady_clock::now();
    }
    lock.unlock();
    bool is_final = true;
    if (coarse) {
        is_final = painter_->draw_coarse(request, number);
    } else {
        painter_->draw_full(request.order, number);
    }
    const std::optional<BrickStatus> bricks = painter_->bricks();
    lock.lock();
    status_.bricks = bricks;
    if ((is_final || request.moving) && newest_ == number && !volume_changed_) {
        finished_ = number;
        status_.attempts = is_final ? 0 : status_.attempts;
    }
}

} // namespace voxmarch
