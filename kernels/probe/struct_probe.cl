// Copies every field of the shared structs to a plain array, so that a test can compare what the host wrote.
// Provides: kernels probe_frame_params, probe_derive_params, probe_raster_params, probe_light_sweep,
// probe_surface_params, probe_thin_params, probe_occupancy_params, probe_iso_params, probe_scan_unit,
// probe_pixel_counts, probe_octree_layout, probe_channel_params, probe_channel_place,
// probe_trace_params.   Requires: shared_types.h, octree_layout.h, trace_params.h.

// Every function returns the next free place.
static int copy_floats(__global float *out, int at, const float *values, int count) {
    for (int i = 0; i < count; ++i) {
        out[at + i] = values[i];
    }
    return at + count;
}

static int copy_ints(__global float *out, int at, const int *values, int count) {
    for (int i = 0; i < count; ++i) {
        out[at + i] = (float)values[i];
    }
    return at + count;
}

__kernel void probe_frame_params(const FrameParams frame_value, __global float *out) {
    const FrameParams *frame = &frame_value;
    int at = 0;
    at = copy_floats(out, at, frame->view.eye, 3);
    at = copy_floats(out, at, frame->view.ray_corner, 3);
    at = copy_floats(out, at, frame->view.ray_dx, 3);
    at = copy_floats(out, at, frame->view.ray_dy, 3);
    at = copy_floats(out, at, frame->view.eye_dx, 3);
    at = copy_floats(out, at, frame->view.eye_dy, 3);
    at = copy_ints(out, at, frame->view.size, 2);
    at = copy_ints(out, at, frame->view.pixel_origin, 2);
    at = copy_ints(out, at, &frame->view.parallel, 1);
    at = copy_ints(out, at, &frame->view.reserved, 1);
    at = copy_ints(out, at, frame->volume.dims, 3);
    at = copy_ints(out, at, &frame->volume.last_label, 1);
    at = copy_floats(out, at, frame->volume.voxel_from_aligned, 3);
    at = copy_floats(out, at, frame->volume.box_min, 3);
    at = copy_floats(out, at, frame->volume.box_max, 3);
    at = copy_floats(out, at, frame->volume.clamp_max, 3);
    at = copy_ints(out, at, &frame->volume.plane_count, 1);
    at = copy_floats(out, at, frame->volume.planes, 24);
    at = copy_ints(out, at, frame->volume.bricks, 3);
    at = copy_floats(out, at, frame->volume.last_voxel, 4);
    at = copy_floats(out, at, frame->volume.hole_min, 3);
    at = copy_floats(out, at, frame->volume.hole_max, 3);
    at = copy_ints(out, at, &frame->volume.hole_planes, 1);
    at = copy_ints(out, at, &frame->volume.has_hole, 1);
    at = copy_floats(out, at, &frame->sampling.step, 1);
    at = copy_ints(out, at, &frame->sampling.offset_mask, 1);
    at = copy_floats(out, at, &frame->sampling.smallest_gradient, 1);
    at = copy_floats(out, at, &frame->sampling.inv_full_gradient, 1);
    at = copy_floats(out, at, frame->compositing.background, 3);
    at = copy_floats(out, at, &frame->compositing.transmittance_end, 1);
    at = copy_floats(out, at, &frame->table.scale, 1);
    at = copy_floats(out, at, &frame->table.bias, 1);
    at = copy_floats(out, at, &frame->table.last, 1);
    at = copy_floats(out, at, &frame->table.visible_begin, 1);
    at = copy_floats(out, at, &frame->table.rows_last, 1);
    at = copy_floats(out, at, frame->table.reserved, 3);
    at = copy_floats(out, at, &frame->projection.quantum_scale, 1);
    at = copy_floats(out, at, &frame->projection.stored_per_quantum, 1);
    at = copy_ints(out, at, &frame->projection.quantum_low, 1);
    at = copy_ints(out, at, &frame->projection.quantum_high, 1);
    at = copy_floats(out, at, frame->projection.strength, 2);
    at = copy_floats(out, at, frame->projection.reserved, 2);
    at = copy_floats(out, at, frame->light.direction, 3);
    at = copy_floats(out, at, &frame->light.reserved, 1);
    at = copy_floats(out, at, frame->material.ambient, 3);
    at = copy_floats(out, at, frame->material.diffuse, 3);
    at = copy_floats(out, at, frame->material.specular, 3);
    at = copy_floats(out, at, &frame->material.shininess, 1);
    at = copy_floats(out, at, &frame->material.fill, 1);
    at = copy_floats(out, at, &frame->material.outline, 1);
    at = copy_ints(out, at, frame->light_volume.dims, 3);
    at = copy_floats(out, at, frame->light_volume.clamp_max, 3);
    at = copy_floats(out, at, &frame->light_volume.scale, 1);
    at = copy_floats(out, at, frame->light_volume.bias, 2);
    at = copy_floats(out, at, frame->light_volume.reserved, 3);
    at = copy_floats(out, at, frame->side_lights.directions, 9);
    at = copy_floats(out, at, frame->side_lights.colors, 9);
    at = copy_ints(out, at, &frame->side_lights.count, 1);
    at = copy_ints(out, at, &frame->side_lights.reserved, 1);
    at = copy_floats(out, at, frame->material_points.scalars, 8);
    at = copy_floats(out, at, frame->material_points.factors, 32);
    at = copy_ints(out, at, &frame->material_points.count, 1);
    at = copy_ints(out, at, frame->material_points.reserved, 3);
}

__kernel void probe_derive_params(const DeriveParams derive_value, __global float *out) {
    const DeriveParams *derive = &derive_value;
    int at = 0;
    at = copy_ints(out, at, derive->dims, 3);
    at = copy_floats(out, at, &derive->table_scale, 1);
    at = copy_floats(out, at, &derive->table_bias, 1);
    at = copy_floats(out, at, &derive->table_last, 1);
    at = copy_floats(out, at, derive->inv_spacing, 3);
    at = copy_floats(out, at, &derive->smallest_gradient, 1);
    at = copy_floats(out, at, &derive->inv_full_gradient, 1);
    at = copy_floats(out, at, &derive->magnitude_scale, 1);
    at = copy_ints(out, at, derive->volume_dims, 3);
    at = copy_ints(out, at, &derive->reserved, 1);
}

__kernel void probe_raster_params(const RasterParams raster_value, __global float *out) {
    const RasterParams *raster = &raster_value;
    int at = 0;
    at = copy_floats(out, at, raster->pixel_from_voxel, 12);
    at = copy_ints(out, at, &raster->vertices, 1);
    at = copy_ints(out, at, &raster->triangles, 1);
    at = copy_ints(out, at, &raster->first, 1);
    at = copy_ints(out, at, &raster->opaque_begin, 1);
    at = copy_ints(out, at, &raster->layers, 1);
    at = copy_ints(out, at, &raster->layer, 1);
    at = copy_ints(out, at, &raster->clipped, 1);
    at = copy_ints(out, at, &raster->queue_limit, 1);
    at = copy_floats(out, at, &raster->isovalue, 1);
    at = copy_ints(out, at, &raster->tile_begin, 1);
    at = copy_ints(out, at, raster->reserved, 2);
}

__kernel void probe_light_sweep(const LightSweep sweep_value, __global float *out) {
    const LightSweep *sweep = &sweep_value;
    int at = 0;
    at = copy_ints(out, at, &sweep->axis, 1);
    at = copy_ints(out, at, &sweep->from_high, 1);
    at = copy_ints(out, at, &sweep->slices, 1);
    at = copy_ints(out, at, &sweep->steps, 1);
    at = copy_ints(out, at, sweep->across, 2);
    at = copy_ints(out, at, sweep->first, 2);
    at = copy_floats(out, at, sweep->shift, 2);
    at = copy_floats(out, at, sweep->reserved, 2);
}

__kernel void probe_surface_params(const SurfaceParams surface_value, __global float *out) {
    const SurfaceParams *surface = &surface_value;
    int at = 0;
    at = copy_floats(out, at, surface->color, 3);
    at = copy_floats(out, at, &surface->opacity, 1);
    at = copy_floats(out, at, &surface->isovalue, 1);
    at = copy_ints(out, at, &surface->first, 1);
    at = copy_ints(out, at, &surface->triangles, 1);
    at = copy_ints(out, at, &surface->reserved, 1);
}

__kernel void probe_thin_params(const ThinParams thin_value, __global float *out) {
    const ThinParams *thin = &thin_value;
    int at = 0;
    at = copy_ints(out, at, &thin->row_stride, 1);
    at = copy_ints(out, at, &thin->slice_stride, 1);
    at = copy_ints(out, at, &thin->iteration, 1);
    at = copy_ints(out, at, &thin->subiteration, 1);
    at = copy_ints(out, at, &thin->first_step, 1);
    at = copy_ints(out, at, &thin->second_step, 1);
    at = copy_ints(out, at, &thin->mirrored, 1);
    at = copy_ints(out, at, &thin->counts, 1);
    at = copy_ints(out, at, &thin->counts_next, 1);
    at = copy_ints(out, at, &thin->counts_after_next, 1);
    at = copy_ints(out, at, &thin->by_layers, 1);
    at = copy_ints(out, at, &thin->reserved, 1);
}

__kernel void probe_occupancy_params(const OccupancyParams occupancy_value, __global float *out) {
    const OccupancyParams *occupancy = &occupancy_value;
    int at = 0;
    at = copy_ints(out, at, &occupancy->leaves, 1);
    at = copy_floats(out, at, &occupancy->threshold, 1);
    at = copy_floats(out, at, &occupancy->table_scale, 1);
    at = copy_floats(out, at, &occupancy->table_bias, 1);
    at = copy_floats(out, at, &occupancy->table_last, 1);
    at = copy_ints(out, at, &occupancy->labelled, 1);
    at = copy_ints(out, at, &occupancy->joined, 1);
    at = copy_floats(out, at, &occupancy->reserved, 1);
}

__kernel void probe_channel_params(const ChannelParams channel_value, __global float *out) {
    const ChannelParams *channel = &channel_value;
    int at = 0;
    at = copy_floats(out, at, &channel->scale, 1);
    at = copy_floats(out, at, &channel->bias, 1);
    at = copy_floats(out, at, &channel->last, 1);
    at = copy_floats(out, at, &channel->color_scale, 1);
    at = copy_floats(out, at, &channel->color_bias, 1);
    at = copy_ints(out, at, &channel->first, 1);
    at = copy_ints(out, at, &channel->visible, 1);
    at = copy_ints(out, at, &channel->reserved, 1);
}

__kernel void probe_channel_place(const ChannelPlace place_value, __global float *out) {
    const ChannelPlace *place = &place_value;
    int at = 0;
    at = copy_floats(out, at, place->own_from_grid, 12);
    at = copy_floats(out, at, place->low, 3);
    at = copy_floats(out, at, place->high, 3);
    at = copy_floats(out, at, place->clamp_max, 3);
    at = copy_ints(out, at, place->dims, 3);
    at = copy_ints(out, at, &place->nearest, 1);
    at = copy_floats(out, at, &place->reach, 1);
    at = copy_ints(out, at, place->reserved, 2);
}

__kernel void probe_iso_params(const IsoParams iso_value, __global float *out) {
    const IsoParams *iso = &iso_value;
    int at = 0;
    at = copy_ints(out, at, iso->dims, 3);
    at = copy_ints(out, at, iso->blocks, 3);
    at = copy_floats(out, at, &iso->isovalue, 1);
    at = copy_ints(out, at, &iso->aligned, 1);
    at = copy_floats(out, at, iso->inv_spacing, 3);
    at = copy_ints(out, at, &iso->flip, 1);
    at = copy_ints(out, at, &iso->slots, 1);
    at = copy_ints(out, at, &iso->vertices, 1);
    at = copy_ints(out, at, &iso->triangles, 1);
    at = copy_ints(out, at, &iso->counters, 1);
    at = copy_ints(out, at, &iso->first_slice, 1);
    at = copy_ints(out, at, &iso->begin_slice, 1);
    at = copy_ints(out, at, &iso->end_slice, 1);
    at = copy_ints(out, at, &iso->end_layer, 1);
}

__kernel void probe_scan_unit(const ScanUnit unit_value, __global float *out) {
    const ScanUnit *unit = &unit_value;
    int at = 0;
    at = copy_ints(out, at, &unit->first_layer, 1);
    at = copy_ints(out, at, &unit->own_layers, 1);
    at = copy_ints(out, at, &unit->layers, 1);
    at = copy_ints(out, at, &unit->reserved, 1);
}

__kernel void probe_pixel_counts(const PixelCounts counts_value, __global float *out) {
    const PixelCounts *counts = &counts_value;
    int at = 0;
    at = copy_ints(out, at, (const int *)&counts->nodes, 1);
    at = copy_ints(out, at, (const int *)&counts->node_iterations, 1);
    at = copy_ints(out, at, (const int *)&counts->samples, 1);
    at = copy_ints(out, at, (const int *)&counts->sample_iterations, 1);
    at = copy_ints(out, at, (const int *)&counts->visible, 1);
}

__kernel void probe_octree_layout(const OctreeLayout layout_value, __global float *out) {
    const OctreeLayout *layout = &layout_value;
    int at = 0;
    at = copy_ints(out, at, layout->voxels, 3);
    at = copy_ints(out, at, &layout->leaf_log2, 1);
    at = copy_ints(out, at, layout->leaves, 3);
    at = copy_ints(out, at, &layout->levels, 1);
    at = copy_ints(out, at, layout->offsets, 24);
}

__kernel void probe_trace_params(const TraceParams params_value, __global float *out) {
    const TraceParams *params = &params_value;
    int at = 0;
    at = copy_floats(out, at, params->directions, 3 * TRACE_LIGHT_LIMIT);
    at = copy_floats(out, at, params->colors, 3 * TRACE_LIGHT_LIMIT);
    at = copy_floats(out, at, params->environment_bottom, 3);
    at = copy_floats(out, at, params->environment_top, 3);
    at = copy_floats(out, at, params->up, 3);
    at = copy_floats(out, at, &params->cos_radius, 1);
    at = copy_floats(out, at, &params->anisotropy, 1);
    at = copy_floats(out, at, &params->gradient_factor, 1);
    at = copy_floats(out, at, &params->roughness, 1);
    at = copy_floats(out, at, params->specular, 3);
    at = copy_floats(out, at, &params->majorant, 1);
    at = copy_ints(out, at, &params->light_count, 1);
    at = copy_ints(out, at, &params->bounces, 1);
    out[at++] = (float)params->seed;
    at = copy_ints(out, at, params->panorama_size, 2);
    at = copy_floats(out, at, params->panorama_axes, 9);
    at = copy_floats(out, at, params->lens_right, 3);
    at = copy_floats(out, at, params->lens_up, 3);
    at = copy_floats(out, at, &params->focus, 1);
    at = copy_floats(out, at, params->focus_place, 2);
    at = copy_floats(out, at, &params->emission, 1);
    at = copy_floats(out, at, params->layer, 2 * TRACE_LAYER_ANGLES);
    at = copy_floats(out, at, params->emission_scalars, EMISSION_POINT_LIMIT);
    at = copy_floats(out, at, params->emissions, EMISSION_POINT_LIMIT);
    at = copy_ints(out, at, &params->emission_count, 1);
    at = copy_ints(out, at, params->reserved, 2);
}
