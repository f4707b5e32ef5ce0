// Makes the coarser levels of the pyramid that cones look into.
// Provides: kernel merge_pass.   Requires: pass_levels.cl.

// What light passes of 2 x 2 x 2 texels, from either side: the mean of four columns of two, each the product of its
// texels, for each of the three axes. So half of a texel that is opaque blocks half of the light or all of it, and what
// is the same everywhere passes the square.
// size  texels of the coarser level, ring included; w as in pass_levels.cl
__kernel void merge_pass(const int4 finer, const int4 size, __global ushort *texels) {
    const int3 texel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (any(texel >= size.xyz)) {
        return;
    }
    float pass = 1.0f;
    if (!any(texel == (int3)(0)) && !any(texel == size.xyz - 1)) {
        const int3 low = 2 * texel - 1; // behind the last one lies the ring
        float8 of; // x fastest
        float *parts = (float *)&of;
        for (int child = 0; child < 8; ++child) {
            const int3 place = low + (int3)(child & 1, (child >> 1) & 1, child >> 2);
            parts[child] = (float)texels[pass_index(finer, place)] * (1.0f / 65535.0f);
        }
        const float4 along_x = of.even * of.odd, along_y = of.s0145 * of.s2367, along_z = of.lo * of.hi;
        pass = dot(along_x + along_y + along_z, (float4)(1.0f)) * (1.0f / 12.0f);
    }
    texels[pass_index(size, texel)] = convert_ushort_sat_rte(pass * 65535.0f);
}
