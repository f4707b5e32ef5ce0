// No normals.
// Provides: write_normal.   Requires: iso_vertex.cl.

static void write_normal(IsoParams params, __global const scalar_t *voxels, int3 voxel, int axis, float t, int rising,
                         uint index, __global float *normals) {}
