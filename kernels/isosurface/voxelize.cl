// Which voxels lie in a closed mesh: rays along z through voxel centres count how they cross it.
// Provides: kernels count_crossings, sum_crossings, fill_inside.   Requires: nothing.
//
// Corners are whole numbers of 256ths of a voxel, within 2^23 of them, and all arithmetic is that of whole numbers: so
// triangles that share an edge meet without gap or overlap, and every device finds the same voxels. A centre on a
// corner or an edge counts as if it lay a little further along x, and still less along y; one on a surface lies above it.
//
// Voxels are bytes, x fastest; a slice begins with a word. Crossings between centres z - 1 and z are summed up in the
// byte of z, one slice more than there are voxels, all bytes of a word in one number: sum of c[i] << 8 i, which is
// unique while each c is in [-128, 127]. GROUP is the work-group of count_crossings.

#define FEW_COLUMNS 64 // that one work-item looks at; the group shares larger triangles

// A triangle seen along z, from above: its corners run counter-clockwise.
typedef struct Seen {
    int3 a, b, c;
    long area;        // twice, in squares of 256ths; 0: seen from its edge, or beside all columns
    int change;       // of the winding number along z
    int2 first, size; // columns around it
} Seen;

// Twice the area of (a, b, p): positive if p lies to the left of the way from a to b.
long side_of(int3 a, int3 b, int2 p) {
    return (long)(b.x - a.x) * (p.y - a.y) - (long)(b.y - a.y) * (p.x - a.x);
}

// Whether a place with this side_of() lies to the left, once it is moved as said above.
int is_left(long side, int3 a, int3 b) { return side > 0 || (side == 0 && (b.y < a.y || (b.y == a.y && b.x > a.x))); }

Seen see(uint triangle, int2 columns, __global const uint *triangles, __global const int *positions) {
    const uint3 corners = vload3(triangle, triangles);
    Seen seen;
    seen.a = vload3(corners.x, positions);
    seen.b = vload3(corners.y, positions);
    seen.c = vload3(corners.z, positions);
    seen.area = side_of(seen.a, seen.b, seen.c.xy);
    seen.change = seen.area < 0 ? 1 : -1; // what faces up is left
    if (seen.area < 0) {
        const int3 b = seen.b;
        seen.b = seen.c;
        seen.c = b;
        seen.area = -seen.area;
    }
    const int2 low = min(seen.a.xy, min(seen.b.xy, seen.c.xy)), high = max(seen.a.xy, max(seen.b.xy, seen.c.xy));
    seen.first = max((low + 255) >> 8, (int2)(0)); // Oclgrind takes no number for a vector here
    seen.size = min((high >> 8) + 1, columns) - seen.first;
    if (seen.size.x <= 0 || seen.size.y <= 0) {
        seen.area = 0;
    }
    return seen;
}

// n / d rounded down, d > 0.
long quotient(long n, long d) {
    const long q = n / d;
    return q - (q * d > n);
}

// (u du + v dv) / area rounded down, in two digits of 12 bits: no product leaves 63 bits while 0 <= u + v <= area.
long weighted(long u, int du, long v, int dv, long area) {
    const long upper = u * (du >> 12) + v * (dv >> 12);
    const long digit = quotient(upper, area);
    const long lower = (upper - digit * area) * 4096 + u * (du & 4095) + v * (dv & 4095);
    return digit * 4096 + quotient(lower, area);
}

// Counts the crossings of every `stride`th column around a triangle, from number `begin` on.
void cross(Seen t, int begin, int stride, int columns_x, int slices, uint slice_words, __global volatile uint *words) {
    for (int i = begin; i < t.size.x * t.size.y; i += stride) {
        const int2 column = t.first + (int2)(i % t.size.x, i / t.size.x);
        const int2 p = column * 256;
        const long of_c = side_of(t.a, t.b, p), of_a = side_of(t.b, t.c, p), of_b = side_of(t.c, t.a, p);
        if (is_left(of_c, t.a, t.b) && is_left(of_a, t.b, t.c) && is_left(of_b, t.c, t.a)) {
            const long down = weighted(of_b, t.a.z - t.b.z, of_c, t.a.z - t.c.z, t.area); // from a to the crossing
            const int above = (t.a.z - (int)down + 255) >> 8;                              // the first centre not below
            const uint byte = (uint)column.y * (uint)columns_x + (uint)column.x;
            const size_t word = (size_t)clamp(above, 0, slices) * slice_words + byte / 4u;
            atomic_add(words + word, (uint)t.change << byte % 4u * 8u);
        }
    }
}

// A work-item for each triangle.
// words  0 at first
__kernel void count_crossings(int columns_x, int columns_y, int slices, uint slice_words, uint triangle_count,
                              __global const int *positions, __global const uint *triangles,
                              __global volatile uint *words) {
    __local uint large[GROUP], large_count;
    const int2 columns = (int2)(columns_x, columns_y);
    const uint triangle = (uint)get_global_id(0);
    if (get_local_id(0) == 0) {
        large_count = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (triangle < triangle_count) {
        const Seen seen = see(triangle, columns, triangles, positions);
        if (seen.area > 0 && seen.size.x * seen.size.y > FEW_COLUMNS) {
            large[atomic_inc(&large_count)] = triangle;
        } else if (seen.area > 0) {
            cross(seen, 0, 1, columns_x, slices, slice_words, words);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0u; i < large_count; ++i) {
        cross(see(large[i], columns, triangles, positions), (int)get_local_id(0), GROUP, columns_x, slices,
              slice_words, words);
    }
}

// The four numbers of a word.
int4 changes(uint word) {
    int4 result;
    result.x = (int)(word << 24) >> 24;
    word = (word - (uint)result.x) >> 8;
    result.y = (int)(word << 24) >> 24;
    word = (word - (uint)result.y) >> 8;
    result.z = (int)(word << 24) >> 24;
    word = (word - (uint)result.z) >> 8;
    result.w = (int)(word << 24) >> 24;
    return result;
}

// 1 where the condition holds, as vectors have -1.
uint sum_of(int4 holds) { return (uint)-(holds.x + holds.y + holds.z + holds.w); }

// Makes winding numbers of crossings along z: VOXELIZE_ODD and VOXELIZE_NOT_ZERO in the byte of each voxel. A work-item
// for four columns.
// found  see VOXELIZE_OPEN_RAYS and the like
__kernel void sum_crossings(int slices, uint slice_words, __global uint *words, __global volatile int *found) {
    const uint column = (uint)get_global_id(0);
    if (column >= slice_words) {
        return;
    }
    int4 winding = 0, lowest = 0, highest = 0;
    for (int z = 0; z < slices; ++z) {
        const size_t word = (size_t)z * slice_words + column;
        winding += changes(words[word]);
        lowest = min(lowest, winding);
        highest = max(highest, winding);
        const int4 flags = (winding & VOXELIZE_ODD) | ((winding != 0) & VOXELIZE_NOT_ZERO);
        words[word] = (uint)(flags.x | flags.y << 8 | flags.z << 16 | flags.w << 24);
    }
    winding += changes(words[(size_t)slices * slice_words + column]);
    const uint open = sum_of((winding & 1) != 0), uneven = sum_of(winding != 0) - open;
    if (open) {
        atomic_add(found + VOXELIZE_OPEN_RAYS, (int)open);
    }
    if (uneven) {
        atomic_add(found + VOXELIZE_UNEVEN_RAYS, (int)uneven);
    }
    atomic_min(found + VOXELIZE_LOWEST, min(min(lowest.x, lowest.y), min(lowest.z, lowest.w)));
    atomic_max(found + VOXELIZE_HIGHEST, max(max(highest.x, highest.y), max(highest.z, highest.w)));
}

// Voxels with one of these flags get the value, all others 0. A work-item takes every so many words.
__kernel void fill_inside(uint flags, uint value, ulong word_count, __global uint *words) {
    for (ulong word = get_global_id(0); word < word_count; word += get_global_size(0)) {
        const uint inside = words[word] & flags * 0x01010101u;
        words[word] = ((inside | inside >> 1) & 0x01010101u) * value;
    }
}
