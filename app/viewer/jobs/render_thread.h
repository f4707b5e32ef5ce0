// The thread that owns the device: has the newest request painted, first coarse, then fine, and does small jobs in
// between.
#pragma once

#include "app/drawing_devices.h"
#include "app/viewer/jobs/frame.h"
#include "app/viewer/jobs/painter.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace voxmarch {

/// What the thread is doing, for the status bar.
struct RenderStatus {
    std::string device;                     ///< empty until a device is open; "2 x NAME" of several
    int device_index = -1;                  ///< DeviceInfo::index of the first
    std::vector<std::string> drivers;       ///< "NAME, PLATFORM, driver VERSION", of those that are open
    std::vector<std::string> devices;       ///< "0: NAME", all there are, by DeviceInfo::index
    std::optional<SamplingBackend> backend; ///< of the volume; empty until it is on the device
    Gradient gradient{};                    ///< that suits the volume there
    std::string activity;                   ///< "compiling", "refining", ""; what takes long
    double share = 0.0;                     ///< of the activity, 0 .. 1
    bool tells_time = false;                ///< the activity says itself how long it takes
    double coarse_seconds = 0.0;            ///< that the coarse picture under way takes so far; 0: none is
    std::string error;                      ///< one line; empty: all is well
    std::string failure;                    ///< of the device, that all was built again after; as above
    int attempts = 0;                       ///< to build all again since the last full picture
    bool lost = false;                      ///< they were in vain: it waits for restart()
    std::uint64_t allocated = 0;            ///< bytes on the device
    std::optional<BrickStatus> bricks;      ///< empty: the volume lies there in one piece
};

/// Where a device fails it is opened again with all that was on it, as often as `attempts`, and the picture is drawn
/// again: settings are no part of it.
class RenderThread final : private PainterClient {
public:
    /// Work with the device between frames. What it throws becomes RenderStatus::error.
    using Job = std::function<void(Painter &)>;

    static constexpr int attempts = 3;

    /// @param wake   called on the thread when a frame is ready or the status changed
    /// @param after  the number of the last request to another thread
    RenderThread(std::string device_selector, bool allow_mixed, std::optional<SamplingBackend> backend,
                 const BrickWish &bricks, std::function<void()> wake, std::uint64_t after = 0);
    ~RenderThread(); ///< waits for the tile or job at work
    RenderThread(const RenderThread &) = delete;
    RenderThread &operator=(const RenderThread &) = delete;

    /// Replaces the volume; jobs for the last one are dropped.
    void set_volume(std::shared_ptr<const LoadedVolume> loaded);

    /// Replaces what was requested before. @return a number that grows
    std::uint64_t request(FrameRequest request);

    /// The newest frame, once.
    std::optional<Frame> take_frame();

    /// Jobs run in order, after a coarse picture of the newest request and before it is refined.
    void post(Job job);

    /// Opens the device and uploads the volume again, after an error.
    void restart();

    /// Ends the thread when the tile or job at work is done, and does not wait for that.
    /// @return the jobs that have not begun
    std::deque<Job> leave();

    bool has_ended() const;       ///< nobody has to wait for its destructor
    bool working() const;         ///< draws, or does a job
    std::uint64_t newest() const; ///< number of the last request

    RenderStatus status() const;
    bool idle() const; ///< the newest request is drawn finally, what came of it is taken, and no job waits

private:
    const std::string selector_;
    const bool allow_mixed_;
    const std::optional<SamplingBackend> backend_;
    const BrickWish bricks_;
    const std::function<void()> wake_;

    mutable std::mutex mutex_; // of all below up to the thread's own
    std::condition_variable changed_;
    bool stop_ = false, restart_ = false, volume_changed_ = false, working_ = false, improvement_ = false;
    bool has_ended_ = false;
    std::shared_ptr<const LoadedVolume> loaded_;
    std::optional<FrameRequest> request_;
    std::uint64_t newest_ = 0, begun_ = 0, finished_ = 0;
    std::deque<Job> jobs_;
    std::optional<Frame> frame_;
    RenderStatus status_;
    std::optional<std::chrono::steady_clock::time_point> coarse_since_; ///< see RenderStatus::coarse_seconds

    // The thread's own.
    DrawingDevices devices_;
    std::unique_ptr<Painter> painter_; ///< of the volume; null until it is on the device

    std::thread thread_; // last: it starts when everything is there

    void run();
    void work(std::unique_lock<std::mutex> &lock);
    void draw(std::unique_lock<std::mutex> &lock, bool coarse);
    void take_failure(const std::exception &error, std::unique_lock<std::mutex> &lock);
    void open();
    void upload(const std::shared_ptr<const LoadedVolume> &loaded);
    bool is_newest(std::uint64_t number) const override;
    void set_activity(const std::string &what, double share = 0.0) override;
    void publish(Frame frame) override;
    void tell_improvement() override;
    void draw_newer() override;
};

} // namespace voxmarch
