// The thread that owns the device: draws the newest request, first coarse, then fine, and does small jobs in between.
#pragma once

#include "app/viewer/jobs/loader.h"
#include "app/viewer/jobs/race.h"
#include "renderer/instruments/heat_map.h"
#include "scene/resolution.h"
#include "scene/scene_renderer.h"

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

/// What the window wants to show.
struct FrameRequest {
    Scene scene;                     ///< its size is that of the view, pixels
    bool moving = false;             ///< more requests will follow at once: draw what keeps the frame rate
    std::optional<Scene> other;      ///< a second picture of the same size, for the A/B wipe
    int other_device = -1;           ///< DeviceInfo::index that draws it; < 0: the one that draws the scene
    std::optional<HeatMap> heat_map; ///< what the rays do in place of the picture; only when not moving
};

/// A picture for the window.
struct Frame {
    Image image;
    std::optional<Image> other;
    std::uint64_t request = 0;     ///< request() returned this
    bool final = false;            ///< full resolution and quality
    double scale = 1.0;            ///< share of each edge of the view that was drawn
    std::vector<double> isovalues; ///< of the surfaces that were drawn, in the order of `statistics.surfaces`
    FrameStatistics statistics, other_statistics;
    int other_device = -1;               ///< DeviceInfo::index that drew `other`
    Race race;                           ///< times of both, of all rounds that were measured
    int width = 0, height = 0;           ///< of the view that asked for it, pixels
    double total_ms = 0.0;               ///< host time of this picture, read-back included
    std::optional<HeatScale> heat_scale; ///< of a heat map in place of the picture
    std::string why_empty;               ///< of a final picture of one colour: why nothing is seen
};

/// What the thread is doing, for the status bar.
struct RenderStatus {
    std::string device;                     ///< empty until a device is open
    int device_index = -1;                  ///< DeviceInfo::index
    std::vector<std::string> devices;       ///< "0: NAME", all there are, by DeviceInfo::index
    std::optional<SamplingBackend> backend; ///< of the volume; empty until it is on the device
    std::string activity;                   ///< "compiling", "refining", ""; what takes long
    double share = 0.0;                     ///< of the activity, 0 .. 1
    std::string error;                      ///< one line; empty: all is well
    std::uint64_t allocated = 0;            ///< bytes on the device
};

class RenderThread {
public:
    /// Work with the device between frames. What it throws becomes RenderStatus::error.
    using Job = std::function<void(SceneRenderer &)>;

    /// @param wake  called on the thread when a frame is ready or the status changed
    RenderThread(std::string device_selector, std::optional<SamplingBackend> backend, std::function<void()> wake);
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
    bool idle() const; ///< the newest request is drawn finally and no job waits

private:
    const std::string selector_;
    const std::optional<SamplingBackend> backend_;
    const std::function<void()> wake_;

    mutable std::mutex mutex_; // of all below up to the thread's own
    std::condition_variable changed_;
    bool stop_ = false, restart_ = false, volume_changed_ = false, working_ = false;
    std::shared_ptr<const LoadedVolume> loaded_;
    std::optional<FrameRequest> request_;
    std::uint64_t newest_ = 0, begun_ = 0, finished_ = 0;
    std::deque<Job> jobs_;
    std::optional<Frame> frame_;
    RenderStatus status_;

    // The thread's own.
    std::unique_ptr<Device> device_;
    std::unique_ptr<SceneRenderer> renderer_;
    std::unique_ptr<Device> other_device_; ///< of comparisons between devices; null: none was asked for
    std::unique_ptr<SceneRenderer> other_renderer_;
    ResolutionGovernor governor_;
    std::string prepared_; ///< what kernels and derived data are there for, see preparation_of(); "": none yet
    std::string measured_; ///< the same, of the last full picture

    std::thread thread_; // last: it starts when everything is there

    void run();
    void work(std::unique_lock<std::mutex> &lock);
    void open();
    bool is_newest(std::uint64_t number) const;
    void set_activity(const std::string &what, double share = 0.0);
    void publish(Frame frame);
    void close_other();
    SceneRenderer &renderer_of_other(const FrameRequest &request);
    void draw_coarse(const FrameRequest &request, std::uint64_t number, bool &is_final);
    void tell_preparation(const Scene &scene);
    void refine(const FrameRequest &request, std::uint64_t number);
    std::optional<Frame> full_frame(const FrameRequest &request, std::uint64_t number, bool other_first = false);
    void measure_again(const FrameRequest &request, std::uint64_t number, int rounds, Race race);
    std::optional<Image> refine_scene(SceneRenderer &renderer, const Scene &scene, const std::vector<Tile> &tiles,
                                      std::uint64_t number, FrameStatistics &statistics);
    void explain(Frame &frame, const Scene &scene) const;
    Image measured_draw(SceneRenderer &renderer, const Scene &scene, const Camera &camera, int width, int height,
                        const RenderSettings &settings);
};

} // namespace voxmarch
