// Writes RGBA8 texels into a tightly packed buffer.
// Provides: TEXEL_TARGET, store_texel.   Requires: vectors.cl.

#define TEXEL_TARGET __global uchar4 *

// texel  each component in [0, 1]; rounded to nearest
static void store_texel(__global uchar4 *target, const int *dims, int x, int y, int z, float4 texel) {
    target[voxel_index(dims, x, y, z)] = convert_uchar4_sat_rte(texel * 255.0f);
}
