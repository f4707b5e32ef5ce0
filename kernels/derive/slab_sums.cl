// What a slice of 3 x 3 voxels adds to the gradients in the slice before it, in it and behind it: every slice is summed
// up once instead of three times.
// Provides: SlabSums.   Requires: lanes_*.cl; slab_sums and SLAB_WEIGHT are those of gradient_*.cl.
//
// v[3 * (dy + 1) + dx + 1]  values around a voxel, dx and dy = -1 .. 1

typedef struct SlabSums {
    lanes_t beside_x, beside_y; // differences, weighted for the slices before and behind
    lanes_t within_x, within_y; // differences, weighted for the slice itself
    lanes_t through;            // weighted sum: the z difference is that of the slices behind and before
} SlabSums;
