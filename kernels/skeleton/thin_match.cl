// Which of 32 voxels a subiteration of thinning deletes: the 14 templates of Palagyi and Kuba (1999) as boolean
// operations on words, one bit a voxel.
// Provides: Around, border, deletable.   Requires: nothing.

// The 3x3x3 neighbourhoods of 32 voxels; bit i of each word belongs to voxel i. Up and south are the two directions of
// the subiteration. Rows run from west to east (x, y, z); the middle of `here` is the voxels themselves.
typedef struct Around {
    uint3 down_south, down, down_north;
    uint3 south, here, north;
    uint3 up_south, up, up_north;
} Around;

uint any_of(uint3 row) { return row.x | row.y | row.z; }

// Object voxels with background above or to the south: no template matches any others.
uint border(uint here, uint south, uint up) { return here & ~(south & up); }

// T4 to T10: below and to the north object, background above, to the south and between. West and east have one of
// three faces: "0" allows a curve to end in at most one of (south, up), "1" has the edge between them and exactly one.
uint deletable_at_edge(Around n) {
    const uint west_0 = ~n.up_south.x & ~(n.south.x & n.up.x), west_1 = n.up_south.x & (n.south.x ^ n.up.x);
    const uint east_0 = ~n.up_south.z & ~(n.south.z & n.up.z), east_1 = n.up_south.z & (n.south.z ^ n.up.z);
    const uint t4_to_t6 = (west_0 & (east_0 | east_1)) | (west_1 & east_0);
    const uint t7_t9 = n.here.z & (west_0 | west_1);
    const uint t8_t10 = n.here.x & (east_0 | east_1);
    return n.down.y & n.north.y & ~(n.south.y | n.up_south.y | n.up.y) & (t4_to_t6 | t7_t9 | t8_t10);
}

// Object voxels that match a template. Device tests compare all 2^26 neighbourhoods with the table on the host.
uint deletable(Around n) {
    const uint free_above = ~(any_of(n.up_south) | any_of(n.up) | any_of(n.up_north));
    const uint free_south = ~(any_of(n.down_south) | any_of(n.south) | any_of(n.up_south));
    const uint sides = n.down.x | n.down.z | n.down_north.x | n.down_north.z | n.here.x | n.here.z | n.north.x |
                       n.north.z;
    const uint t1 = free_above & n.down.y &
                    (sides | any_of(n.down_south) | any_of(n.south) | n.down_north.y | n.north.y);
    const uint t2 = free_south & n.north.y & (sides | any_of(n.up) | any_of(n.up_north) | n.down.y | n.down_north.y);
    const uint t3 = free_above & free_south & n.down_north.y & sides;
    const uint t11 = n.down.z & ~(n.down_south.x | n.down_south.y | n.south.x | n.south.y);
    const uint t12 = n.down.x & ~(n.down_south.z | n.down_south.y | n.south.z | n.south.y);
    const uint t13 = n.north.z & ~(n.up.x | n.up.y | n.up_north.x | n.up_north.y);
    const uint t14 = n.north.x & ~(n.up.z | n.up.y | n.up_north.z | n.up_north.y);
    const uint at_corner = n.down_north.y & ((free_above & (t11 | t12)) | (free_south & (t13 | t14)));
    return n.here.y & (t1 | t2 | t3 | deletable_at_edge(n) | at_corner);
}
