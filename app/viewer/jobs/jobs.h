// What works beside the interface, each on a thread of its own, and how it tells what has come of it.
#pragma once

#include "app/viewer/dialogs/native_dialog.h"
#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/loader.h"
#include "app/viewer/jobs/mailbox.h"
#include "app/viewer/jobs/mesh_export.h"
#include "app/viewer/jobs/region_reader.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/jobs/skeleton_maker.h"
#include "app/viewer/jobs/slice_fetcher.h"
#include "app/viewer/jobs/time_steps.h"
#include "device/call_watch.h"
#include "volume/joint_histogram.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Jobs {
    /// @param device  and allow_mixed: see open_drawing_devices()  @param wake  called on their threads when there is
    /// news
    Jobs(const std::string &device, bool allow_mixed, std::optional<SamplingBackend> backend, const BrickWish &bricks,
         const std::function<void()> &wake);

    /// Leaves the render thread behind, as it waits for a driver that does not answer, and has another one draw the
    /// volume. @param device  of what is done from now on
    void draw_anew(const std::string &device, const std::shared_ptr<const LoadedVolume> &loaded);

    /// Whether a thread that was left behind waits for its driver still.
    bool leaves_behind();

    Mailbox mailbox; ///< outlives what posts to it
    Loader loader;
    MeshExporter exporter;
    SkeletonMaker skeletons;
    SliceFetcher slices;
    RegionReader regions;
    TimeSteps times;
    BackgroundJob<std::shared_ptr<const JointHistogram>> joint; ///< counts for the plane of functions
    NativeDialog native;                                        ///< for files
    std::string device;                                         ///< that draws, as it was chosen
    std::unique_ptr<RenderThread> render;
    bool anew = false;                 ///< another render thread draws, and was asked for nothing so far
    RenderStatus status;               ///< of the render thread, at the beginning of this turn of the viewer's loop
    std::optional<SlowCall> slow_call; ///< into a driver, that takes long, then; empty: none

private:
    const bool allow_mixed_;
    const std::optional<SamplingBackend> backend_;
    const BrickWish bricks_;
    const std::function<void()> wake_;
    std::vector<std::unique_ptr<RenderThread>> left_behind_;
};

} // namespace voxmarch
