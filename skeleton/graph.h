// A curve skeleton as a graph of poly-lines in the world.
#pragma once

#include "base/enum_names.h"
#include "skeleton/bit_volume.h"
#include "voxmarch/choices.h"

#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// A point of a poly-line.
struct SkeletonPoint {
    glm::dvec3 position{0.0}; ///< world
    double radius = 0.0;      ///< from here to the surface of the object, world
};

template <> struct EnumNames<NodeKind> {
    static constexpr Named<NodeKind> all[] = {
        {NodeKind::end, "end"}, {NodeKind::fork, "fork"}, {NodeKind::wall, "wall"}, {NodeKind::alone, "alone"}};
};

/// Where poly-lines end or meet. Branch voxels next to each other are one node, and so is the wall of a cavity.
struct SkeletonNode {
    SkeletonPoint point; ///< in the middle; of a node that is not plain the voxel nearest to it
    std::vector<VoxelIndex> voxels;
    int cavities = 0; ///< closed in by the node's voxels, which no thinning can open
    int loops = 0;    ///< within the node: its voxels may surround holes
    int degree = 0;   ///< ends of edges here

    /// Neither holes nor cavities, which pruning or joining would destroy.
    bool plain() const { return loops == 0 && cavities == 0; }

    NodeKind kind() const {
        if (cavities > 0) {
            return NodeKind::wall;
        }
        if (degree == 0) {
            return NodeKind::alone;
        }
        return degree == 1 && plain() ? NodeKind::end : NodeKind::fork;
    }
};

/// A branch: a poly-line from node to node. It ends in the nodes' points, at a node that is not plain in the voxel that
/// it reaches.
struct SkeletonEdge {
    int from = -1, to = -1; ///< nodes; both -1 for a closed curve without one, whose first point is its last
    std::vector<SkeletonPoint> points;
    std::vector<VoxelIndex> voxels; ///< between the nodes
    double length = 0.0;            ///< world, in the unit of the grid
    double mean_radius = 0.0;       ///< over the length

    bool closed() const { return from < 0; }
};

struct SkeletonGraph {
    std::vector<SkeletonNode> nodes;
    std::vector<SkeletonEdge> edges;
};

/// Turns a thinned object into a graph.
///
/// Points inside of a poly-line are smoothed by three passes of (1 2 1) / 4: the voxels of an oblique line are a
/// staircase that would be up to 8 % too long. Radii are distances to the nearest background voxel less half the
/// smallest spacing, because the surface lies between voxels.
/// @param skeleton  thinned
/// @param object    from which it was thinned
/// Cost: one core, O(skeleton voxels) and distance_to_background() for each.
SkeletonGraph graph_of(const BitVolume &skeleton, const BitVolume &object, const Grid &grid);

/// Makes length and mean radius of an edge anew from its points.
void measure(SkeletonEdge &edge);

} // namespace voxmarch
