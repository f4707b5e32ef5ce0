// The simulation of persistent warps.
#pragma once

#include "renderer/simt/simulator.h"

#include <vector>

namespace voxmarch::simt {

/// Whether a traversal takes its pixels from one of the pools here, and its rays run as those of persistent.cl.
bool has_pool(Traversal traversal);

/// Draws the frame with so many resident warps, which take turns: one round of their loop each.
/// @param round_after  see simulate_simt()
/// @param counts       of every pixel, grow
void simulate_persistent(const SimtScene &scene, Traversal traversal, const LoopParams &loops, int warps,
                         int round_after, std::vector<SimtCounts> &counts);

} // namespace voxmarch::simt
