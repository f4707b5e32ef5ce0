// Copies the transfer table into local memory, all work-items of the group together.
// Provides: load_table.   Requires: scene_*.cl.

static void load_table(__global const float2 *opacity_source, __global const uint2 *color_source, int entries,
                       OPACITY_TABLE *opacities, COLOR_TABLE *table_colors) {
    const int items = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
    const int item =
        (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
    for (int i = item; i < entries; i += items) {
        opacities[i] = opacity_source[i];
        table_colors[i] = color_source[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
