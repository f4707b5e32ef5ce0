// Smallest and largest voxel of every block, kept as long as the voxels.
// Provides: kernel block_ranges.   Requires: iso_block.cl.

// One work-item a block: its cells' 9 x 5 x 5 voxels.
__kernel void block_ranges(IsoParams params, __global const scalar_t *voxels, __global scalar2_t *ranges) {
    const int3 block = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (block.x >= params.blocks[0] || block.y >= params.blocks[1] || block.z >= params.blocks[2]) {
        return;
    }
    const int x = block.x * ISO_BLOCK_X, y = block.y * ISO_BLOCK_Y, z = block.z * ISO_BLOCK_Z;
    const int next = min(x + ISO_BLOCK_X, params.dims[0] - 1);
    __global const scalar_t *row = voxel_row(params, voxels, y, z);
    scalar8_t low = load_eight(params, row, x), high = low;
    scalar_t low_next = row[next], high_next = low_next;
    for (int i = 1; i < BLOCK_ROWS; ++i) {
        row = voxel_row(params, voxels, y + i % 5, z + i / 5);
        const scalar8_t values = load_eight(params, row, x);
        low = min(low, values);
        high = max(high, values);
        low_next = min(low_next, row[next]);
        high_next = max(high_next, row[next]);
    }
    const scalar2_t low2 = min(min(low.s01, low.s23), min(low.s45, low.s67));
    const scalar2_t high2 = max(max(high.s01, high.s23), max(high.s45, high.s67));
    const size_t number =
        ((size_t)block.z * (size_t)params.blocks[1] + (size_t)block.y) * (size_t)params.blocks[0] + (size_t)block.x;
    ranges[number] = (scalar2_t)(min(min(low2.x, low2.y), low_next), max(max(high2.x, high2.y), high_next));
}
