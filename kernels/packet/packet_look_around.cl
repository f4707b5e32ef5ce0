// Ambient occlusion by cones from 16 texels of the light volume in a row: look_around.cl for CPUs.
// Provides: kernel look_around.
// Requires: asked_places.cl, pass_levels.cl, packet_math.cl, packet_gather.cl, store_*.cl, vectors.cl.

// As pass_at_place() for 16 places on a line along x: the rows that they lie between are the same for all.
static float16 pass_at_places(__global const ushort *texels, int4 size, float16 x, float2 yz) {
    const float2 yz_inside = clamp(yz, (float2)(0.0f), convert_float2(size.yz - 1));
    const int2 row = min(convert_int2(yz_inside), size.yz - 2);
    const float2 up = yz_inside - convert_float2(row), down = 1.0f - up;
    const float4 shares = (float4)(down.x * down.y, up.x * down.y, down.x * up.y, up.x * up.y);
    const float16 x_inside = clamp(x, 0.0f, (float)(size.x - 1));
    const int16 lowest = min(convert_int16(x_inside), size.x - 2);

    __global const ushort *near = texels + pass_index(size, (int3)(0, row.x, row.y));
    __global const ushort *far = near + (size_t)size.x * (size_t)size.y;
    const uint16 pairs[4] = {gather_short_pairs(near, lowest), gather_short_pairs(near + size.x, lowest),
                             gather_short_pairs(far, lowest), gather_short_pairs(far + size.x, lowest)};
    const float weights[4] = {shares.x, shares.y, shares.z, shares.w};
    float16 left = 0.0f, right = 0.0f;
#pragma unroll
    for (int i = 0; i < 4; ++i) { // as signed numbers, which CPUs convert faster
        left = fused(weights[i], convert_float16(as_int16(pairs[i] & 0xffffu)), left);
        right = fused(weights[i], convert_float16(as_int16(pairs[i] >> 16)), right);
    }
    return fused(x_inside - convert_float16(lowest), right - left, left) * (1.0f / 65535.0f);
}

// Share of their surroundings that 16 texels see, half of a sphere being all.
static float16 seen_around(float16 x, float2 yz, float4 low, float4 high, __global const ushort *texels, __global const int4 *levels, 
                           int cones, int steps, __global const float4 *places, __global const int *step_levels) {
    float16 sum = 0.0f;
    for (int cone = 0; cone < cones; ++cone) {
        float16 depth = 0.0f; // binary logarithm of what comes through
        for (int i = 0; i < steps && any(depth > -10.0f); ++i) {
            const float4 place = places[cone * steps + i];
            const int level = step_levels[i];
            const float16 middle_x = x + place.x;
            const float2 middle_yz = yz + place.yz;
            if (any(middle_yz < low.yz) || any(middle_yz > high.yz)) {
                break;
            }
            const float texels_a_voxel = 1.0f / (float)(1 << level);
            const float16 pass = pass_at_places(texels, levels[level - 1], middle_x * texels_a_voxel + 0.5f,
                                                middle_yz * texels_a_voxel + 0.5f);
            const int16 inside = middle_x >= low.x && middle_x <= high.x;
            depth = fused(inside ? (float16)(place.w) : 0.0f, log2_16(max(pass, 1e-6f)), depth);
        }
        sum += exp2_16(max(depth, -100.0f));
    }
    return min(sum * (2.0f / (float)cones), 1.0f);
}

// Parameters as in look_around.cl.
// global size: dims / (16, 1, 1), rounded up to a multiple of the local size; less along z for a slab from first_slice on
__kernel void look_around(const int4 dims, OCTREE_LAYOUT *octree, __global const uchar *nodes, const float within, const float4 low, const float4 high,
                          __global const ushort *texels, __global const int4 *levels, const int cones, const int steps,
                          __global const float4 *places, __global const int *step_levels, const int first_slice,
                          const int alone, __global uchar *seen, TEXEL_TARGET target) {
    const int3 first = (int3)(16 * (int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2) + first_slice);
    if (any(first >= dims.xyz)) {
        return;
    }
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const float3 voxel = convert_float3(first * dims.w);
    const float3 beyond = (float3)(15.0f * (float)dims.w, 0.0f, 0.0f);
    float shares[16];
    vstore16((float16)(1.0f), 0, shares);
    if (is_asked(octree, nodes, voxel, voxel + beyond, within)) {
        vstore16(seen_around(fused(lanes, (float)dims.w, voxel.x), voxel.yz, low, high, texels, levels, cones, steps,
                             places, step_levels), 0, shares);
    }
    const int size[3] = {dims.x, dims.y, dims.z};
    for (int i = 0; i < min(16, dims.x - first.x); ++i) {
        seen[voxel_index(size, first.x + i, first.y, first.z)] = convert_uchar_sat_rte(shares[i] * 255.0f);
        if (alone) {
            store_texel(target, size, first.x + i, first.y, first.z, (float4)(1.0f, shares[i], 0.0f, 1.0f));
        }
    }
}
