// Gradient by the 3x3x3 Sobel filter: central differences, smoothed across with weights 1 3 1, 3 6 3, 1 3 1
// (thesis 3.5.2, figure 3.7).
// Provides: slab_sums, SLAB_WEIGHT.   Requires: slab_sums.cl.

#define SLAB_WEIGHT 22.0f

static SlabSums slab_sums(const lanes_t *v) {
    const lanes_t x_outer = v[2] - v[0] + v[8] - v[6], x_middle = v[5] - v[3]; // by rows
    const lanes_t y_outer = v[6] - v[0] + v[8] - v[2], y_middle = v[7] - v[1]; // by columns
    SlabSums sums;
    sums.beside_x = x_outer + 3.0f * x_middle;
    sums.beside_y = y_outer + 3.0f * y_middle;
    sums.within_x = 3.0f * x_outer + 6.0f * x_middle;
    sums.within_y = 3.0f * y_outer + 6.0f * y_middle;
    sums.through = v[0] + v[2] + v[6] + v[8] + 3.0f * (v[1] + v[3] + v[5] + v[7]) + 6.0f * v[4];
    return sums;
}
