// Gradient by central differences (thesis 3.5.2, figure 3.7).
// Provides: slab_sums, SLAB_WEIGHT.   Requires: slab_sums.cl.

#define SLAB_WEIGHT 1.0f

static SlabSums slab_sums(const lanes_t *v) {
    SlabSums sums;
    sums.beside_x = sums.beside_y = (lanes_t)(0.0f);
    sums.within_x = v[5] - v[3];
    sums.within_y = v[7] - v[1];
    sums.through = v[4];
    return sums;
}
