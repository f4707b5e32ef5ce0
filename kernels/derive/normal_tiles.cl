// Makes the normal volume (thesis 3.5.2) on GPUs: work-groups carry tiles through the slices in local memory, so that
// every voxel is fetched about 1.3 times.
// Provides: kernel normal_volume.
// Requires: lanes_1.cl, parts_*.cl, faces_*.cl, reach.cl, normal_texel.cl, field_*.cl; constant COLUMN_SLICES.

#ifndef COLUMN_SLICES
#define COLUMN_SLICES 32 // voxels along z a work-item makes
#endif

#ifndef TILE_WIDTH
#define TILE_WIDTH 32 // voxels
#endif
#ifndef TILE_HEIGHT
#define TILE_HEIGHT 8 // voxels
#endif

enum { BORDERED_WIDTH = TILE_WIDTH + 2, BORDERED_HEIGHT = TILE_HEIGHT + 2 };

// Fetches a slice of the tile and the voxels around it; outside of the volume those on its faces.
static void load_tile(FIELD_SOURCE field, const int *dims, int2 corner, int z, __local float *tile) {
    const int item = (int)(get_local_id(1) * TILE_WIDTH + get_local_id(0));
    const int slice = clamp(z, 0, dims[2] - 1);
    for (int i = item; i < BORDERED_WIDTH * BORDERED_HEIGHT; i += TILE_WIDTH * TILE_HEIGHT) {
        const int x = clamp(corner.x + i % BORDERED_WIDTH - 1, 0, dims[0] - 1);
        const int y = clamp(corner.y + i / BORDERED_WIDTH - 1, 0, dims[1] - 1);
        tile[i] = load_field(field, dims, x, y, slice);
    }
}

static SlabSums tile_sums(const __local float *tile) {
    const __local float *corner = tile + get_local_id(1) * BORDERED_WIDTH + get_local_id(0);
    float values[9];
    for (int i = 0; i < 9; ++i) {
        values[i] = corner[i / 3 * BORDERED_WIDTH + i % 3];
    }
    return slab_sums(values);
}

// by_opacity   see lit_*.cl
// slot_bricks  the brick in every slot, see slot_voxels.cl; not looked at without
// slots        see parts_slots.cl
// normals     RGBA8, see normal_texel.cl
// global size: (x, y, z / COLUMN_SLICES), x and y rounded up to whole tiles; local: (TILE_WIDTH, TILE_HEIGHT, 1)
__kernel __attribute__((reqd_work_group_size(TILE_WIDTH, TILE_HEIGHT, 1)))
void normal_volume(const DeriveParams derive_value, FIELD_SOURCE field, __global const float *by_opacity,
                   __global const int4 *slot_bricks, __global const int *slots, TEXEL_TARGET normals) {
    __local float tiles[2][BORDERED_WIDTH * BORDERED_HEIGHT];
    const DeriveParams *derive = &derive_value;
    const int column = (int)get_global_id(2) * COLUMN_SLICES;
    const int3 tile_item = (int3)((int)get_group_id(0) * TILE_WIDTH, (int)get_group_id(1) * TILE_HEIGHT, column);
    const int3 corner = place_of_item(slots, derive->dims, tile_item);
    const int3 item = (int3)((int)get_global_id(0), (int)get_global_id(1), column);
    const int3 place = place_of_item(slots, derive->dims, item);
    const int x = place.x, y = place.y, first = corner.z; // of the tile: its items go round together
    const int3 from_array = volume_from_array(derive->dims, slot_bricks, corner);
    const int end = min(first + COLUMN_SLICES, derive->dims[2]);
    SlabSums before = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f}, at = before, behind = before;
    for (int z = first - 1; z <= end; ++z) {
        __local float *tile = tiles[z & 1];
        load_tile(field, derive->dims, corner.xy, z, tile);
        barrier(CLK_LOCAL_MEM_FENCE); // one is enough: the next slice goes into the other tile
        before = at;
        at = behind;
        behind = tile_sums(tile);
        if (z > first && x < derive->dims[0] && y < derive->dims[1]) {
            const Reaches reaches = reaches_of(derive, (int3)(x, y, z - 1) + from_array);
            const Texels texel = normal_texels(derive, by_opacity, reaches, before, at, behind);
            store_normal(derive, from_array, normals, (int3)(x, y, z - 1),
                         (float4)(texel.x, texel.y, texel.z, texel.w));
        }
    }
}
