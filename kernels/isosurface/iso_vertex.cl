// Where an edge of the lattice is cut.
// Provides: Cut, crossing, step_along, cut_of.   Requires: vectors.cl, iso_scalar_*.cl.

// Where the value reaches the isovalue on the way from a voxel (0) to the next one (1).
static float crossing(IsoParams params, scalar_t value, scalar_t next) {
    return (params.isovalue - (float)value) / change_between(value, next);
}

static int3 step_along(int axis) { return (int3)(axis == 0, axis == 1, axis == 2); }

typedef struct Cut {
    float share; // of the way from the edge's voxel to the next one
    int rising;  // are values larger there?
} Cut;

// Where the edge from `voxel` along `axis` is cut, of voxels in memory.
static Cut cut_of(IsoParams params, __global const scalar_t *voxels, int3 voxel, int axis) {
    const int3 next_voxel = voxel + step_along(axis);
    const scalar_t value = voxels[voxel_index(params.dims, voxel.x, voxel.y, voxel.z)];
    const scalar_t next = voxels[voxel_index(params.dims, next_voxel.x, next_voxel.y, next_voxel.z)];
    Cut cut = {crossing(params, value, next), next > value};
    return cut;
}
