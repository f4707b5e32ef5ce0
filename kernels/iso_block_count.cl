// Counts vertices and triangles of active blocks, gives each its place in the mesh, and records the cut edges.
// Provides: kernel count_blocks.   Requires: iso_block.cl, iso_lanes_*.cl; LANES work-items a block, TEAMS blocks a
// work-group.

enum { COUNT_ROUNDS = 16, COUNT_SLOTS = COUNT_ROUNDS * TEAMS };

// Counts one block and records its cut edges.
// cuts  of its slot
// @return vertices | triangles << 16: at most 384 and 640; the same in all lanes
static uint count_block(IsoParams params, int3 block, int present, int lane, __local const uint *rows,
                        __local uint *row_vertices, __local uint *scratch, __global const uchar *case_counts,
                        __global uint2 *cuts) {
    uint count = 0u, total;
    for (int r = lane; r < OWN_ROWS && present; r += LANES) {
        row_vertices[r] = (uint)popcount(row_cuts(params, block, rows, r));
        count += row_vertices[r];
    }
    for (int strip = lane; strip < 32 && present; strip += LANES) {
        count += strip_triangles(params, block, rows, strip, case_counts) << 16;
    }
    lanes_scan(count, scratch, lane, &total);
    lanes_sync();
    for (int pair = lane; pair < OWN_ROWS / 2 && present; pair += LANES) {
        uint before = 0u;
        for (int r = 0; r < 2 * pair; ++r) {
            before += row_vertices[r];
        }
        const uint even = row_cuts(params, block, rows, 2 * pair), odd = row_cuts(params, block, rows, 2 * pair + 1);
        cuts[pair] = (uint2)(even | before << 24, odd | before >> 8 << 24);
    }
    return total;
}

// Gives the counted slots begin .. begin + size - 1 their places.
static void place_slots(__local const uint *counts, uint begin, uint size, __global volatile uint *counter,
                        __local uint *first, __global uint2 *bases) {
    group_sync();
    if (get_local_id(0) == 0) {
        uint2 sum = (uint2)(0u);
        for (uint i = 0u; i < size; ++i) {
            sum += (uint2)(counts[i] & 0xffffu, counts[i] >> 16);
        }
        first[0] = atomic_add(counter + 1, sum.x);
        first[1] = atomic_add(counter + 2, sum.y);
    }
    group_sync();
    for (uint slot = (uint)get_local_id(0); slot < size; slot += (uint)get_local_size(0)) {
        uint2 base = (uint2)(first[0], first[1]);
        for (uint i = 0u; i < slot; ++i) {
            base += (uint2)(counts[i] & 0xffffu, counts[i] >> 16);
        }
        bases[begin + slot] = base;
    }
    group_sync();
}

// cuts   8 uint2 a slot: own rows 2i and 2i + 1. Bits 0 .. 23 cut edges; bits 24 .. 31 of x and y are the low and high
//        bits of the number of vertices in the block's rows before 2i. A vertex's index follows from one such pair.
// bases  a slot's first vertex and first triangle
__kernel void count_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
                           __global volatile uint *counters, __global const uint *active, __global uint2 *cuts,
                           __global uint2 *bases) {
    __local uint rows[TEAMS][BLOCK_ROWS], row_vertices[TEAMS][OWN_ROWS], scratch[TEAMS][LANES];
    __local uint counts[COUNT_SLOTS], first[2];
    const int lane = (int)get_local_id(0) % LANES, team = (int)get_local_id(0) / LANES;
    __global volatile uint *counter = counters + params.counters;
    const uint found = min(counter[0], (uint)params.slots);
    const uint group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint end = min(share_begin(found, group + 1u, groups), found);
    for (uint begin = share_begin(found, group, groups); begin < end; begin += COUNT_SLOTS) {
        const uint size = min(end - begin, (uint)COUNT_SLOTS);
        for (uint i = 0u; i < size; i += TEAMS) {
            const uint slot = begin + i + (uint)team;
            const int present = slot < end;
            const int3 block = block_position(params, present ? active[slot] : 0u);
            if (present) {
                load_rows(params, voxels, block, lane, rows[team]);
            }
            lanes_sync();
            const uint count = count_block(params, block, present, lane, rows[team], row_vertices[team], scratch[team],
                                           case_counts, cuts + (size_t)slot * (OWN_ROWS / 2));
            if (lane == 0 && present) {
                counts[i + (uint)team] = count;
            }
            lanes_sync();
        }
        place_slots(counts, begin, size, counter, first, bases);
    }
}
