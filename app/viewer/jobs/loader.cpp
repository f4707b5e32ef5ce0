// Loading on a thread of its own.
#include "app/viewer/jobs/loader.h"

namespace voxmarch {

void Loader::start(const LoadRequest &wanted) {
    LoadRequest request = wanted;
    request.large_above = large_voxels;
    BackgroundJob::start(request.volume.source, [request](const Progress &progress) {
        return std::shared_ptr<const LoadedVolume>(load_volume(request, progress));
    });
}

} // namespace voxmarch
