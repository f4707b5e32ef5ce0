// Normals at the faces of a volume that lies in one piece.
// Provides: volume_from_array, store_normal.   Requires: store_*.cl.

// Where the voxels of the volume stand that lie around a place of the array.
static int3 volume_from_array(const int *dims, __global const int4 *slot_bricks, int3 place) { return (int3)(0); }

static void store_normal(const DeriveParams *derive, int3 from_array, TEXEL_TARGET normals, int3 at, float4 texel) {
    store_texel(normals, derive->dims, at.x, at.y, at.z, texel);
}
