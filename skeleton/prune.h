// Skeleton graphs without branches that nobody wants: short ends, and nodes between two edges.
#pragma once

#include "skeleton/graph.h"

namespace voxmarch {

/// Removes end branches shorter than this (in the unit of the grid), the shortest first, and joins what is left at
/// nodes that are no branch points any more. An end branch has one end; its other node is a branch point, a loop or a
/// wall, and stays. So do branches between two ends and those without an end: components, loops and cavities are as
/// before.
void prune(SkeletonGraph &graph, double shortest);

/// Joins the two edges of each plain node that has two. Needs no lengths.
void join_edges(SkeletonGraph &graph);

} // namespace voxmarch
