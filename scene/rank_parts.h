// One volume of which every rank can read a part.
#pragma once

#include "base/ranks.h"
#include "renderer/brick_size.h"
#include "volume/bricks/brick_source.h"
#include "volume/volume.h"

#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// The whole, as this rank knows it.
struct JoinedVolume {
    Volume volume;           ///< a large one, whose source reads this rank's part
    std::vector<int> owners; ///< rank that reads each brick of the renderer, x fastest: the first that can
};

/// All ranks call it. The whole is the smallest box around all parts; where they lie in the world tells how they fit.
/// Every brick must lie in one part with the voxels that are stored around it (stored_box()): parts are cut at
/// multiples of the edge of bricks in the whole, with one voxel more before the cut and three behind it. Values, counts
/// and a sample of at most 2^24 voxels are told to all; no other voxels leave their rank.
/// @param name  what messages call the volume
/// @param size  of bricks, of all ranks
/// @throws FileError, on all ranks, naming two: where spacing, direction, type or `size` differ, parts do not lie on
/// one
///         lattice, leave a gap, or differ in voxels that both have; RanksEnded; what reading throws
/// Cost: one pass over this rank's part, and one over what it shares with others
JoinedVolume join_parts(Ranks &ranks, std::shared_ptr<const BrickSource> part, const std::string &name,
                        BrickSize size = {});

} // namespace voxmarch
