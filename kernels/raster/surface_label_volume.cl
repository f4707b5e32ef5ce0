// A label volume hides or colours parts of a surface.
// Provides: surface_label, LABELLED.   Requires: scalar_*.cl, vectors.cl.
//
// labels, label_colors  see label_volume.cl

#define LABELLED 1

// Entry of the label of the object that the surface bounds: of the inside corners of the cell the nearest one's. The
// voxel nearest to a place on a surface lies outside of the object as often as inside.
// last, shift  as for surface_label()
static uint surface_label_entry(const FrameParams *frame, __global const scalar_t *voxels,
                                __global const ushort *labels, __global const uint *label_colors, float isovalue,
                                int3 last, int3 shift, float3 voxel) {
    const int3 low = clamp(convert_int3_rtn(voxel), (int3)(0), last);
    float nearest = FLT_MAX;
    size_t found = 0;
    for (int i = 0; i < 8; ++i) {
        const int3 corner = min(low + (int3)(i & 1, i >> 1 & 1, i >> 2), last);
        const int3 at = corner + shift;
        const size_t place = voxel_index(frame->volume.dims, at.x, at.y, at.z);
        const float3 away = voxel - convert_float3(corner);
        // Where rounding leads to a cell without inside corners the nearest corner has to do.
        const float distance = dot(away, away) + ((float)voxels[place] >= isovalue ? 0.0f : 100.0f);
        found = distance < nearest ? place : found;
        nearest = fmin(nearest, distance);
    }
    return label_colors[min((int)labels[found], frame->volume.last_label)];
}

// (r, g, b, factor of the opacity) at a place on a surface.
// last   voxel of the volume
// shift  from voxels of the volume to those of the arrays
static float4 surface_label(const FrameParams *frame, __global const scalar_t *voxels, __global const ushort *labels,
                            __global const uint *label_colors, float isovalue, int3 last, int3 shift, float3 voxel,
                            float3 rgb) {
    const uint entry = surface_label_entry(frame, voxels, labels, label_colors, isovalue, last, shift, voxel);
    const float3 color = convert_float3((uint3)(entry & 255u, (entry >> 8) & 255u, (entry >> 16) & 255u)) / 255.0f;
    return (float4)((entry >> 24) & 1u ? color : rgb, (float)(entry >> 25) * (1.0f / 127.0f));
}
