// The tests of one voxel in the ladder of thinning: a byte a voxel and 27 bytes a neighbourhood, template by template.
// Provides: is_border, copy_neighbours, matches.   Requires: TABLE, NEIGHBOURS.
//
// offsets    from a voxel to its neighbours as the subiteration sees them: bytes to (east, north, up), each -1 .. 1,
//            east fastest
// templates  of direction US (skeleton/templates.h), six words each: masks of object, background, at least one object,
//            both pairs, and which pairs are of exactly one object

#define LADDER_UP 22
#define LADDER_SOUTH 10

// Whether an object voxel has background above or to the south.
int is_border(__global const uchar *voxel, TABLE offsets) {
    return *voxel && !(voxel[offsets[LADDER_UP]] && voxel[offsets[LADDER_SOUTH]]);
}

void copy_neighbours(__global const uchar *voxel, TABLE offsets, NEIGHBOURS neighbours) {
    for (int i = 0; i < LADDER_NEIGHBOURS; ++i) {
        neighbours[i] = voxel[offsets[i]];
    }
}

int matches_one(NEIGHBOURS neighbours, TABLE wanted) {
    int found = 0, first = 0, second = 0;
    for (int i = 0; i < LADDER_NEIGHBOURS; ++i) {
        const int object = neighbours[i] != 0;
        if ((wanted[0] >> i & 1 & ~object) || (wanted[1] >> i & object & 1)) {
            return 0;
        }
        found |= wanted[2] >> i & object;
        first += wanted[3] >> i & object;
        second += wanted[4] >> i & object;
    }
    return (found || !wanted[2]) && (!wanted[3] || (wanted[5] & 1 ? first == 1 : first != 2)) &&
           (!wanted[4] || (wanted[5] & 2 ? second == 1 : second != 2));
}

// Whether a neighbourhood matches one of the 14 templates.
int matches(NEIGHBOURS neighbours, TABLE templates) {
    for (int i = 0; i < 14; ++i) {
        if (matches_one(neighbours, templates + 6 * i)) {
            return 1;
        }
    }
    return 0;
}
