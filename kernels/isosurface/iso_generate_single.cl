// The mesh of the strategy `scan`: each vertex is written as soon as it is made, by the voxel whose edge it lies on.
// Provides: kernel scan_generate.   Requires: iso_cell.cl, iso_write.cl, iso_scan.cl.

// One work-item an active voxel. first  number of the unit's first vertex and triangle
__kernel void scan_generate(IsoParams params, ScanUnit unit, uint2 first, uint count, __global const scalar_t *voxels,
                            __global const uchar *case_edges, __global const uchar *codes, __global const uint *ranks,
                            __global const uint2 *active, __global float *positions, __global float *normals,
                            __global uint *triangles) {
    if (get_global_id(0) >= count) {
        return;
    }
    const uint2 own = active[get_global_id(0)];
    const uint code = codes[own.x];
    const int3 p = unit_voxel(params, unit, own.x);
    for (uint axis = 0u; axis < 3u; ++axis) {
        if (code >> axis & 1u) {
            write_vertex(params, voxels, p, (int)axis, first.x + scan_vertex(codes, ranks, own.x, axis), positions,
                         normals);
        }
    }
    const uint signs = code_triangles(code) ? corner_signs(params, voxels, p) : 0u;
    for (uint i = 0u; i < code_triangles(code); ++i) {
        __global const uchar *edges = case_edges + 16u * signs + 3u * i;
        const uint3 corners = (uint3)(scan_corner(params, unit, codes, ranks, p, edges[0]),
                                      scan_corner(params, unit, codes, ranks, p, edges[1]),
                                      scan_corner(params, unit, codes, ranks, p, edges[2]));
        write_triangle(params, corners + (uint3)(first.x), first.y + own.y + i, triangles);
    }
}
