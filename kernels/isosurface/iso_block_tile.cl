// The voxels that the vertices of a block need, in local memory: its own and those around them.
// Provides: TILE_SIDE, TILE_MARGIN, TILE_FOURS, is_inner, write_tile_vertex.
// Requires: iso_block_lines.cl, iso_vertex.cl, iso_place.cl, iso_normals_*.cl.

enum { TILE_SIDE = 7, TILE_MARGIN = 1, TILE_FOURS = TILE_SIDE * TILE_SIDE * LINE_FOURS };
enum { TILE_SLICE = TILE_SIDE * LINE_VOXELS };

// Place of the first own voxel of a line in a tile.
static int tile_line(int y, int z) {
    return (z + TILE_MARGIN) * TILE_SLICE + (y + TILE_MARGIN) * LINE_VOXELS + LINE_FIRST;
}

// Do all voxels of a block's cells have both neighbours along every axis?
static int is_inner(IsoParams params, int3 block) {
    return block.x > 0 && block.y > 0 && block.z > 0 && (block.x + 1) * ISO_BLOCK_X < params.dims[0] - 1 &&
           (block.y + 1) * ISO_BLOCK_Y < params.dims[1] - 1 && (block.z + 1) * ISO_BLOCK_Z < params.dims[2] - 1;
}

// As gradient_at, for the voxel at `at` of a tile.
static float3 tile_gradient(IsoParams params, __local const scalar_t *at, int3 p, int inner) {
    const float3 change =
        (float3)(change_between(at[-1], at[1]), change_between(at[-LINE_VOXELS], at[LINE_VOXELS]),
                 change_between(at[-TILE_SLICE], at[TILE_SLICE]));
    float3 share = (float3)(0.5f);
    if (!inner) {
        share.x = p.x > 0 && p.x < params.dims[0] - 1 ? 0.5f : 1.0f;
        share.y = p.y > 0 && p.y < params.dims[1] - 1 ? 0.5f : 1.0f;
        share.z = p.z > 0 && p.z < params.dims[2] - 1 ? 0.5f : 1.0f;
    }
    return change * share * vector3(params.inv_spacing);
}

// Writes the vertex of a cut edge of a block.
// code  own row << 5 | axis << 3 | x
static void write_tile_vertex(IsoParams params, __local const scalar_t *tile, int3 block, int inner, int code,
                              uint index, __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const int axis = code >> 3 & 3;
    const int3 own = (int3)(code & 7, code >> 5 & 3, code >> 7);
    const int3 voxel = block * (int3)(ISO_BLOCK_X, ISO_BLOCK_Y, ISO_BLOCK_Z) + own, along = step_along(axis);
    __local const scalar_t *at = tile + tile_line(own.y, own.z) + own.x;
    __local const scalar_t *next = at + (axis == 0 ? 1 : axis == 1 ? LINE_VOXELS : TILE_SLICE);
    const float t = crossing(params, *at, *next);
    vstore3(place_of(params, voxel, axis, t), (size_t)index, positions);
    if (HAS_NORMALS) {
        const float3 normal = normal_of(params, tile_gradient(params, at, voxel, inner),
                                        tile_gradient(params, next, voxel + along, inner), axis, t, *next > *at);
        vstore3(normal, (size_t)index, normals);
    }
}
