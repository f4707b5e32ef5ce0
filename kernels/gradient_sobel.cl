// Gradient by the 3x3x3 Sobel filter: central differences, smoothed across with weights 1 3 1, 3 6 3, 1 3 1
// (thesis 3.5.2, figure 3.7).
// Provides: gradient_at.   Requires: field_*.cl.

// Weight of a neighbour by its distance across the axis of the difference, in steps of the two other axes.
static float across_weight(int a, int b) { return a == 0 ? (b == 0 ? 6.0f : 3.0f) : (b == 0 ? 3.0f : 1.0f); }

// Weighted difference per voxel along each axis; neighbours outside the volume are those on its faces.
static float3 gradient_at(FIELD_SOURCE field, const int *dims, int3 voxel) {
    const int3 last = (int3)(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const int3 low = max(voxel - 1, (int3)(0));
    const int3 high = min(voxel + 1, last);
    float3 sum = (float3)(0.0f);
    for (int dz = -1; dz <= 1; ++dz) {
        const int z = clamp(voxel.z + dz, 0, last.z);
        for (int dy = -1; dy <= 1; ++dy) {
            const int y = clamp(voxel.y + dy, 0, last.y);
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = clamp(voxel.x + dx, 0, last.x);
                const float value = load_field(field, dims, x, y, z);
                sum.x += (float)dx * across_weight(dy, dz) * value;
                sum.y += (float)dy * across_weight(dx, dz) * value;
                sum.z += (float)dz * across_weight(dx, dy) * value;
            }
        }
    }
    return sum / (22.0f * convert_float3(max(high - low, (int3)(1))));
}
