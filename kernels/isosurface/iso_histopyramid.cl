// Marching Cubes from the output's side: HistoPyramids with 5-to-1 reductions (Dyken and Ziegler 2010).
// Provides: kernels pyramid_classify, pyramid_reduce_codes, pyramid_reduce, pyramid_vertices, pyramid_triangles.
// Requires: iso_cell.cl, iso_write.cl.
//
// The base is a code for each voxel. Node g of level 1 stands for codes 5g .. 5g + 4, node g of a higher level for five
// nodes of the level below. A node keeps (vertices, triangles) of its first four children; the sum of all five goes up
// in a sideband. Going down from the root finds the voxel of the k-th vertex or triangle; going up from a voxel, adding
// what lies left of the way, finds the number of its first vertex.

// codes  padded with zeros to a multiple of 5
__kernel void pyramid_classify(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
                               ulong count, ulong padded, __global uchar *codes) {
    const ulong i = get_global_id(0);
    if (i < padded) {
        codes[i] = i < count ? (uchar)voxel_code(params, voxels, ordered_voxel(params, i), case_counts) : (uchar)0;
    }
}

static uint2 code_counts(uint code) { return (uint2)(code_vertices(code), code_triangles(code)); }

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

static uint part_of(uint2 counts, int part) { return part ? counts.y : counts.x; }

// Voxel of vertex (part 0) or triangle (part 1) number *key, which becomes its number within the voxel.
// offsets  first uint2 of each level above 1
static ulong find_voxel(uint *key, int part, int levels, __global const ulong *offsets, __global const uint2 *pyramid,
                        __global const uchar *codes) {
    ulong node = 0;
    for (int level = levels - 1; level >= 0; --level) {
        __global const uint2 *children = pyramid + offsets[level] + 4 * node;
        int k = 0;
        for (; k < 4 && *key >= part_of(children[k], part); ++k) {
            *key -= part_of(children[k], part);
        }
        node = 5 * node + k;
    }
    int k = 0;
    for (; k < 4; ++k) {
        const uint count = part_of(code_counts(codes[5 * node + k]), part);
        if (*key < count) {
            break;
        }
        *key -= count;
    }
    return 5 * node + k;
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

// One work-item a vertex.
__kernel void pyramid_vertices(IsoParams params, uint count, int levels, __global const ulong *offsets,
                               __global const uint2 *pyramid, __global const uchar *codes,
                               __global const scalar_t *voxels, __global float *positions, __global float *normals) {
    if (get_global_id(0) >= count) {
        return;
    }
    uint key = (uint)get_global_id(0);
    const ulong voxel = find_voxel(&key, 0, levels, offsets, pyramid, codes);
    const uint cuts = codes[voxel] & 7u;
    int axis = 0; // of the key-th set bit
    for (uint left = key + 1u; left > 0u; ++axis) {
        left -= cuts >> axis & 1u;
    }
    --axis;
    write_vertex(params, voxels, ordered_voxel(params, voxel), axis, (uint)get_global_id(0), positions, normals);
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
        const ulong voxel = voxel_index(params.dims, q.x, q.y, q.z);
        corners[i] = first_vertex(voxel, levels, offsets, pyramid, codes) +
                     (uint)popcount(codes[voxel] & ((1u << (edges[i] & 3u)) - 1u));
    }
    write_triangle(params, (uint3)(corners[0], corners[1], corners[2]), (uint)get_global_id(0), triangles);
}
