// Writes vertices and triangles of a mesh, as far as there is room.
// Provides: write_vertex, facing, write_triangle.   Requires: iso_vertex.cl, iso_place.cl, iso_gradient.cl.

// The vertex on the edge from `voxel` along `axis`.
static void write_vertex(IsoParams params, __global const scalar_t *voxels, int3 voxel, int axis, uint index,
                         __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const Cut cut = cut_of(params, voxels, voxel, axis);
    vstore3(place_of(params, voxel, axis, cut.share), (size_t)index, positions);
    if (HAS_NORMALS) {
        const float3 normal = normal_of(params, gradient_at(params, voxels, voxel),
                                        gradient_at(params, voxels, voxel + step_along(axis)), axis, cut.share,
                                        cut.rising);
        vstore3(normal, (size_t)index, normals);
    }
}

// corners  from the side of lower values counter-clockwise
static uint3 facing(IsoParams params, uint3 corners) { return params.flip ? corners.xzy : corners; }

static void write_triangle(IsoParams params, uint3 corners, uint index, __global uint *triangles) {
    if (index < (uint)params.triangles) {
        vstore3(facing(params, corners), (size_t)index, triangles);
    }
}
