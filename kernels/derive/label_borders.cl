// Finds the cells around which all voxels have one label, where samples need not look for borders (label_parts.cl).
// Provides: kernel label_borders.   Requires: vectors.cl.

// Smallest and largest label of the 4 x 4 voxels of column x around cells of a row.
static int2 labels_of_column(__global const ushort *labels, const int *dims, int x, int y, int z) {
    const int column = clamp(x, 0, dims[0] - 1);
    int2 found = (int2)(65535, 0);
    for (int k = z - 1; k <= z + 2; ++k) {
        for (int j = y - 1; j <= y + 2; ++j) {
            const int label =
                (int)labels[voxel_index(dims, column, clamp(j, 0, dims[1] - 1), clamp(k, 0, dims[2] - 1))];
            found = (int2)(min(found.x, label), max(found.y, label));
        }
    }
    return found;
}

// One work-item for 16 cells of a row.
// labels  a ushort a voxel, and behind all of them for every row a bit a cell: 1 where the 4 x 4 x 4 voxels around are
//         alike. Every row begins with a word of its own
// global size: (words of a row, rows of a slice, slices)
__kernel void label_borders(const int4 size, __global ushort *labels) {
    const int dims[3] = {size.x, size.y, size.z};
    const int word = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
    const int words = (dims[0] + 15) / 16;
    if (word >= words || y >= dims[1] || z >= dims[2]) {
        return;
    }
    int2 columns[4]; // of the last four, in turn
    for (int i = 0; i < 3; ++i) {
        columns[i] = labels_of_column(labels, dims, 16 * word - 1 + i, y, z);
    }
    uint bits = 0u;
    for (int cell = 0; cell < 16; ++cell) {
        columns[(cell + 3) & 3] = labels_of_column(labels, dims, 16 * word + cell + 2, y, z);
        const int low = min(min(columns[0].x, columns[1].x), min(columns[2].x, columns[3].x));
        const int high = max(max(columns[0].y, columns[1].y), max(columns[2].y, columns[3].y));
        bits |= low == high ? 1u << cell : 0u;
    }
    labels[voxel_index(dims, 0, 0, dims[2]) + ((size_t)z * (size_t)dims[1] + (size_t)y) * (size_t)words + (size_t)word] =
        (ushort)bits;
}
