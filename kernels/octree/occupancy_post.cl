// A leaf is occupied if the transfer table is visible anywhere between its smallest and largest value.
// Provides: leaf_is_visible.   Requires: shared_types.h, table.cl.

// Opacity is linear between entries: it is visible inside an interval if it is at one of its ends or at an entry
// inside. The ends use the very arithmetic of a sample (table.cl), so that a plateau exactly at the edge of the visible
// is right.
// opacities       as in shared_types.h
// visible_before  entries below i with opacity > 0
static int leaf_is_visible(float2 range, const OccupancyParams *params, __global const float2 *opacities,
                           __global const int *visible_before) {
    const float first = table_position(range.x, params->table_scale, params->table_bias, params->table_last);
    const float last = table_position(range.y, params->table_scale, params->table_bias, params->table_last);
    const int first_entry = (int)first, last_entry = (int)last;
    if (table_opacity(opacities[first_entry], first - (float)first_entry) > 0.0f ||
        table_opacity(opacities[last_entry], last - (float)last_entry) > 0.0f) {
        return 1;
    }
    return visible_before[last_entry + 1] > visible_before[(int)ceil(first)];
}
