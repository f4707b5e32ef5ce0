// Loads volumes in the background: progress and cancel.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "scene/load_volume.h"

#include <memory>

namespace voxmarch {

/// One load at a time; a new one cancels the last.
class Loader : public BackgroundJob<std::shared_ptr<const LoadedVolume>> {
public:
    using BackgroundJob::BackgroundJob;
    void start(const LoadRequest &request);
};

} // namespace voxmarch
