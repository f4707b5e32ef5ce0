// The vertex of a cut edge: its place and the normal of the surface there.
// Provides: crossing, gradient_at, step_along.   Requires: vectors.cl, iso_scalar_*.cl.

// Where the value reaches the isovalue on the way from a voxel (0) to the next one (1).
static float crossing(IsoParams params, scalar_t value, scalar_t next) {
    return (params.isovalue - (float)value) / change_between(value, next);
}

// Change of the value from voxel to voxel along one axis, one-sided at the border.
static float difference(__global const scalar_t *voxel, int at, int last, size_t stride) {
    const int low = at > 0, high = at < last;
    const float change = change_between(*(voxel - (low ? stride : 0)), voxel[high ? stride : 0]);
    return low && high ? 0.5f * change : change;
}

// Gradient at a voxel, in stored values per smallest spacing; angles are the world's.
static float3 gradient_at(IsoParams params, __global const scalar_t *voxels, int3 p) {
    __global const scalar_t *voxel = voxels + voxel_index(params.dims, p.x, p.y, p.z);
    const size_t row = (size_t)params.dims[0], slice = row * (size_t)params.dims[1];
    return (float3)(difference(voxel, p.x, params.dims[0] - 1, 1) * params.inv_spacing[0],
                    difference(voxel, p.y, params.dims[1] - 1, row) * params.inv_spacing[1],
                    difference(voxel, p.z, params.dims[2] - 1, slice) * params.inv_spacing[2]);
}

static int3 step_along(int axis) { return (int3)(axis == 0, axis == 1, axis == 2); }
