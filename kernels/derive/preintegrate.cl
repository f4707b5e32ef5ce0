// Makes the pre-integrated table: opacity and colour of a ray segment between two scalars (Engel, Kraus and Ertl 2001).
// Provides: kernel preintegrate.   Requires: shared_types.h.

// Extinction per voxel length of an opacity; 1 is as dense as a float can tell.
static float extinction(float opacity) { return -log(fmax(1.0f - opacity, 1e-7f)); }

// What lies between two neighbouring entries, by Simpson's rule: (colour * extinction, extinction). The extinction is
// 0 exactly if both entries are transparent.
static float4 integral_between(float4 a, float4 b) {
    const float4 middle = 0.5f * (a + b);
    const float at_a = a.w > 0.0f ? extinction(a.w) : 0.0f, at_b = b.w > 0.0f ? extinction(b.w) : 0.0f;
    const float at_middle = middle.w > 0.0f ? extinction(middle.w) : 0.0f;
    const float3 rgb = (a.xyz * at_a + 4.0f * middle.xyz * at_middle + b.xyz * at_b) / 6.0f;
    return (float4)(rgb, (at_a + 4.0f * at_middle + at_b) / 6.0f);
}

static uint packed_color(float3 rgb) {
    const uint3 channels = convert_uint3_rte(clamp(rgb, 0.0f, 1.0f) * 1023.0f);
    return channels.x | channels.y << 10 | channels.z << 20;
}

// One work-item for each scalar at one end; it walks away from the diagonal, so that sums stay exact. Extinction is
// that of the segment without regard to what hides what inside it; the scalar is taken as linear along the segment.
// edge     entries of `table`; the last is there twice
// step     length of a segment in voxel lengths
// table    r, g, b and opacity per voxel length
// result   edge * edge times (bits of the opacity of the segment, colour); the same from front and back
__kernel void preintegrate(const int edge, const float step, __global const float4 *table, __global uint2 *result) {
    const int first = (int)get_global_id(0);
    if (first >= edge) {
        return;
    }
    float4 sum = (float4)(0.0f);
    float3 plain = (float3)(0.0f); // colour where nothing is opaque
    for (int last = first; last < edge; ++last) {
        float4 mean = table[first];
        float3 color = mean.xyz;
        float thickness = mean.w > 0.0f ? extinction(mean.w) : 0.0f;
        if (last > first) {
            const float4 a = table[last - 1], b = table[last];
            sum += integral_between(a, b);
            plain += 0.5f * (a.xyz + b.xyz);
            const float distance = (float)(last - first);
            thickness = sum.w / distance;
            color = sum.w > 0.0f ? sum.xyz / sum.w : plain / distance;
        }
        const float opacity = thickness > 0.0f ? 1.0f - exp(-step * thickness) : 0.0f;
        const uint2 entry = (uint2)(as_uint(opacity), packed_color(color));
        result[first * edge + last] = entry;
        result[last * edge + first] = entry;
    }
}
