// Lists the blocks through which the isosurface goes.
// Provides: kernel find_active_blocks.   Requires: iso_block.cl.

// Bits 0 .. 3: does the isosurface go through block i of four? ranges: smallest and largest voxel of each
static uint active_of_four(IsoParams params, scalar8_t ranges) {
    const int8 inside = convert_float8(ranges) >= (float8)(params.isovalue);
    const int4 active = inside.odd & ~inside.even & (int4)(1, 2, 4, 8);
    const int2 two = active.lo | active.hi;
    return (uint)(two.x | two.y);
}

// One work-item 32 blocks of consecutive numbers, an entry. `ranges` has room for whole entries.
// active   numbers of active blocks, in the order of their numbers within an entry
// entries  which blocks are active, and the place in `active` of the first of them
__kernel void find_active_blocks(IsoParams params, __global const scalar8_t *ranges, __global volatile uint *counters,
                                 __global uint *active, __global uint2 *entries) {
    __local uint found, first;
    const uint blocks = (uint)params.blocks[0] * (uint)params.blocks[1] * (uint)params.blocks[2];
    const uint entry = (uint)get_global_id(0), begin = entry * 32u;
    if (get_local_id(0) == 0) {
        found = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = 0u, offset = 0u;
    if (begin < blocks) {
#pragma unroll
        for (uint i = 0u; i < 8u; ++i) {
            mine |= active_of_four(params, ranges[(size_t)entry * 8u + i]) << 4u * i;
        }
        mine &= blocks - begin < 32u ? (1u << (blocks - begin)) - 1u : 0xffffffffu;
    }
    if (mine) {
        offset = atomic_add(&found, (uint)popcount(mine));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && found) {
        first = atomic_add(counters + params.counters, found);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (begin < blocks) {
        entries[entry] = (uint2)(mine, mine ? first + offset : 0u);
    }
    for (uint slot = mine ? first + offset : 0u; mine && slot < (uint)params.slots; ++slot) {
        active[slot] = begin + (uint)take_bit(&mine);
    }
}
