// Writes vertices and triangles of a mesh, as far as there is room.
// Provides: write_vertex, write_triangle.   Requires: iso_vertex.cl, iso_place_*.cl, iso_normals_*.cl.

// The vertex on the edge from `voxel` along `axis`.
static void write_vertex(IsoParams params, __global const scalar_t *voxels, int3 voxel, int axis, uint index,
                         __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const int3 next_voxel = voxel + step_along(axis);
    const float value = (float)voxels[voxel_index(params.dims, voxel.x, voxel.y, voxel.z)];
    const float next = (float)voxels[voxel_index(params.dims, next_voxel.x, next_voxel.y, next_voxel.z)];
    const float t = crossing(params, value, next);
    write_place(params, voxel, axis, t, index, positions);
    write_normal(params, voxels, voxel, axis, t, next > value, index, normals);
}

// corners  from the side of lower values counter-clockwise
static void write_triangle(IsoParams params, uint3 corners, uint index, __global uint *triangles) {
    if (index < (uint)params.triangles) {
        vstore3(params.flip ? corners.xzy : corners, (size_t)index, triangles);
    }
}
