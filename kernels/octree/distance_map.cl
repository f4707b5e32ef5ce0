// Chebyshev distances of leaves to the nearest occupied one (Deakin and Knackstedt 2019), for every octant a ray may
// head into or for all directions at once.
// Provides: kernel distance_along_axis.   Requires: octree_layout.h, leaf_lanes_*.cl.

// One pass of a separable minimum filter, along one axis. The distance of a leaf is the smallest over the leaves in its
// row of max(their distance so far, how far they are along the row). Three passes, one for each axis, give the map.
// A pass makes several maps at once: of octants two, then four, then eight, whose bit `axis` says which way they look.

// sides  bit 0: look along +axis, bit 1: along -axis
static int distance_of_leaf(__global const uchar *from, int stride, int place, int behind, int sides, int limit,
                            int first_pass) {
    int distance = first_pass ? (from[0] != NODE_EMPTY ? 0 : limit) : (int)from[0];
    for (int i = 1; i < distance; ++i) {
        if ((sides & 1) && i <= behind) {
            const int other = (int)from[(ptrdiff_t)i * stride];
            distance = min(distance, first_pass ? (other != NODE_EMPTY ? i : limit) : max(other, i));
        }
        if ((sides & 2) && i <= place) {
            const int other = (int)from[-(ptrdiff_t)i * stride];
            distance = min(distance, first_pass ? (other != NODE_EMPTY ? i : limit) : max(other, i));
        }
    }
    return distance;
}

// Distances so far, or from the states of leaves.
static leaves_t load_distances(__global const uchar *from, int limit, int first_pass) {
    const leaves_t values = load_leaves(from);
    return first_pass ? select_leaves((leaves_t)(0), (leaves_t)((uchar)limit), values == (leaves_t)(NODE_EMPTY))
                      : values;
}

// The same for LEAF_LANES leaves of a row along x, where there is memory for all that they look at.
// place, behind  leaves before and behind the first lane's along the axis
// along_lanes    not 0: the axis is x, and what a lane finds beyond its row does not count
static leaves_t distances_of_leaves(__global const uchar *from, int stride, int place, int behind, int sides, int limit,
                                    int first_pass, int along_lanes) {
    leaves_t distance = load_distances(from, limit, first_pass);
    for (int i = 1; any_above(distance, i); ++i) {
        const leaves_t away = (leaves_t)((uchar)i);
        if ((sides & 1) && (along_lanes || i <= behind)) {
            const leaves_t other = max(load_distances(from + (ptrdiff_t)i * stride, limit, first_pass), away);
            const leaves_t last = (leaves_t)((uchar)min(behind, 128));
            distance = along_lanes ? select_leaves(distance, min(distance, other), leaf_lanes() + away <= last)
                                   : min(distance, other);
        }
        if ((sides & 2) && (along_lanes || i <= place)) {
            const leaves_t other = max(load_distances(from - (ptrdiff_t)i * stride, limit, first_pass), away);
            const leaves_t first = leaf_lanes() + (leaves_t)((uchar)min(place, 128));
            distance = along_lanes ? select_leaves(distance, min(distance, other), away <= first)
                                   : min(distance, other);
        }
    }
    return distance;
}

#if LEAF_LANES == 4
// Four leaves in a word, where rows are whole words: bytes below 128 each. Requires a little-endian device.
#define EACH_BYTE 0x01010101u
#define HIGH_BITS 0x80808080u

// 0x7f in the bytes where a >= b.
static uint not_below(uint a, uint b) {
    const uint high = ((a | HIGH_BITS) - b) & HIGH_BITS;
    return high - (high >> 7);
}
static uint smaller(uint a, uint b) { return (b & not_below(a, b)) | (a & ~not_below(a, b)); }
static uint larger(uint a, uint b) { return (a & not_below(a, b)) | (b & ~not_below(a, b)); }

// Bit i: leaf i of a word of states is occupied.
static uint occupied(uint states) {
    const uint high = (states + 0x7f7f7f7fu) & HIGH_BITS;
    return (high >> 7) * 0x01020408u >> 24 & 15u;
}

// The first pass: distances along x in word `w` of a row of states.
static uint distances_along_x(__global const uint *row, int w, int words, int sides, uint limit) {
    ulong bits = 0UL; // of the leaves 16 before the word to 16 behind it
#pragma unroll
    for (int i = -4; i <= 4; ++i) {
        bits |= w + i >= 0 && w + i < words ? (ulong)occupied(row[w + i]) << (4 * (i + 4)) : 0UL;
    }
    uint distances = 0u;
    for (int lane = 0; lane < 4; ++lane) {
        const ulong ahead = bits >> (16 + lane), behind = bits << (47 - lane);
        uint distance = limit;
        distance = sides & 1 ? min(distance, (uint)popcount(~ahead & (ahead - 1UL))) : distance;
        distance = sides & 2 ? min(distance, (uint)clz(behind)) : distance;
        distances |= distance << (8 * lane);
    }
    return distances;
}

// The passes along y and z.  stride  words
static uint distances_across(__global const uint *from, int stride, int place, int behind, int sides) {
    uint distances = *from;
    for (int i = 1; (distances + (0x7fu - (uint)i) * EACH_BYTE) & HIGH_BITS; ++i) { // one is above i
        const uint away = (uint)i * EACH_BYTE;
        if ((sides & 1) && i <= behind) {
            distances = smaller(distances, larger(from[(ptrdiff_t)i * stride], away));
        }
        if ((sides & 2) && i <= place) {
            distances = smaller(distances, larger(from[-(ptrdiff_t)i * stride], away));
        }
    }
    return distances;
}
#endif

// One work-item for LEAF_LANES leaves of a row along x, and a map.
// octants   not 0: maps of octants; map m of this axis is made from map m without bit `axis` of the axis before
// limit     distances are cut off here, <= 15
// from      distances so far, from map `from_map` on; the first pass reads the states of leaves instead
// to        distances, from map `to_map` on
// global size: (rows of leaves * groups in a row, maps)
__kernel void distance_along_axis(OCTREE_LAYOUT *layout, const int axis, const int octants, const int limit,
                                  const int from_map, const int to_map, __global const uchar *from,
                                  __global uchar *to) {
    const int nx = layout->leaves[0], ny = layout->leaves[1], nz = layout->leaves[2];
    const int groups = (nx + LEAF_LANES - 1) / LEAF_LANES;
    const int row = (int)get_global_id(0) / groups, map = (int)get_global_id(1);
    const int x = ((int)get_global_id(0) - row * groups) * LEAF_LANES;
    if (row >= ny * nz) {
        return;
    }
    const size_t leaves = (size_t)nx * (size_t)ny * (size_t)nz, leaf = (size_t)row * (size_t)nx + (size_t)x;
    const int sides = !octants ? 3 : (map >> axis) & 1 ? 1 : 2;
    const int first_pass = axis == 0;
    from += (size_t)(from_map + (first_pass ? 0 : map & ((1 << axis) - 1))) * leaves + leaf;
    to += (size_t)(to_map + map) * leaves + leaf;
    const int stride = axis == 0 ? 1 : (axis == 1 ? nx : nx * ny);
    const int place = axis == 0 ? x : (axis == 1 ? row % ny : row / ny);
    const int behind = layout->leaves[axis] - 1 - place;
#if LEAF_LANES == 4
    if (nx % 4 == 0) {
        __global const uint *words = (__global const uint *)from;
        *(__global uint *)to = first_pass ? distances_along_x(words - x / 4, x / 4, nx / 4, sides, (uint)limit)
                                          : distances_across(words, stride / 4, place, behind, sides);
        return;
    }
#endif
    const int all_there = axis > 0 || (leaf >= (size_t)limit && leaf + LEAF_LANES + (size_t)limit <= leaves);
    if (x + LEAF_LANES <= nx && all_there) {
        store_leaves(distances_of_leaves(from, stride, place, behind, sides, limit, first_pass, axis == 0), to);
        return;
    }
    for (int lane = 0; lane < min(LEAF_LANES, nx - x); ++lane) {
        const int moved = axis == 0 ? lane : 0;
        to[lane] = (uchar)distance_of_leaf(from + lane, stride, place + moved, behind - moved, sides, limit, first_pass);
    }
}
