// The transfer function applied to one stored value (thesis 3.5.1).
// Provides: classify_value.   Requires: table.cl.

// table  float4[table_last + 2], r, g, b and opacity per voxel length; the last entry is there twice
// The opacity is a whole number of 255ths, so that texels and bytes of it agree.
static float4 classify_value(const DeriveParams *derive, __global const float4 *table, float stored) {
    const float position = table_position(stored, derive->table_scale, derive->table_bias, derive->table_last);
    const int entry = (int)position;
    float4 texel = mix(table[entry], table[entry + 1], position - (float)entry);
    texel.w = rint(clamp(texel.w, 0.0f, 1.0f) * 255.0f) * (1.0f / 255.0f);
    return texel;
}
