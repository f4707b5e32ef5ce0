// Vectors of voxels that are 16-bit numbers.
// Provides: scalar2_t, scalar8_t, to_stored, four_t, inside_of_four, change_between.
// Requires: scalar_u16.cl.

typedef ushort2 scalar2_t;
typedef ushort8 scalar8_t;
typedef ushort4 four_t; // four voxels in one piece

// The stored voxels that values stand for.
static scalar2_t to_stored(float2 values) { return convert_ushort2_sat_rte(values); }

// Bits 0 .. 3: is voxel i of four not below the isovalue?
static uint inside_of_four(four_t voxels, float isovalue) {
    const int4 inside = (convert_int4(voxels) >= (int4)(convert_int_sat_rtp(isovalue))) & (int4)(1, 2, 4, 8);
    return (uint)(inside.x | inside.y | inside.z | inside.w);
}

static float change_between(scalar_t from, scalar_t to) { return (float)((int)to - (int)from); }
