// The mesh of the strategy `scan`, as Rogeiro 2011 makes it (3.4.1.3): a work-item makes the vertices on all twelve edges of
// its cell, keeps them, and writes those that its triangles use. Neighbours write the same bytes where they share one.
// Provides: kernel scan_generate.   Requires: iso_cell.cl, iso_write.cl, iso_scan.cl, iso_keep_*.cl.

// Which of the twelve an edge is. corner  of the cell, where it begins: x | y << 1 | z << 2, 0 along the edge's own axis
static uint kept_edge(uint axis, uint corner) {
    return axis * 4u + (corner & ((1u << axis) - 1u)) + (corner >> (axis + 1u) << axis);
}

// Makes the vertices: places in x, y, z, shares of the edges in w. Those on edges that are not cut lie anywhere.
static void keep_vertices(IsoParams params, __global const scalar_t *voxels, int3 p, KEPT float4 *kept) {
    for (uint axis = 0u; axis < 3u; ++axis) {
        for (uint corner = 0u; corner < 8u; ++corner) {
            if (!(corner >> axis & 1u)) {
                const int3 voxel = edge_voxel(p, axis | corner << 2);
                const float share = cut_of(params, voxels, voxel, (int)axis).share;
                kept[kept_place(kept_edge(axis, corner))] =
                    (float4)(place_of(params, voxel, (int)axis, share), share);
            }
        }
    }
}

// Writes the vertex on an edge of the cell at p. rising  are values larger at the edge's end?
static void write_kept(IsoParams params, __global const scalar_t *voxels, int3 p, uint edge, int rising,
                       KEPT const float4 *kept, uint index, __global float *positions, __global float *normals) {
    if (index >= (uint)params.vertices) {
        return;
    }
    const int axis = (int)(edge & 3u);
    const float4 vertex = kept[kept_place(kept_edge(edge & 3u, edge >> 2))];
    vstore3(vertex.xyz, (size_t)index, positions);
    if (HAS_NORMALS) {
        const int3 voxel = edge_voxel(p, edge);
        const float3 normal = normal_of(params, gradient_at(params, voxels, voxel),
                                        gradient_at(params, voxels, voxel + step_along(axis)), axis, vertex.w, rising);
        vstore3(normal, (size_t)index, normals);
    }
}

// One work-item an active voxel; those where no cell begins have nothing to do, as cells beside them write their
// vertices. first  number of the unit's first vertex and triangle
__kernel void scan_generate(IsoParams params, ScanUnit unit, uint2 first, uint count, __global const scalar_t *voxels,
                            __global const uchar *case_edges, __global const uchar *codes, __global const uint *ranks,
                            __global const uint2 *active, __global float *positions, __global float *normals,
                            __global uint *triangles) {
    KEPT float4 kept[12 * KEPT_ITEMS];
    const uint2 own = get_global_id(0) < count ? active[get_global_id(0)] : (uint2)(0u);
    const uint own_triangles = get_global_id(0) < count ? code_triangles(codes[own.x]) : 0u;
    if (own_triangles == 0u) {
        return;
    }
    const int3 p = unit_voxel(params, unit, own.x);
    const uint signs = corner_signs(params, voxels, p);
    keep_vertices(params, voxels, p, kept);
    for (uint i = 0u; i < own_triangles; ++i) {
        uint corners[3];
        for (uint c = 0u; c < 3u; ++c) {
            const uint edge = case_edges[16u * signs + 3u * i + c];
            corners[c] = first.x + scan_corner(params, unit, codes, ranks, p, edge);
            write_kept(params, voxels, p, edge, !(signs >> (edge >> 2) & 1u), kept, corners[c], positions, normals);
        }
        write_triangle(params, vload3(0, corners), first.y + own.y + i, triangles);
    }
}
