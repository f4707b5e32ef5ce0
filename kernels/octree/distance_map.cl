// Chebyshev distances of leaves to the nearest occupied one (Deakin and Knackstedt 2019), for every octant a ray may
// head into or for all directions at once.
// Provides: kernel distance_along_axis.   Requires: octree_layout.h.

// One pass of a separable minimum filter, along one axis. The distance of a leaf is the smallest over the leaves in its
// row of max(their distance so far, how far they are along the row). Three passes, one for each axis, give the map.
// One work-item a leaf, all leaves in a row.
// from      distances so far, map `from_map` of them; the first pass reads the states of leaves instead
// to        distances, map `to_map` of them
// sides     bit 0: look along +axis, bit 1: along -axis
// limit     distances are cut off here, <= 255
__kernel void distance_along_axis(OCTREE_LAYOUT *layout, const int axis, const int sides, const int limit,
                                  const int first_pass, const int from_map, const int to_map,
                                  __global const uchar *from, __global uchar *to) {
    const int leaf = (int)get_global_id(0);
    const int leaves = layout->leaves[0] * layout->leaves[1] * layout->leaves[2];
    if (leaf >= leaves) {
        return;
    }
    from += (size_t)from_map * (size_t)leaves + (size_t)leaf;
    const int nx = layout->leaves[0], ny = layout->leaves[1];
    const int stride = axis == 0 ? 1 : (axis == 1 ? nx : nx * ny);
    const int place = axis == 0 ? leaf % nx : (axis == 1 ? (leaf / nx) % ny : leaf / (nx * ny));
    const int behind = layout->leaves[axis] - 1 - place;
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
    to[(size_t)to_map * (size_t)leaves + (size_t)leaf] = (uchar)distance;
}
