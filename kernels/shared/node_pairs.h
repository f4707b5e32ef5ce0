// Two nodes of the octree in three bits: the coding shared by host and kernels (thesis 4.2).
//
// Nodes are paired along the array of octree_layout.h; eight pairs fill three bytes, the first in the lowest bits:
//
//   byte       0        1        2
//   bit     76543210 76543210 76543210
//   pair    22111000 54443332 77766655
//
// Two nodes of three states are nine pairs, three bits tell eight. All pairs of empty and marched nodes are needed, as
// leaves have no other state. (NODE_DESCEND, NODE_MARCH) is kept as (NODE_DESCEND, NODE_DESCEND): a node behind one
// with children has children too, as levels follow each other from the leaves on, and to look at them in its place is
// always right.
#ifndef VOXMARCH_KERNELS_NODE_PAIRS_H
#define VOXMARCH_KERNELS_NODE_PAIRS_H

#ifndef __OPENCL_VERSION__
#include "kernels/shared/shared_types.h"
#endif

enum {
    NODE_PAIR_BITS = 3,
    CODED_NODES = 16,      ///< nodes that fill whole bytes
    CODED_NODE_BYTES = 3,  ///< bytes that they fill
    CODED_BYTES_BEHIND = 3 ///< bytes without meaning behind the last node: a pair may be read as a word
};

/// The states of both nodes of each code, two bits each: the first ones in the lower half, the second in the upper.
#define NODE_PAIR_STATES 0xa5408924u

/// @param first, second  NODE_EMPTY, NODE_DESCEND or NODE_MARCH (octree_layout.h)
static inline vx_uint node_pair_code(vx_uint first, vx_uint second) {
    const vx_uint number = first + 3u * second; // 7 is the pair that is left out, and has the code of its stand-in
    return number == 7u ? 4u : number == 8u ? 7u : number;
}

/// @param second  0 for the first node of the pair, 1 for the second
static inline vx_int node_of_pair(vx_uint code, vx_uint second) {
    return (vx_int)(NODE_PAIR_STATES >> (2u * code + 16u * second) & 3u);
}

#endif
