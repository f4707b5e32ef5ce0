// The simulation of persistent warps.
#pragma once

#include "renderer/simt/simulator.h"

#include <vector>

namespace voxmarch::simt {

/// Whether a traversal's pool of pixels and the rules of its warps are known here.
bool knows_rules(const TraversalInfo &info);

/// Draws the frame with so many resident warps, which take turns: one round of their loop each.
/// @param info         with rules that are known
/// @param round_after  see simulate_simt()
/// @param counts       of every pixel, grow
void simulate_persistent(const SimtScene &scene, const TraversalInfo &info, const LoopParams &loops, int warps,
                         int round_after, std::vector<SimtCounts> &counts);

} // namespace voxmarch::simt
