// Ranges of blocks from those of the leaves of an octree, so that voxels are read once for both.
// Provides: kernel block_ranges_of_leaves.   Requires: iso_scalar_*.cl.

// One work-item a block, whose 8 x 4 x 4 cells are two leaves of 4 cells. Blocks that begin at the last voxel along an
// axis have no leaf there and take that before: they look less empty than they are.
// nx, ny, nz        leaves along each axis
// leaves            smallest and largest value of each, x fastest
// stored_per_value  stored voxels for a value of 1
__kernel void block_ranges_of_leaves(IsoParams params, const int nx, const int ny, const int nz,
                                     __global const float2 *leaves, const float stored_per_value,
                                     __global scalar2_t *ranges) {
    const int3 block = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (block.x >= params.blocks[0] || block.y >= params.blocks[1] || block.z >= params.blocks[2]) {
        return;
    }
    const size_t row = ((size_t)min(block.z, nz - 1) * (size_t)ny + (size_t)min(block.y, ny - 1)) * (size_t)nx;
    const float2 low = leaves[row + (size_t)min(2 * block.x, nx - 1)];
    const float2 high = leaves[row + (size_t)min(2 * block.x + 1, nx - 1)];
    const size_t number =
        ((size_t)block.z * (size_t)params.blocks[1] + (size_t)block.y) * (size_t)params.blocks[0] + (size_t)block.x;
    ranges[number] = to_stored((float2)(fmin(low.x, high.x), fmax(low.y, high.y)) * stored_per_value);
}
