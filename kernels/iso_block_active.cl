// Lists the blocks through which the isosurface goes.
// Provides: kernel find_active_blocks.   Requires: iso_block.cl.

enum { BLOCKS_PER_ITEM = 8 };

// slots   of an active block: its place in `active`; of other blocks anything
// active  numbers of active blocks, in no order
__kernel void find_active_blocks(IsoParams params, __global const scalar2_t *ranges, __global volatile uint *counters,
                                 __global uint *active, __global uint *slots) {
    __local uint found, first;
    const uint blocks = (uint)params.blocks[0] * (uint)params.blocks[1] * (uint)params.blocks[2];
    const uint size = (uint)get_local_size(0);
    const uint begin = (uint)get_group_id(0) * size * BLOCKS_PER_ITEM + (uint)get_local_id(0);
    if (get_local_id(0) == 0) {
        found = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = 0u, offset = 0u;
    for (uint i = 0u; i < BLOCKS_PER_ITEM; ++i) {
        const uint block = begin + i * size;
        if (block < blocks) {
            const scalar2_t range = ranges[block];
            mine |= ((float)range.x < params.isovalue && (float)range.y >= params.isovalue ? 1u : 0u) << i;
        }
    }
    if (mine) {
        offset = atomic_add(&found, (uint)popcount(mine));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && found) {
        first = atomic_add(counters + params.counters, found);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint slot = first + offset; mine; ++slot) {
        const uint block = begin + (uint)take_bit(&mine) * size;
        if (slot < (uint)params.slots) {
            active[slot] = block;
            slots[block] = slot;
        }
    }
}
