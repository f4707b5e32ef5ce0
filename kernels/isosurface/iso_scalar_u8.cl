// Vectors of voxels that are 8-bit numbers.
// Provides: scalar2_t, scalar8_t, to_stored, four_t, inside_of_four, change_between.
// Requires: scalar_u8.cl.

typedef uchar2 scalar2_t;
typedef uchar8 scalar8_t;
typedef uint four_t; // four voxels in one piece

// The stored voxels that values stand for.
static scalar2_t to_stored(float2 values) { return convert_uchar2_sat_rte(values); }

// Bits 0 .. 3: is voxel i of four not below the isovalue? All four are compared at once: the top bit of a byte of `low`
// says whether its lower seven bits reach those of the limit.
static uint inside_of_four(four_t voxels, float isovalue) {
    const uint top = 0x80808080u, limit = min(convert_uint_sat_rtp(isovalue), 255u) * 0x01010101u;
    const uint low = (voxels | top) - (limit & ~top);
    const uint inside = ((voxels & ~limit) | (~(voxels ^ limit) & low)) & top;
    return isovalue > 255.0f ? 0u : (inside >> 7) * 0x01020408u >> 24;
}

static float change_between(scalar_t from, scalar_t to) { return (float)((int)to - (int)from); }
