// Puts each entry of a table of two coordinates beside the three others that a look-up between them needs.
// Provides: kernel table_entries.   Requires: nothing.

// columns, rows  of `result`
// plain          (rows + 1) * (columns + 1) times (bits of an opacity, colour); the last are there twice
// result         see table_2d in shared_types.h
// global size: columns, rows, each rounded up to a multiple of the local size
__kernel void table_entries(const int columns, const int rows, __global const uint2 *plain, __global uint4 *result) {
    const int column = (int)get_global_id(0), row = (int)get_global_id(1);
    if (column >= columns || row >= rows) {
        return;
    }
    __global const uint2 *near = plain + row * (columns + 1) + column, *far = near + columns + 1;
    __global uint4 *entry = result + 2 * (row * columns + column);
    entry[0] = (uint4)(near[0].x, near[1].x, far[0].x, far[1].x);
    entry[1] = (uint4)(near[0].y, near[1].y, far[0].y, far[1].y);
}
