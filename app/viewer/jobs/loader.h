// Loads volumes in the background: progress and cancel.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "scene/load_volume.h"

#include <memory>
#include <mutex>

namespace voxmarch {

/// One load at a time; a new one cancels the last.
class Loader : public BackgroundJob<std::shared_ptr<const LoadedVolume>> {
public:
    using BackgroundJob::BackgroundJob;
    void start(const LoadRequest &request);

    KindLooks kinds; ///< of all that is loaded

    /// What can be shown while the volume that start() named is still looked at, once; null: nothing new.
    std::shared_ptr<const LoadedVolume> take_first_look();

private:
    struct FirstLook {
        std::mutex mutex;
        std::shared_ptr<const LoadedVolume> loaded;
    };
    std::shared_ptr<FirstLook> first_look_; ///< of the work under way
};

} // namespace voxmarch
