// Which values lie where in a volume, block by block: what can be seen of it is told from that, whatever is shown.
#pragma once

#include "volume/volume.h"
#include "volume/voxel_box.h"

#include <array>
#include <vector>

namespace voxmarch {

/// The volume's cells in blocks of edge^3. A block holds its cells with all eight corners, so that neighbours share
/// voxels and no value between two voxels lies outside the ranges of the blocks that have them.
struct ValueBlocks {
    int edge = 1;                   ///< cells
    std::array<int, 3> count{};     ///< along each axis, at least 1
    std::vector<ValueRange> ranges; ///< that hold all values of the block, x fastest
};

/// At most 2^15 blocks of at least 4 cells. Of large volumes the ranges of bricks are taken where somebody knows them,
/// else those of their sample, in which things of a few voxels may have faded: a function of the volume alone.
/// Cost: a pass over the voxels of a volume in memory, over the sample of a large one; on all cores
ValueBlocks value_blocks(const Volume &volume);

/// Smallest and largest value of a box of a volume in memory. @param box  inside it, not empty
ValueRange range_in(const Volume &volume, const VoxelBox &box);

} // namespace voxmarch
