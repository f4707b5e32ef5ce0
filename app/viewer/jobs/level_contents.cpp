// Starts threads, and waits for them as long as nothing newer is wanted.
#include "app/viewer/jobs/level_contents.h"

#include "base/error.h"
#include "scene/level_choice.h"

#include <chrono>
#include <thread>

namespace voxmarch {

LevelContents::LevelContents(std::shared_ptr<const LoadedVolume> loaded, std::shared_ptr<BrickGate> gate)
    : loaded_(std::move(loaded)), gate_(std::move(gate)), grids_(detail_levels(*loaded_)), coarsening_([] {}),
      looking_([] {}) {}

template <typename Result> Result LevelContents::wait_for(BackgroundJob<Result> &job) {
    for (;;) {
        gate_->ask();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        if (auto outcome = job.take()) {
            if (!outcome->error.empty()) {
                throw Error(outcome->error);
            }
            return std::move(outcome->result);
        }
    }
}

const ValueBlocks &LevelContents::blocks() {
    if (!blocks_) {
        if (!looking_.busy()) {
            looking_.start(loaded_->volume.header().name,
                           [loaded = loaded_](const auto &) { return value_blocks(loaded->volume); });
        }
        blocks_ = wait_for(looking_);
    }
    return *blocks_;
}

int LevelContents::wanted(const Scene &scene) {
    static const ValueBlocks unneeded{};
    return wanted_level(scene, *loaded_, scene.lod.for_screen ? blocks() : unneeded, grids_, {&scene.camera, 1});
}

std::shared_ptr<const SceneContent> LevelContents::content_at(int level) {
    if (level == 0) {
        return loaded_;
    }
    while (coarse_.first != level) { // what a wait that ended has left may be another one
        if (!coarsening_.busy()) {
            coarsening_.start(loaded_->volume.header().name, [loaded = loaded_, level](const auto &) {
                return Coarse(level, std::make_shared<const SceneContent>(at_level(*loaded, level)));
            });
        }
        coarse_ = wait_for(coarsening_);
    }
    return coarse_.second;
}

} // namespace voxmarch
