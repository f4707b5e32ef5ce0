// Gradient by the 3x3x3 Sobel filter: central differences, smoothed across with weights 1 3 1, 3 6 3, 1 3 1
// (thesis 3.5.2, figure 3.7).
// Provides: slab_sums, SLAB_WEIGHT.   Requires: slab_sums.cl.

#define SLAB_WEIGHT 22.0f

static SlabSums slab_sums(const float *v) {
    const float3 x_change = (float3)(v[2] - v[0], v[5] - v[3], v[8] - v[6]); // by rows
    const float3 y_change = (float3)(v[6] - v[0], v[7] - v[1], v[8] - v[2]); // by columns
    SlabSums sums;
    sums.beside = (float2)(x_change.x + 3.0f * x_change.y + x_change.z, y_change.x + 3.0f * y_change.y + y_change.z);
    sums.within = 3.0f * (float2)(x_change.x + 2.0f * x_change.y + x_change.z,
                                  y_change.x + 2.0f * y_change.y + y_change.z);
    sums.through = v[0] + v[2] + v[6] + v[8] + 3.0f * (v[1] + v[3] + v[5] + v[7]) + 6.0f * v[4];
    return sums;
}
