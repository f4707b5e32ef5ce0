// Marching Cubes by classification, exclusive scan and compaction, a work unit of blocks at a time; iso_generate_*.cl
// makes the mesh.
// Provides: unit_voxel, scan_vertex, scan_corner, kernels scan_classify, scan_sums, scan_compact.
// Requires: group_scan.cl, iso_cell.cl; SCAN_GROUP work-items a work-group.
//
// A unit owns some layers of blocks and also classifies the layer behind them: its triangles use vertices there, which
// the next unit numbers from where this one's own end.

static uint unit_voxels(IsoParams params, int layers) {
    return (uint)BLOCK_VOXELS * (uint)params.blocks[0] * (uint)params.blocks[1] * (uint)layers;
}

static int3 unit_voxel(IsoParams params, ScanUnit unit, uint i) {
    return ordered_voxel(params, (ulong)i) + (int3)(0, 0, unit.first_layer * ISO_BLOCK_Z);
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
    const int present = i < unit_voxels(params, unit.layers);
    const uint code = present ? voxel_code(params, voxels, unit_voxel(params, unit, i), case_counts) : 0u;
    if (present) {
        codes[i] = (uchar)code;
    }
    const uint packed = packed_counts(code, i < unit_voxels(params, unit.own_layers));
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

// ranks   first vertex of each row of eight voxels, from the unit's first
// active  voxels with vertices or triangles: number in the unit, first triangle
// counters[1].x receives the number of own vertices
__kernel void scan_compact(IsoParams params, ScanUnit unit, __global const uchar *codes, __global const uint4 *sums,
                           __global uint *ranks, __global uint2 *active, __global uint4 *counters) {
    __local uint scratch[SCAN_GROUP];
    const uint i = (uint)get_global_id(0), own = unit_voxels(params, unit.own_layers);
    const uint all = unit_voxels(params, unit.layers);
    const uint code = i < all ? codes[i] : 0u;
    const uint before = group_scan(packed_counts(code, i < own), scratch);
    if (i >= all) {
        return;
    }
    const uint4 place = sums[get_group_id(0)] + unpacked_counts(before);
    if (i % 8u == 0u) {
        ranks[i / 8u] = place.y;
    }
    if (i < own && code) {
        active[place.x] = (uint2)(i, place.z);
    }
    if (i + 1u == own) {
        counters[1] = (uint4)(place.y + code_vertices(code), 0u, 0u, 0u);
    }
}

// Number of the vertex on the edge along `axis` of voxel i of the unit, from the unit's first.
static uint scan_vertex(__global const uchar *codes, __global const uint *ranks, uint i, uint axis) {
    return ranks[i / 8u] + edges_before(row_codes(codes, i), i % 8u, axis);
}

// The same for an edge of the cell at p.
static uint scan_corner(IsoParams params, ScanUnit unit, __global const uchar *codes, __global const uint *ranks,
                        int3 p, uint edge) {
    const int3 q = edge_voxel(p, edge) - (int3)(0, 0, unit.first_layer * ISO_BLOCK_Z);
    return scan_vertex(codes, ranks, (uint)voxel_number(params, q), edge & 3u);
}
