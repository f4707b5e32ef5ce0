// The voxels that the vertices of a block need, in local memory: its own and those around them.
// Provides: TILE_MARGIN, TILE_FOURS, is_inner, write_tile_vertex.
// Requires: iso_block_lines.cl, iso_vertex.cl, iso_place.cl, iso_normals_*.cl, iso_gradient.cl.

enum { TILE_MARGIN = 1, TILE_Y = SIDE_Y + 2 * TILE_MARGIN, TILE_Z = SIDE_Z + 2 * TILE_MARGIN };
enum { TILE_FOURS = TILE_Y * TILE_Z * LINE_FOURS, TILE_SLICE = TILE_Y * LINE_VOXELS };

// Place of the first own voxel of a line in a tile.
static int tile_line(int y, int z) {
    return (z + TILE_MARGIN) * TILE_SLICE + (y + TILE_MARGIN) * LINE_VOXELS + LINE_FIRST;
}

// Do all voxels of a block's cells have both neighbours along every axis?
static int is_inner(IsoParams params, int3 block) {
    return block.x > 0 && block.y > 0 && block.z > 0 && (block.x + 1) * ISO_BLOCK_X < params.dims[0] - 1 &&
           (block.y + 1) * BLOCK_Y < params.dims[1] - 1 && (block.z + 1) * BLOCK_Z < params.dims[2] - 1;
}

// As gradient_at, for the voxel at `at` of a tile.
static float3 tile_gradient(IsoParams params, __local const scalar_t *at, int3 p, int inner) {
    const int3 low = inner ? (int3)(1) : p > (int3)(0);
    const int3 high = inner ? (int3)(1) : p < (int3)(params.dims[0] - 1, params.dims[1] - 1, params.dims[2] - 1);
    return (float3)(slope(at[-1], *at, at[1], low.x, high.x),
                    slope(at[-LINE_VOXELS], *at, at[LINE_VOXELS], low.y, high.y),
                    slope(at[-TILE_SLICE], *at, at[TILE_SLICE], low.z, high.z)) *
           vector3(params.inv_spacing);
}

// Writes the vertex of a cut edge of a block.
// code  own row << 5 | axis << 3 | x
static void write_tile_vertex(IsoParams params, __local const scalar_t *tile, int3 block, int inner, int code,
                              uint index, __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const int axis = code >> 3 & 3;
    const int3 own = (int3)(code & 7, row_y(code >> 5), row_z(code >> 5));
    const int3 voxel = block_origin(block) + own, along = step_along(axis);
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
