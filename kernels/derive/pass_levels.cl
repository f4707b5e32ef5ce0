// Where the texels of the pyramid lie that cones look into.
// Provides: pass_index, pass_at_place.   Requires: nothing.
//
// Level l has a texel for each (2^l)^3 cells and a ring of one texel around them that light passes; x fastest. A texel
// holds which share comes through 2^l voxel lengths of it, 65535: all. All levels lie in one buffer.
// size  texels along each axis, ring included; w: where the level begins, PASS_ALIGNMENT texels

static size_t pass_index(int4 size, int3 texel) {
    return (size_t)size.w * PASS_ALIGNMENT +
           ((size_t)texel.z * (size_t)size.y + (size_t)texel.y) * (size_t)size.x + (size_t)texel.x;
}

// Interpolated between the eight texels around a place; places outside see the ring.
// place  in texels of the level, whole numbers at their middles
static float pass_at_place(__global const ushort *texels, int4 size, float3 place) {
    const float3 inside = clamp(place, (float3)(0.0f), convert_float3(size.xyz - 1));
    const int3 lowest = min(convert_int3(inside), size.xyz - 2);
    const float3 share = inside - convert_float3(lowest);
    __global const ushort *near = texels + pass_index(size, lowest);
    __global const ushort *far = near + (size_t)size.x * (size_t)size.y;
    const float4 left = (float4)((float)near[0], (float)near[size.x], (float)far[0], (float)far[size.x]);
    const float4 right = (float4)((float)near[1], (float)near[size.x + 1], (float)far[1], (float)far[size.x + 1]);
    const float4 along_x = mix(left, right, share.x);
    const float2 along_y = mix(along_x.xz, along_x.yw, share.y);
    return mix(along_y.x, along_y.y, share.z) * (1.0f / 65535.0f);
}
