// The levels of detail of a volume, which threads read or make when one is wanted.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/brick_gate.h"
#include "app/viewer/jobs/loader.h"
#include "volume/bricks/value_blocks.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace voxmarch {

class LevelContents {
public:
    /// @param gate  asked while somebody waits for a thread: what it throws ends the waiting, not the work
    LevelContents(std::shared_ptr<const LoadedVolume> loaded, std::shared_ptr<BrickGate> gate);

    const Grid &grid(int level) const { return grids_[static_cast<std::size_t>(level)]; }
    int coarsest() const { return static_cast<int>(grids_.size()) - 1; }

    /// wanted_level() of a scene. @throws what the gate throws
    int wanted(const Scene &scene);

    /// Whether wanted() waits for nothing.
    bool knows(const Scene &scene) const { return blocks_ || !scene.lod.for_screen; }

    /// The last one but level 0 is kept. @throws what the gate throws, Error
    std::shared_ptr<const SceneContent> content_at(int level);

private:
    using Coarse = std::pair<int, std::shared_ptr<const SceneContent>>;

    const std::shared_ptr<const LoadedVolume> loaded_;
    const std::shared_ptr<BrickGate> gate_;
    const std::vector<Grid> grids_;
    std::optional<ValueBlocks> blocks_; ///< empty: nobody has asked for them
    Coarse coarse_;
    // Last: their threads go first.
    BackgroundJob<Coarse> coarsening_;
    BackgroundJob<ValueBlocks> looking_;

    const ValueBlocks &blocks();
    template <typename Result> Result wait_for(BackgroundJob<Result> &job);
};

} // namespace voxmarch
