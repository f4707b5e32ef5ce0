// Where an edge of the lattice is cut.
// Provides: crossing, step_along.   Requires: iso_scalar_*.cl.

// Where the value reaches the isovalue on the way from a voxel (0) to the next one (1).
static float crossing(IsoParams params, scalar_t value, scalar_t next) {
    return (params.isovalue - (float)value) / change_between(value, next);
}

static int3 step_along(int axis) { return (int3)(axis == 0, axis == 1, axis == 2); }
