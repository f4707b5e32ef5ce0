// What the strategies that look at every voxel need: its code.
// Provides: corner_signs, voxel_code, code_vertices, code_triangles, edge_voxel, ordered_voxel.
// Requires: vectors.cl, scalar_*.cl.

static uint inside_bit(IsoParams params, __global const scalar_t *voxels, int x, int y, int z) {
    const int cx = min(x, params.dims[0] - 1), cy = min(y, params.dims[1] - 1), cz = min(z, params.dims[2] - 1);
    return (float)voxels[voxel_index(params.dims, cx, cy, cz)] >= params.isovalue ? 1u : 0u;
}

// Bit c: corner (c & 1, c >> 1 & 1, c >> 2) of the cell that begins at p is inside. Beyond the volume its last voxels
// are repeated.
static uint corner_signs(IsoParams params, __global const scalar_t *voxels, int3 p) {
    uint signs = 0u;
    for (int c = 0; c < 8; ++c) {
        signs |= inside_bit(params, voxels, p.x + (c & 1), p.y + (c >> 1 & 1), p.z + (c >> 2)) << c;
    }
    return signs;
}

// Bits 0 .. 2: the voxel's edge towards +x, +y, +z is cut. Bits 3 .. 5: triangles of the cell that begins at it.
static uint voxel_code(IsoParams params, __global const scalar_t *voxels, int3 p, __global const uchar *case_counts) {
    const uint signs = corner_signs(params, voxels, p);
    const uint first = signs & 1u;
    const uint cuts = (first ^ (signs >> 1 & 1u)) | (first ^ (signs >> 2 & 1u)) << 1 | (first ^ (signs >> 4 & 1u)) << 2;
    const int cell = p.x < params.dims[0] - 1 && p.y < params.dims[1] - 1 && p.z < params.dims[2] - 1;
    return cell ? cuts | (uint)case_counts[signs] << 3 : cuts;
}

static uint code_vertices(uint code) { return (uint)popcount(code & 7u); }
static uint code_triangles(uint code) { return code >> 3; }

// Voxel that owns an edge of the cell at p. edge  axis | dx << 2 | dy << 3 | dz << 4
static int3 edge_voxel(int3 p, uint edge) {
    return p + (int3)((int)(edge >> 2 & 1u), (int)(edge >> 3 & 1u), (int)(edge >> 4));
}

// The voxel with this number, x fastest.
static int3 ordered_voxel(IsoParams params, ulong number) {
    const ulong nx = (ulong)params.dims[0], ny = (ulong)params.dims[1];
    return (int3)((int)(number % nx), (int)(number / nx % ny), (int)(number / nx / ny));
}
