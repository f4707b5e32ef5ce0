// Normals at the faces of a volume that lies in bricks.
// Provides: volume_from_array, store_normal.   Requires: slot_voxels.cl, store_*.cl; constant BRICK_EDGE.

// From voxels of a slot to those of the volume.
// place  in the slot
static int3 volume_from_array(const int *dims, __global const int4 *slot_bricks, int3 place) {
    return voxel_in_volume(dims, slot_bricks, place) - place;
}

// Stores the normal of a voxel of the atlas, and on a face of the volume once more in front of it: samples there may
// ask for the voxel outside, which no voxel of the volume stands for.
static void store_normal(const DeriveParams *derive, int3 from_array, TEXEL_TARGET normals, int3 at, float4 texel) {
    const int3 voxel = at + from_array;
    const int3 last = (int3)(derive->volume_dims[0], derive->volume_dims[1], derive->volume_dims[2]) - 1;
    if (all(voxel > 0) && all(voxel < last)) {
        store_texel(normals, derive->dims, at.x, at.y, at.z, texel);
    } else if (all(voxel >= 0) && all(voxel <= last)) {
        const int3 in_slot = at % BRICK_STORED;
        const int3 low = max(select((int3)(0), (int3)(-1), voxel == 0), -in_slot);
        const int3 high = min(select((int3)(0), (int3)(1), voxel == last), BRICK_STORED - 1 - in_slot);
        for (int z = low.z; z <= high.z; ++z) {
            for (int y = low.y; y <= high.y; ++y) {
                for (int x = low.x; x <= high.x; ++x) {
                    store_texel(normals, derive->dims, at.x + x, at.y + y, at.z + z, texel);
                }
            }
        }
    }
}
