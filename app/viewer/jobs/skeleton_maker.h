// Thins an object of the open volume to curves in the background, as `voxmarch skeleton` does.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/isovalue.h"
#include "app/viewer/jobs/loader.h"
#include "skeleton/summary.h"

#include <filesystem>
#include <memory>

namespace voxmarch {

struct SkeletonOrder {
    std::shared_ptr<const LoadedVolume> loaded;
    Isovalue isovalue;          ///< the object is what is not below it
    std::filesystem::path file; ///< see write_skeleton()
};

/// One at a time, with a device opened for it alone. The result tells what the skeleton is like.
class SkeletonMaker : public BackgroundJob<SkeletonSummary> {
public:
    /// @param device_selector  see choose_devices(), the first of which thins  @param wake  see BackgroundJob
    SkeletonMaker(std::string device_selector, std::function<void()> wake)
        : BackgroundJob(std::move(wake)), selector_(std::move(device_selector)) {}

    /// Cancels what is under way, which leaves no file.
    void start(const SkeletonOrder &order);

    /// What is started from now on works on this one.
    void use_device(std::string device_selector) { selector_ = std::move(device_selector); }

private:
    std::string selector_;
};

} // namespace voxmarch
