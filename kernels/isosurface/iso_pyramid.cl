// The HistoPyramid over the codes of voxels, and the way down to the voxel of a vertex or a triangle.
// Provides: code_counts, find_voxel.   Requires: iso_cell.cl.
//
// The base is a code for each voxel. Node g of level 1 stands for codes 5g .. 5g + 4, node g of a higher level for five
// nodes of the level below. A node keeps (vertices, triangles) of its first four children; the sum of all five goes up
// in a sideband. Going down from the root finds the voxel of the k-th vertex or triangle; going up from a voxel, adding
// what lies left of the way, finds the number of its first vertex.

static uint2 code_counts(uint code) { return (uint2)(code_vertices(code), code_triangles(code)); }

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
