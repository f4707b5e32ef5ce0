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
#include "volume/joint_histogram.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace voxmarch {

struct Jobs {
    /// @param device  and allow_mixed: see open_drawing_devices()  @param wake  called on their threads when there is
    /// news
    Jobs(const std::string &device, bool allow_mixed, std::optional<SamplingBackend> backend, const BrickWish &bricks,
         const std::function<void()> &wake)
        : mailbox(wake), loader(wake), exporter(device, wake), skeletons(device, wake), slices(wake), regions(wake),
          times(wake), joint(wake), native(wake), render(device, allow_mixed, backend, bricks, wake) {}

    Mailbox mailbox; ///< outlives what posts to it
    Loader loader;
    MeshExporter exporter;
    SkeletonMaker skeletons;
    SliceFetcher slices;
    RegionReader regions;
    TimeSteps times;
    BackgroundJob<std::shared_ptr<const JointHistogram>> joint; ///< counts for the plane of functions
    NativeDialog native;                                        ///< for files
    RenderThread render;
    RenderStatus status; ///< of the render thread, at the beginning of this turn of the viewer's loop
};

} // namespace voxmarch
