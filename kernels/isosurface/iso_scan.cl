// Marching Cubes by classification, exclusive scan, compaction and generation, a work unit of slices at a time.
// Provides: kernels scan_classify, scan_sums, scan_compact, scan_generate.
// Requires: group_scan.cl, iso_cell.cl, iso_write.cl; SCAN_GROUP work-items a work-group.
//
// A unit owns some slices and also classifies the slice behind them: its triangles use vertices there, which the next
// unit numbers from where this one's own end.

static uint unit_voxels(IsoParams params, int slices) {
    return (uint)params.dims[0] * (uint)params.dims[1] * (uint)slices;
}

static int3 unit_voxel(IsoParams params, ScanUnit unit, uint i) {
    return ordered_voxel(params, (ulong)i) + (int3)(0, 0, unit.first_slice);
}

// Three counts in one number; sums over a work-group of 256 fit: bits 0 .. 8 active voxels (own, not empty), 9 .. 18
// vertices, 19 .. 29 triangles (own).
static uint packed_counts(uint code, int own) {
    return code_vertices(code) << 9 | (own && code ? 1u | code_triangles(code) << 19 : 0u);
}

static uint4 unpacked_counts(uint packed) { return (uint4)(packed & 511u, packed >> 9 & 1023u, packed >> 19, 0u); }

// codes  a byte a voxel: voxel_code(); sums  counts of each work-group
__kernel void scan_classify(IsoParams params, ScanUnit unit, __global const scalar_t *voxels,
                            __global const uchar *case_counts, __global uchar *codes, __global uint4 *sums) {
    __local uint scratch[SCAN_GROUP];
    const uint i = (uint)get_global_id(0);
    const int present = i < unit_voxels(params, unit.slices);
    const uint code = present ? voxel_code(params, voxels, unit_voxel(params, unit, i), case_counts) : 0u;
    if (present) {
        codes[i] = (uchar)code;
    }
    const uint packed = packed_counts(code, i < unit_voxels(params, unit.own_slices));
    const uint before = group_scan(packed, scratch);
    if (get_local_id(0) == SCAN_GROUP - 1) {
        sums[get_group_id(0)] = unpacked_counts(before + packed);
    }
}

// One work-group: turns sums into sums of all groups before. counters  receives the totals
__kernel void scan_sums(int groups, __global uint4 *sums, __global uint4 *counters) {
    __local uint scratch[3][SCAN_GROUP];
    const int item = (int)get_local_id(0), share = (groups + SCAN_GROUP - 1) / SCAN_GROUP;
    const int begin = min(item * share, groups), end = min(begin + share, groups);
    uint4 own = (uint4)(0u);
    for (int i = begin; i < end; ++i) {
        own += sums[i];
    }
    const uint before_x = group_scan(own.x, scratch[0]), before_y = group_scan(own.y, scratch[1]);
    uint4 sum = (uint4)(before_x, before_y, group_scan(own.z, scratch[2]), 0u);
    for (int i = begin; i < end; ++i) {
        const uint4 count = sums[i];
        sums[i] = sum;
        sum += count;
    }
    if (item == SCAN_GROUP - 1) {
        counters[0] = sum;
    }
}

// ranks   first vertex of each voxel, from the unit's first
// active  voxels with vertices or triangles: number in the unit, first vertex, first triangle, code
// counters[1].x receives the number of own vertices
__kernel void scan_compact(IsoParams params, ScanUnit unit, __global const uchar *codes, __global const uint4 *sums,
                           __global uint *ranks, __global uint4 *active, __global uint4 *counters) {
    __local uint scratch[SCAN_GROUP];
    const uint i = (uint)get_global_id(0), own = unit_voxels(params, unit.own_slices);
    const uint all = unit_voxels(params, unit.slices);
    const uint code = i < all ? codes[i] : 0u;
    const uint before = group_scan(packed_counts(code, i < own), scratch);
    if (i >= all) {
        return;
    }
    const uint4 place = sums[get_group_id(0)] + unpacked_counts(before);
    ranks[i] = place.y;
    if (i < own && code) {
        active[place.x] = (uint4)(i, place.y, place.z, code);
    }
    if (i + 1u == own) {
        counters[1] = (uint4)(place.y + code_vertices(code), 0u, 0u, 0u);
    }
}

static uint scan_vertex(IsoParams params, ScanUnit unit, __global const uchar *codes, __global const uint *ranks,
                        int3 p, uint edge) {
    const int3 q = edge_voxel(p, edge) - (int3)(0, 0, unit.first_slice);
    const uint i = ((uint)q.z * (uint)params.dims[1] + (uint)q.y) * (uint)params.dims[0] + (uint)q.x;
    return ranks[i] + (uint)popcount(codes[i] & ((1u << (edge & 3u)) - 1u));
}

// One work-item an active voxel. first  number of the unit's first vertex and triangle
__kernel void scan_generate(IsoParams params, ScanUnit unit, uint2 first, uint count, __global const scalar_t *voxels,
                            __global const uchar *case_edges, __global const uchar *codes, __global const uint *ranks,
                            __global const uint4 *active, __global float *positions, __global float *normals,
                            __global uint *triangles) {
    if (get_global_id(0) >= count) {
        return;
    }
    const uint4 own = active[get_global_id(0)];
    const int3 p = unit_voxel(params, unit, own.x);
    uint vertex = first.x + own.y;
    for (int axis = 0; axis < 3; ++axis) {
        if (own.w >> axis & 1u) {
            write_vertex(params, voxels, p, axis, vertex++, positions, normals);
        }
    }
    const uint signs = code_triangles(own.w) ? corner_signs(params, voxels, p) : 0u;
    for (uint i = 0u; i < code_triangles(own.w); ++i) {
        __global const uchar *edges = case_edges + 16u * signs + 3u * i;
        const uint3 corners = (uint3)(scan_vertex(params, unit, codes, ranks, p, edges[0]),
                                      scan_vertex(params, unit, codes, ranks, p, edges[1]),
                                      scan_vertex(params, unit, codes, ranks, p, edges[2]));
        write_triangle(params, corners + (uint3)(first.x), first.y + own.z + i, triangles);
    }
}
