// Vertices of a slab of a volume are written as the edges they lie on, by which the host joins slabs: where several
// vertices meet at a voxel their positions do not tell them apart.
// Provides: place_of.   Requires: iso_vertex.cl.

// Low and high word of 4 * voxel + axis, and the share t of the edge from `voxel` along `axis`.
static float3 place_of(IsoParams params, int3 voxel, int axis, float t) {
    const ulong edge = 4 * (ulong)voxel_index(params.dims, voxel.x, voxel.y, voxel.z) + (ulong)axis;
    return as_float3((uint3)((uint)edge, (uint)(edge >> 32), as_uint(t)));
}
