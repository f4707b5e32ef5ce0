// Marching Cubes from the output's side: HistoPyramids with 5-to-1 reductions (Dyken and Ziegler 2010).
// Provides: kernels pyramid_classify, pyramid_reduce_codes, pyramid_reduce, pyramid_own, pyramid_vertices,
//           pyramid_triangles.
// Requires: iso_cell.cl, iso_pyramid.cl, iso_write.cl.

// codes  padded with zeros to a multiple of 5
__kernel void pyramid_classify(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
                               ulong count, ulong padded, __global uchar *codes) {
    const ulong i = get_global_id(0);
    if (i < padded) {
        codes[i] = i < count ? (uchar)voxel_code(params, voxels, ordered_voxel(params, i), case_counts) : (uchar)0;
    }
}

// sideband  sums of the nodes of level 1, padded with zeros to a multiple of 5
__kernel void pyramid_reduce_codes(ulong nodes, ulong padded, __global const uchar *codes, __global uint2 *sideband) {
    const ulong g = get_global_id(0);
    if (g >= padded) {
        return;
    }
    uint2 sum = (uint2)(0u);
    for (int k = 0; k < 5 && g < nodes; ++k) {
        sum += code_counts(codes[5 * g + k]);
    }
    sideband[g] = sum;
}

// offset  of the level in `pyramid`, which has 4 uint2 a node; below, above  sidebands, padded
__kernel void pyramid_reduce(ulong nodes, ulong padded, ulong offset, __global const uint2 *below,
                             __global uint2 *pyramid, __global uint2 *above) {
    const ulong g = get_global_id(0);
    if (g >= padded) {
        return;
    }
    uint2 sum = (uint2)(0u);
    for (int k = 0; k < 5 && g < nodes; ++k) {
        const uint2 child = below[5 * g + k];
        if (k < 4) {
            pyramid[offset + 4 * g + k] = child;
        }
        sum += child;
    }
    above[g] = sum;
}

// Number of a voxel's first vertex.
static uint first_vertex(ulong voxel, int levels, __global const ulong *offsets, __global const uint2 *pyramid,
                         __global const uchar *codes) {
    uint sum = 0u;
    ulong node = voxel / 5;
    for (ulong i = 5 * node; i < voxel; ++i) {
        sum += code_vertices(codes[i]);
    }
    for (int level = 0; level < levels; ++level) {
        const ulong parent = node / 5;
        for (ulong k = 0; k < node - 5 * parent; ++k) {
            sum += pyramid[offsets[level] + 4 * parent + k].x;
        }
        node = parent;
    }
    return sum;
}

// own  receives the number of vertices before voxel `end`. One work-item.
__kernel void pyramid_own(ulong end, int levels, __global const ulong *offsets, __global const uint2 *pyramid,
                          __global const uchar *codes, __global uint *own) {
    *own = first_vertex(end, levels, offsets, pyramid, codes);
}

// One work-item a vertex.
__kernel void pyramid_vertices(IsoParams params, uint count, int levels, __global const ulong *offsets,
                               __global const uint2 *pyramid, __global const uchar *codes,
                               __global const scalar_t *voxels, __global float *positions, __global float *normals) {
    if (get_global_id(0) >= count) {
        return;
    }
    uint key = (uint)get_global_id(0);
    const ulong voxel = find_voxel(&key, 0, levels, offsets, pyramid, codes), row = row_codes(codes, voxel);
    const ulong voxels_before = (1UL << 8u * (uint)(voxel % 8)) - 1UL;
    const uint edge = row_edge(row, key + (uint)popcount(row & 7UL * ROW_ONES & voxels_before));
    write_vertex(params, voxels, ordered_voxel(params, voxel / 8 * 8 + (edge & 7u)), (int)(edge >> 3),
                 (uint)get_global_id(0), positions, normals);
}

// One work-item a triangle.
__kernel void pyramid_triangles(IsoParams params, uint count, int levels, __global const ulong *offsets,
                                __global const uint2 *pyramid, __global const uchar *codes,
                                __global const scalar_t *voxels, __global const uchar *case_edges,
                                __global uint *triangles) {
    if (get_global_id(0) >= count) {
        return;
    }
    uint key = (uint)get_global_id(0);
    const int3 p = ordered_voxel(params, find_voxel(&key, 1, levels, offsets, pyramid, codes));
    __global const uchar *edges = case_edges + 16u * corner_signs(params, voxels, p) + 3u * key;
    uint corners[3];
    for (int i = 0; i < 3; ++i) {
        const int3 q = edge_voxel(p, edges[i]);
        const ulong voxel = voxel_number(params, q);
        corners[i] = first_vertex(voxel / 8 * 8, levels, offsets, pyramid, codes) +
                     edges_before(row_codes(codes, voxel), (uint)(voxel % 8), edges[i] & 3u);
    }
    write_triangle(params, (uint3)(corners[0], corners[1], corners[2]), (uint)get_global_id(0), triangles);
}
