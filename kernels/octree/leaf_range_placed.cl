// Smallest and largest value of every leaf, of voxels that lie on another grid than the octree.
// Provides: kernel leaf_range_placed.   Requires: octree_layout.h, field_*.cl.

// The voxels between which samples in an interval of the octree's grid may be interpolated, along one axis of theirs.
// row     of ChannelPlace::own_from_grid
// middle, extent  of the interval, voxel space of the grid
// Returns first and last; first > last where the interval lies beside all voxels.
static int2 covered(const ChannelPlace *place, int axis, float3 middle, float3 extent) {
    const float *row = place->own_from_grid + 4 * axis;
    const float at = fma(row[0], middle.x, fma(row[1], middle.y, fma(row[2], middle.z, row[3])));
    const float away = fma(fabs(row[0]), extent.x, fma(fabs(row[1]), extent.y, fabs(row[2]) * extent.z)) + place->reach;
    if (at + away < place->low[axis] || at - away > place->high[axis]) {
        return (int2)(1, 0);
    }
    const int last = place->dims[axis] - 1;
    return clamp((int2)((int)floor(at - away), (int)ceil(at + away)), (int2)(0), (int2)(last));
}

// One work-item a leaf, of at most 8 cells.
// margin  cells around the leaf that count as its own
// ranges  float2 a leaf; smallest > largest where it holds no voxel
__kernel void leaf_range_placed(OCTREE_LAYOUT *layout, const int margin, const ChannelPlace place_value,
                                FIELD_SOURCE field, __global float2 *ranges) {
    const ChannelPlace *place = &place_value;
    const int3 leaf = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x >= layout->leaves[0] || leaf.y >= layout->leaves[1] || leaf.z >= layout->leaves[2]) {
        return;
    }
    // A grid of one slice is half a voxel thick to both sides.
    const float3 last_voxel =
        (float3)((float)(layout->voxels[0] - 1), (float)(layout->voxels[1] - 1), (float)(layout->voxels[2] - 1));
    const float3 beyond = select((float3)(0.0f), (float3)(0.5f), isless(last_voxel, (float3)(0.5f)));
    const float edge = (float)(1 << layout->leaf_log2);
    const float3 corner = convert_float3(leaf) * edge;
    const float3 low = fmax(corner - (float)margin, -beyond);
    const float3 high = fmin(corner + (edge + (float)margin), last_voxel + beyond);
    const float3 middle = 0.5f * (low + high), extent = 0.5f * (high - low);
    const int2 x = covered(place, 0, middle, extent), y = covered(place, 1, middle, extent),
               z = covered(place, 2, middle, extent);
    const int dims[3] = {place->dims[0], place->dims[1], place->dims[2]};
    float2 range = (float2)(FLT_MAX, -FLT_MAX);
    if (x.x <= x.y && y.x <= y.y && z.x <= z.y) {
        for (int k = z.x; k <= z.y; ++k) {
            for (int j = y.x; j <= y.y; ++j) {
                for (int i = x.x; i <= x.y; ++i) {
                    const float value = load_field(field, dims, i, j, k);
                    range = (float2)(fmin(range.x, value), fmax(range.y, value));
                }
            }
        }
    }
    ranges[octree_address(layout, 0, leaf.x, leaf.y, leaf.z)] = range;
}
