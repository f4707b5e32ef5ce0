// What a slice of 3 x 3 voxels adds to the gradients in the slice before it, in it and behind it: every slice is summed
// up once instead of three times.
// Provides: SlabSums; slab_sums and SLAB_WEIGHT are those of gradient_*.cl.   Requires: nothing.
//
// v[3 * (dy + 1) + dx + 1]  values around a voxel, dx and dy = -1 .. 1

typedef struct SlabSums {
    float2 beside; // x and y differences, weighted for the slices before and behind
    float2 within; // x and y differences, weighted for the slice itself
    float through; // weighted sum: the z difference is that of the slices behind and before
} SlabSums;
