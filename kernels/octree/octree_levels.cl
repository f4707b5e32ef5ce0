// Occupancy of leaves and of the nodes above them (thesis 4.1).
// Provides: kernels leaf_occupancy, sum_levels.   Requires: octree_layout.h, occupancy_*.cl.

// What a ray does at a node of which `occupied` of `leaves` leaves are occupied.
static uchar node_state(uint occupied, uint leaves, int level, float threshold) {
    if (occupied == 0u) {
        return NODE_EMPTY;
    }
    return level == 0 || (float)occupied > threshold * (float)leaves ? NODE_MARCH : NODE_DESCEND;
}

// One work-item a leaf, all leaves in a row.
// ranges         smallest > largest: the leaf holds no voxel (leaf_range_placed.cl)
// label_visible  a byte a leaf: its labels (label_leaves.cl); read if params.labelled
// counts  occupied leaves below a node (uint a node);  states  what a ray does there (a byte a node)
__kernel void leaf_occupancy(const OccupancyParams params, __global const float2 *ranges,
                             __global const float2 *opacities, __global const int *visible_before,
                             __global const uchar *label_visible, __global uint *counts, __global uchar *states) {
    const int leaf = (int)get_global_id(0);
    if (leaf < params.leaves) {
        const int labelled = !params.labelled || (label_visible[leaf] & params.labelled) != 0;
        const int before = params.joined && counts[leaf] != 0u;
        const float2 range = ranges[leaf];
        const int filled = labelled && range.x <= range.y;
        const uint occupied = before || (filled && leaf_is_visible(range, &params, opacities, visible_before)) ? 1u : 0u;
        counts[leaf] = occupied;
        states[leaf] = node_state(occupied, 1u, 0, params.threshold);
    }
}

// Sums a block of 8^3 nodes of `level` to the three levels above it, one work-item for two nodes along z.
__kernel __attribute__((reqd_work_group_size(8, 8, 4)))
void sum_levels(OCTREE_LAYOUT *layout, const float threshold, const int level, __global uint *counts,
                __global uchar *states) {
    __local uint sums[512];
    const int3 item = (int3)((int)get_local_id(0), (int)get_local_id(1), (int)get_local_id(2));
    const int3 block = (int3)((int)get_group_id(0), (int)get_group_id(1), (int)get_group_id(2));
    for (int part = 0; part < 2; ++part) {
        const int3 inner = item + (int3)(0, 0, 4 * part);
        const int3 node = block * (int3)(8) + inner;
        const int inside = node.x < octree_nodes(layout->leaves[0], level) &&
                           node.y < octree_nodes(layout->leaves[1], level) &&
                           node.z < octree_nodes(layout->leaves[2], level);
        sums[(inner.z * 8 + inner.y) * 8 + inner.x] =
            inside ? counts[octree_address(layout, level, node.x, node.y, node.z)] : 0u;
    }

    for (int up = 1; up <= 3 && level + up < layout->levels; ++up) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int edge = 8 >> up;     // parents along an edge of the block
        const int stride = 1 << (up - 1); // distance of the children's sums
        const int works = item.x < edge && item.y < edge && item.z < edge;
        uint sum = 0u;
        const int corner = ((item.z * 8 + item.y) * 8 + item.x) << up;
        if (works) {
            for (int child = 0; child < 8; ++child) {
                sum += sums[corner + stride * ((child & 1) + 8 * ((child >> 1) & 1) + 64 * (child >> 2))];
            }
            const int3 parent = block * (int3)(edge) + item;
            const int parent_level = level + up;
            if (parent.x < octree_nodes(layout->leaves[0], parent_level) &&
                parent.y < octree_nodes(layout->leaves[1], parent_level) &&
                parent.z < octree_nodes(layout->leaves[2], parent_level)) {
                const uint leaves = (uint)(octree_leaves_below(layout->leaves[0], parent_level, parent.x) *
                                           octree_leaves_below(layout->leaves[1], parent_level, parent.y) *
                                           octree_leaves_below(layout->leaves[2], parent_level, parent.z));
                const int address = octree_address(layout, parent_level, parent.x, parent.y, parent.z);
                counts[address] = sum;
                states[address] = node_state(sum, leaves, parent_level, threshold);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (works) {
            sums[corner] = sum;
        }
    }
}
