// Copies voxels of slots from an image to a buffer of the same size, for isosurfaces.
// Provides: kernel copy_slots.   Requires: load_image.cl, scalar_*.cl, parts_slots.cl, vectors.cl; constant BRICK_EDGE.

// stored_per_value  stored values for what the image gives as 1; if it is not 1, stored values are whole numbers
// copy              tightly packed
// global size: (BRICK_STORED, BRICK_STORED, BRICK_STORED of every slot), each rounded up
__kernel void copy_slots(const DeriveParams derive, SCALAR_SOURCE scalars, __global const int *slots,
                         const float stored_per_value, __global scalar_t *copy) {
    const int3 item = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int3 voxel = place_of_item(slots, derive.dims, item);
    if (voxel.x < derive.dims[0] && voxel.y < derive.dims[1] && voxel.z < derive.dims[2]) {
        const float value = load_scalar(scalars, derive.dims, voxel.x, voxel.y, voxel.z) * stored_per_value;
        copy[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] =
            (scalar_t)(stored_per_value == 1.0f ? value : rint(value));
    }
}
