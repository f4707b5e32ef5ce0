// Counts vertices and triangles of active blocks, gives each its place in the mesh, and records the cut edges.
// Provides: kernel count_blocks.   Requires: iso_block.cl, iso_lanes_*.cl; LANES work-items a block, TEAMS blocks a
// work-group.

// cuts   8 uint2 a slot: own rows 2i and 2i + 1. Bits 0 .. 23 cut edges; bits 24 .. 31 of x and y are the low and high
//        bits of the number of vertices in the block's rows before 2i. A vertex's index follows from one such pair.
// bases  a slot's first vertex and first triangle
__kernel void count_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
                           __global volatile uint *counters, __global const uint *active, __global uint2 *cuts,
                           __global uint2 *bases) {
    __local uint rows[TEAMS][BLOCK_ROWS], row_vertices[TEAMS][OWN_ROWS], totals[TEAMS], first[2];
    const int lane = (int)get_local_id(0) % LANES, team = (int)get_local_id(0) / LANES;
    __global volatile uint *counter = counters + params.counters;
    const uint found = min(counter[0], (uint)params.slots);
    const uint group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint end = min(share_begin(found, group + 1u, groups), found);
    for (uint begin = share_begin(found, group, groups); begin < end; begin += TEAMS) {
        const uint slot = begin + (uint)team;
        const int present = slot < end;
        const int3 block = block_position(params, present ? active[slot] : 0u);
        if (present) {
            load_rows(params, voxels, block, lane, rows[team]);
        }
        if (lane == 0) {
            totals[team] = 0u;
        }
        lanes_sync();
        // Both counts of a block fit into 16 bits: at most 384 vertices and 640 triangles.
        uint count = 0u;
        for (int r = lane; r < OWN_ROWS && present; r += LANES) {
            row_vertices[team][r] = (uint)popcount(row_cuts(params, block, rows[team], r));
            count += row_vertices[team][r];
        }
        for (int strip = lane; strip < 32 && present; strip += LANES) {
            count += strip_triangles(params, block, rows[team], strip, case_counts) << 16;
        }
        if (count) {
            atomic_add(&totals[team], count);
        }
        lanes_sync();
        for (int pair = lane; pair < OWN_ROWS / 2 && present; pair += LANES) {
            uint before = 0u;
            for (int r = 0; r < 2 * pair; ++r) {
                before += row_vertices[team][r];
            }
            const uint even = row_cuts(params, block, rows[team], 2 * pair);
            const uint odd = row_cuts(params, block, rows[team], 2 * pair + 1);
            cuts[(size_t)slot * (OWN_ROWS / 2) + (size_t)pair] = (uint2)(even | before << 24, odd | before >> 8 << 24);
        }
        if (get_local_id(0) == 0) {
            uint vertices = 0u, triangles = 0u;
            for (int i = 0; i < TEAMS; ++i) {
                vertices += totals[i] & 0xffffu;
                triangles += totals[i] >> 16;
            }
            first[0] = atomic_add(counter + 1, vertices);
            first[1] = atomic_add(counter + 2, triangles);
        }
        lanes_sync();
        if (lane == 0 && present) {
            uint2 base = (uint2)(first[0], first[1]);
            for (int i = 0; i < team; ++i) {
                base += (uint2)(totals[i] & 0xffffu, totals[i] >> 16);
            }
            bases[slot] = base;
        }
        lanes_sync();
    }
}
