// Normals and occupancy follow the opacity that the transfer function gave the voxels (pre-classified frames, thesis
// 3.5.2): a byte a voxel, tightly packed, the alpha of the colour+opacity volume.
// Provides: FIELD_SOURCE, load_field, load_fields.   Requires: vectors.cl.

#define FIELD_SOURCE __global const uchar *

// Opacity per voxel length, [0, 1].
static float load_field(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    return (float)field[voxel_index(dims, x, y, z)] * (1.0f / 255.0f);
}

// Sixteen of them along x, all inside.
static float16 load_fields(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    return convert_float16(vload16(0, field + voxel_index(dims, x, y, z))) * (1.0f / 255.0f);
}
