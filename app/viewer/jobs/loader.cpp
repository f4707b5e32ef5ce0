// Loading on a thread of its own.
#include "app/viewer/jobs/loader.h"

#include "app/phase_timer.h"
#include "scene/quick_look.h"
#include "volume/header_words.h"

#include <utility>

namespace voxmarch {

void Loader::start(const LoadRequest &wanted) {
    LoadRequest request = wanted;
    request.kinds = kinds;
    request.large_above = wanted.large_above > 0 ? wanted.large_above : large_voxels;
    first_look_ = std::make_shared<FirstLook>();
    BackgroundJob::start(request.volume.source, [request, first = first_look_](const Progress &progress) {
        if (std::shared_ptr<const LoadedVolume> quick = quick_look(request)) {
            {
                const std::lock_guard lock(first->mutex);
                first->loaded = std::move(quick);
            }
            progress(0.01); // wakes who waits for it
        }
        PhaseTimer phase("read " + request.volume.source);
        std::shared_ptr<const LoadedVolume> loaded = load_volume(request, progress);
        phase.set_detail(header_words(loaded->volume.header()));
        return loaded;
    });
}

std::shared_ptr<const LoadedVolume> Loader::take_first_look() {
    if (!first_look_ || !busy()) {
        return nullptr;
    }
    const std::lock_guard lock(first_look_->mutex);
    return std::exchange(first_look_->loaded, nullptr);
}

} // namespace voxmarch
