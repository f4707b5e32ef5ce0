// What the strategies that look at every voxel need: its code, and its number in the order of the mesh.
// Provides: corner_signs, voxel_code, code_vertices, code_triangles, edge_voxel, BLOCK_VOXELS, ordered_voxel,
//           voxel_number, row_codes, ROW_ONES, edges_before, row_edge.
// Requires: vectors.cl, scalar_*.cl; a little-endian device.
//
// Voxels are numbered as `blocks` comes by them: blocks x fastest, then the voxels of each, x fastest. The blocks at the
// end of an axis have numbers for voxels beyond the volume, too.

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

// Bits 0 .. 2: the voxel's edge towards +x, +y, +z is cut. Bits 3 .. 5: triangles of the cell that begins at it. 0 for
// voxels beyond the volume and outside of what is extracted; the blocks behind that have their vertices numbered.
static uint voxel_code(IsoParams params, __global const scalar_t *voxels, int3 p, __global const uchar *case_counts) {
    if (p.x >= params.dims[0] || p.y >= params.dims[1] || p.z >= params.dims[2] || p.z < params.begin_slice ||
        p.z >= params.end_slice + ISO_BLOCK_Z) {
        return 0u;
    }
    const uint signs = corner_signs(params, voxels, p);
    const uint first = signs & 1u;
    const uint cuts = (first ^ (signs >> 1 & 1u)) | (first ^ (signs >> 2 & 1u)) << 1 | (first ^ (signs >> 4 & 1u)) << 2;
    const int cell = p.x < params.dims[0] - 1 && p.y < params.dims[1] - 1 && p.z < params.end_layer;
    return cell ? cuts | (uint)case_counts[signs] << 3 : cuts;
}

static uint code_vertices(uint code) { return (uint)popcount(code & 7u); }
static uint code_triangles(uint code) { return code >> 3; }

// Voxel that owns an edge of the cell at p. edge  axis | dx << 2 | dy << 3 | dz << 4
static int3 edge_voxel(int3 p, uint edge) {
    return p + (int3)((int)(edge >> 2 & 1u), (int)(edge >> 3 & 1u), (int)(edge >> 4));
}

enum { BLOCK_VOXELS = ISO_BLOCK_X * ISO_BLOCK_Y * ISO_BLOCK_Z };

// The voxel with this number.
static int3 ordered_voxel(IsoParams params, ulong number) {
    const ulong block = number / BLOCK_VOXELS, nx = (ulong)params.blocks[0], ny = (ulong)params.blocks[1];
    const int own = (int)(number % BLOCK_VOXELS);
    return (int3)((int)(block % nx) * ISO_BLOCK_X + own % ISO_BLOCK_X,
                  (int)(block / nx % ny) * ISO_BLOCK_Y + own / ISO_BLOCK_X % ISO_BLOCK_Y,
                  (int)(block / nx / ny) * ISO_BLOCK_Z + own / ISO_BLOCK_X / ISO_BLOCK_Y);
}

// Number of a voxel.
static ulong voxel_number(IsoParams params, int3 p) {
    const ulong row = (ulong)(p.z / ISO_BLOCK_Z) * (ulong)params.blocks[1] + (ulong)(p.y / ISO_BLOCK_Y);
    const ulong block = row * (ulong)params.blocks[0] + (ulong)(p.x / ISO_BLOCK_X);
    const int own = (p.z % ISO_BLOCK_Z * ISO_BLOCK_Y + p.y % ISO_BLOCK_Y) * ISO_BLOCK_X + p.x % ISO_BLOCK_X;
    return block * BLOCK_VOXELS + (ulong)own;
}

// Vertices of a row of a block come axis by axis, x fastest: those on edges towards +x first.
#define ROW_ONES 0x0101010101010101UL

// Codes of the row of eight voxels that holds this one, a byte each.
static ulong row_codes(__global const uchar *codes, ulong number) { return as_ulong(vload8(number / 8, codes)); }

// Vertices of a row before the one of the edge along `axis` of voxel x of it.
static uint edges_before(ulong row, uint x, uint axis) {
    const ulong lower_axes = ROW_ONES * ((1UL << axis) - 1UL), voxels_before = (1UL << 8u * x) - 1UL;
    return (uint)popcount(row & (lower_axes | (ROW_ONES << axis & voxels_before)));
}

// The edge of vertex `key` of a row. @return x | axis << 3
static uint row_edge(ulong row, uint key) {
    uint axis = 0u, x = 0u;
    for (; key >= (uint)popcount(row >> axis & ROW_ONES); ++axis) {
        key -= (uint)popcount(row >> axis & ROW_ONES);
    }
    for (uint left = key + 1u; left > 0u; ++x) {
        left -= (uint)(row >> (8u * x + axis) & 1u);
    }
    return (x - 1u) | axis << 3;
}
