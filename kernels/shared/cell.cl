// Trilinear interpolation in buffers, written out.
// Provides: Cell, cell_between, interpolate_corners, INTERPOLATED.   Requires: vectors.cl.

// The cell around a position: index of its lowest voxel, distances to the next voxel along each axis
// (0 along an axis of one voxel), and the position inside, 0 .. 1.
typedef struct Cell {
    size_t lowest, right, up, deep;
    float3 weight;
} Cell;

static Cell cell_between(const int *dims, const float *clamp_max, float3 position) {
    const float3 inside = clamp(position, (float3)(0.0f), vector3(clamp_max));
    const int3 lowest = convert_int3(inside);
    Cell cell;
    cell.lowest = voxel_index(dims, lowest.x, lowest.y, lowest.z);
    cell.right = dims[0] > 1 ? 1 : 0;
    cell.up = dims[1] > 1 ? (size_t)dims[0] : 0;
    cell.deep = dims[2] > 1 ? (size_t)dims[0] * (size_t)dims[1] : 0;
    cell.weight = inside - convert_float3(lowest);
    return cell;
}

// Between the corners of a cell: those of smaller x, (y, z) low, high y, high z, both high, and those of larger x.
static float interpolate_corners(Cell cell, float4 left, float4 right) {
    const float4 along_x = mix(left, right, cell.weight.x);
    const float2 along_y = mix(along_x.xz, along_x.yw, cell.weight.y);
    return mix(along_y.x, along_y.y, cell.weight.z);
}

// voxels  of any type
#define INTERPOLATED(voxels, cell)                                                                                     \
    interpolate_corners(                                                                                               \
        cell,                                                                                                          \
        (float4)((float)(voxels)[cell.lowest], (float)(voxels)[cell.lowest + cell.up],                                 \
                 (float)(voxels)[cell.lowest + cell.deep], (float)(voxels)[cell.lowest + cell.deep + cell.up]),        \
        (float4)((float)(voxels)[cell.lowest + cell.right], (float)(voxels)[cell.lowest + cell.up + cell.right],       \
                 (float)(voxels)[cell.lowest + cell.deep + cell.right],                                                \
                 (float)(voxels)[cell.lowest + cell.deep + cell.up + cell.right]))
