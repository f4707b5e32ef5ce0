// The scene of the rasteriser: where fragments go, and what decides about them.
// Provides: SCENE_PARAMS, SCENE, NO_FRAGMENT.   Requires: scalar_*.cl.

// visible  layer by layer, a number a pixel: what seen_triangle.cl makes of its nearness in the upper half, the number
//          of its triangle in the lower; the smallest is the nearest, all bits are set where there is none
// voxels, labels, label_colors   see surface_label_volume.cl; stand-ins without labels
#define SCENE_PARAMS                                                                                                   \
    volatile __global ulong *visible, __global const scalar_t *voxels, __global const ushort *labels,                  \
        __global const uint *label_colors
#define SCENE visible, voxels, labels, label_colors

#define NO_FRAGMENT ULONG_MAX
