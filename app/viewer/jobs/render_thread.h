// The thread that owns the device: has the newest request painted, first coarse, then fine, and does small jobs in
// between.
#pragma once

#include "app/drawing_devices.h"
#include "app/viewer/jobs/frame.h"
#include "app/viewer/jobs/painter.h"

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
    std::string error;                      ///< one line; empty: all is well
    std::uint64_t allocated = 0;            ///< bytes on the device
    std::optional<BrickStatus> bricks;      ///< empty: the volume lies there in one piece
};

class RenderThread : private PainterClient {
public:
    /// Work with the device between frames. What it throws becomes RenderStatus::error.
    using Job = std::function<void(Painter &)>;

    /// @param wake  called on the thread when a frame is ready or the status changed
    RenderThread(std::string device_selector, bool allow_mixed, std::optional<SamplingBackend> backend,
                 const BrickWish &bricks, std::function<void()> wake);
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
    std::shared_ptr<const LoadedVolume> loaded_;
    std::optional<FrameRequest> request_;
    std::uint64_t newest_ = 0, begun_ = 0, finished_ = 0;
    std::deque<Job> jobs_;
    std::optional<Frame> frame_;
    RenderStatus status_;

    // The thread's own.
    DrawingDevices devices_;
    std::unique_ptr<Painter> painter_; ///< of the volume; null until it is on the device

    std::thread thread_; // last: it starts when everything is there

    void run();
    void work(std::unique_lock<std::mutex> &lock);
    void open();
    void upload(const std::shared_ptr<const LoadedVolume> &loaded);
    bool is_newest(std::uint64_t number) const override;
    void set_activity(const std::string &what, double share = 0.0) override;
    void publish(Frame frame) override;
    void tell_improvement() override;
};

} // namespace voxmarch
