// Gradient by the 3x3x3 Sobel filter: central differences, smoothed across with weights 1 3 1, 3 6 3, 1 3 1
// (thesis 3.5.2, figure 3.7).
// Provides: gradient_at.   Requires: field_*.cl.

// What three neighbours along x add to the sums. dy and dz say which row around the voxel they are, -1 .. 1.
static float3 add_row(float3 sum, float left, float middle, float right, int dy, int dz) {
    const float row_weight = dy == 0 && dz == 0 ? 6.0f : dy == 0 || dz == 0 ? 3.0f : 1.0f;
    const float ends = left + right;
    sum.x += row_weight * (right - left);
    sum.y += (float)dy * (dz == 0 ? 3.0f * ends + 6.0f * middle : ends + 3.0f * middle);
    sum.z += (float)dz * (dy == 0 ? 3.0f * ends + 6.0f * middle : ends + 3.0f * middle);
    return sum;
}

// Weighted difference per voxel along each axis; neighbours outside the volume are those on its faces.
static float3 gradient_at(FIELD_SOURCE field, const int *dims, int3 voxel) {
    const int3 last = (int3)(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const int3 low = max(voxel - 1, (int3)(0));
    const int3 high = min(voxel + 1, last);
    float3 sum = (float3)(0.0f);
    for (int dz = -1; dz <= 1; ++dz) {
        const int z = dz < 0 ? low.z : dz > 0 ? high.z : voxel.z;
        for (int dy = -1; dy <= 1; ++dy) {
            const int y = dy < 0 ? low.y : dy > 0 ? high.y : voxel.y;
            sum = add_row(sum, load_field(field, dims, low.x, y, z), load_field(field, dims, voxel.x, y, z),
                          load_field(field, dims, high.x, y, z), dy, dz);
        }
    }
    return sum / (22.0f * convert_float3(max(high - low, (int3)(1))));
}
