// Where the parts that ranks have of one volume lie among each other, and whether they fit.
#pragma once

#include "base/ranks.h"
#include "renderer/brick_size.h"
#include "volume/bricks/brick_source.h"
#include "volume/voxel_box.h"

#include <string>
#include <vector>

namespace voxmarch {

/// Where the parts lie among each other.
struct Placing {
    Grid grid;                   ///< of the whole
    std::vector<VoxelBox> boxes; ///< of each rank's part in it
};

/// Whether a part has all voxels of a box.
bool holds(const VoxelBox &part, const VoxelBox &box);

/// All ranks call it. @param part  header of this rank's;  @param name  what messages call the volume
/// @param size  of bricks, of all ranks
/// @throws FileError, on all ranks, naming two that do not fit; RanksEnded
Placing place_parts(Ranks &ranks, const VolumeHeader &part, const std::string &name, BrickSize size);

/// The first rank that can read each brick of the renderer. @throws FileError where none can
std::vector<int> owners_of(const Ranks &ranks, const Placing &placing, const std::string &name, BrickSize size);

/// All ranks call it: compares voxels that two ranks have. @param own  reads this rank's part by its places in the
/// whole
/// @throws FileError where they differ, RanksEnded, what reading throws
void compare_overlaps(Ranks &ranks, const Placing &placing, const BrickSource &own, const std::string &name);

} // namespace voxmarch
