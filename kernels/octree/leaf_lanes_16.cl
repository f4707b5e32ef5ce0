// 16 leaves of a row along x at once, a byte each.
// Provides: leaves_t, LEAF_LANES, load_leaves, store_leaves, leaf_lanes, any_above, select_leaves.   Requires: nothing.

#define LEAF_LANES 16

typedef uchar16 leaves_t;

static leaves_t load_leaves(__global const uchar *from) { return vload16(0, from); }

static void store_leaves(leaves_t values, __global uchar *to) { vstore16(values, 0, to); }

// Numbers of the lanes.
static leaves_t leaf_lanes(void) { return (leaves_t)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }

// Whether a lane is above a number.
static int any_above(leaves_t values, int number) { return any(values > (leaves_t)((uchar)number)); }

// b where mask is set, a elsewhere.
static leaves_t select_leaves(leaves_t a, leaves_t b, char16 mask) { return select(a, b, mask); }
