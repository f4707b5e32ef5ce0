// Lists the blocks through which the isosurface goes.
// Provides: kernel find_active_blocks.   Requires: iso_scalar_*.cl, iso_block.cl.

// Bits 0 and 1: does the isosurface go through block i of two? ranges: smallest and largest voxel of each
static uint active_of_two(IsoParams params, four_t ranges) {
    const uint inside = inside_of_four(ranges, params.isovalue), active = inside >> 1 & ~inside;
    return (active & 1u) | (active >> 1 & 2u);
}

// One work-item an entry. `ranges` has room for whole entries. Left out are blocks before those that are extracted, and
// behind the layer of blocks that follows them.
// active   positions of active blocks, in the order of their numbers within an entry; entries come in any order
// entries  which blocks are active, and the place in `active` of the first of them
// totals   of each region; set to 0
__kernel void find_active_blocks(IsoParams params, __global const four_t *ranges, __global volatile uint *counters,
                                 __global uint *active, __global uint2 *entries, __global uint2 *totals) {
    __local uint found, first;
    const uint blocks = (uint)params.blocks[0] * (uint)params.blocks[1] * (uint)params.blocks[2];
    const uint entry = (uint)get_global_id(0), begin = entry * ENTRY_BLOCKS;
    const uint window = bits_before(begin, blocks_before(params, params.end_slice + BLOCK_Z)) &
                        ~bits_before(begin, blocks_before(params, params.begin_slice));
    if (get_local_id(0) == 0) {
        found = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = 0u, offset = 0u;
    if (window) {
#pragma unroll
        for (uint i = 0u; i < 16u; ++i) {
            mine |= active_of_two(params, ranges[(size_t)entry * 16u + i]) << 2u * i;
        }
        mine &= window;
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
        if (begin % ISO_REGION == 0u) {
            totals[begin / ISO_REGION] = (uint2)(0u);
        }
    }
    const uint nx = (uint)params.blocks[0], ny = (uint)params.blocks[1];
    uint x = begin % nx, y = begin / nx % ny, z = begin / nx / ny, passed = 0u;
    for (uint slot = mine ? first + offset : 0u; mine && slot < (uint)params.slots; ++slot) {
        const uint i = (uint)take_bit(&mine);
        for (x += i - passed; x >= nx; x -= nx) {
            z += y + 1u == ny ? 1u : 0u;
            y = y + 1u == ny ? 0u : y + 1u;
        }
        passed = i;
        active[slot] = packed_position(params, x, y, z);
    }
}
