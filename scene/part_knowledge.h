// What all ranks know of a volume of which each has read a part: ranges, counts and a sample of its values.
#pragma once

#include "base/ranks.h"
#include "renderer/brick_size.h"
#include "volume/bricks/brick_source.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace voxmarch {

/// What is known of all voxels, of which each rank adds what it owns.
struct Knowledge {
    std::vector<ValueRange> ranges;    ///< of bricks of voxels
    std::vector<std::uint64_t> counts; ///< of integers
    int step = 1;                      ///< of the sample
    Grid grid;                         ///< of the sample
    std::vector<std::byte> sample;
};

/// Of a volume that nobody has looked at. @param whole  its grid
Knowledge nothing_yet(const Grid &whole, ScalarType type);

/// Adds the bricks that a rank owns. Voxels belong to who has the cells behind them; the last
/// ones to who has those before.
/// @param owners  of each brick of the renderer;  @throws what reading throws. Cost: a pass over those bricks
void look_at_own(const BrickSource &source, const std::vector<int> &owners, int rank, BrickSize size, Knowledge &known);

/// All ranks call it: rank 0 puts together what each has found, and tells all. @throws RanksEnded
void share_knowledge(Ranks &ranks, Knowledge &known);

} // namespace voxmarch
