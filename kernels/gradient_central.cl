// Gradient by central differences (thesis 3.5.2, figure 3.7).
// Provides: gradient_at.   Requires: field_*.cl.

// Difference per voxel along each axis; one-sided at the faces of the volume, 0 along an axis of one voxel.
static float3 gradient_at(FIELD_SOURCE field, const int *dims, int3 voxel) {
    const int3 last = (int3)(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const int3 low = max(voxel - 1, (int3)(0));
    const int3 high = min(voxel + 1, last);
    const float3 difference =
        (float3)(load_field(field, dims, high.x, voxel.y, voxel.z) - load_field(field, dims, low.x, voxel.y, voxel.z),
                 load_field(field, dims, voxel.x, high.y, voxel.z) - load_field(field, dims, voxel.x, low.y, voxel.z),
                 load_field(field, dims, voxel.x, voxel.y, high.z) - load_field(field, dims, voxel.x, voxel.y, low.z));
    return difference / convert_float3(max(high - low, (int3)(1)));
}
