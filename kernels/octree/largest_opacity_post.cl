// The largest opacity of the transfer table between the smallest and the largest value of a leaf.
// Provides: largest_opacity.   Requires: shared_types.h, table.cl.

// Opacity is linear between entries: it is largest at one of the ends, which use the very arithmetic of a sample, or at
// an entry inside. Two ranges of a power of two hold all of these.
static float largest_opacity(float2 range, const OccupancyParams *params, __global const float2 *opacities,
                             __global const float *largest) {
    const float first = table_position(range.x, params->table_scale, params->table_bias, params->table_last);
    const float last = table_position(range.y, params->table_scale, params->table_bias, params->table_last);
    const int first_entry = (int)first, last_entry = (int)last, first_inside = (int)ceil(first);
    const float at_ends = fmax(table_opacity(opacities[first_entry], first - (float)first_entry),
                               table_opacity(opacities[last_entry], last - (float)last_entry));
    const int count = last_entry + 1 - first_inside;
    if (count <= 0) {
        return at_ends;
    }
    const int level = 31 - (int)clz(count);
    __global const float *of_level = largest + level * ((int)params->table_last + 1);
    return fmax(at_ends, fmax(of_level[first_inside], of_level[first_inside + count - (1 << level)]));
}
