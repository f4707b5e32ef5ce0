// The scalar field as isosurfaces see it: voxels of a buffer, interpolated in full precision on every device (texture
// units round the shares of voxels to 8 bits).
// Provides: field_at_voxel, field_normal.   Requires: vectors.cl, scalar_*.cl.

// Where to interpolate: the lowest voxel of the cell around a place, and the place in the cell, 0 .. 1.
typedef struct FieldCell {
    int3 low, high;
    float3 share;
} FieldCell;

static FieldCell field_cell(const FrameParams *frame, float3 voxel) {
    const int3 last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    FieldCell cell;
    cell.low = clamp(convert_int3_rtn(voxel), (int3)(0), max(last - 1, 0));
    cell.high = min(cell.low + 1, last);
    cell.share = clamp(voxel - convert_float3(cell.low), 0.0f, 1.0f);
    return cell;
}

static float voxel_value(const FrameParams *frame, __global const scalar_t *voxels, int x, int y, int z) {
    return (float)voxels[voxel_index(frame->volume.dims, x, y, z)];
}

// Stored value at a place in voxel space.
static float field_at_voxel(const FrameParams *frame, __global const scalar_t *voxels, float3 voxel) {
    const FieldCell cell = field_cell(frame, voxel);
    const int3 l = cell.low, h = cell.high;
    const float4 left =
        (float4)(voxel_value(frame, voxels, l.x, l.y, l.z), voxel_value(frame, voxels, l.x, h.y, l.z),
                 voxel_value(frame, voxels, l.x, l.y, h.z), voxel_value(frame, voxels, l.x, h.y, h.z));
    const float4 right =
        (float4)(voxel_value(frame, voxels, h.x, l.y, l.z), voxel_value(frame, voxels, h.x, h.y, l.z),
                 voxel_value(frame, voxels, h.x, l.y, h.z), voxel_value(frame, voxels, h.x, h.y, h.z));
    const float4 along_x = fma((float4)(cell.share.x), right - left, left);
    const float2 along_y = fma((float2)(cell.share.y), along_x.yw - along_x.xz, along_x.xz);
    return fma(cell.share.z, along_y.y - along_y.x, along_y.x);
}

// Change of the value along one axis per voxel: central, one-sided at the border, as the normals of meshes.
static float voxel_difference(const FrameParams *frame, __global const scalar_t *voxels, int3 at, int3 axis, int last) {
    const int place = axis.x * at.x + axis.y * at.y + axis.z * at.z;
    const int3 low = at - axis * (place > 0), high = at + axis * (place < last);
    const float above = voxel_value(frame, voxels, high.x, high.y, high.z);
    const float change = above - voxel_value(frame, voxels, low.x, low.y, low.z);
    return place > 0 && place < last ? 0.5f * change : change;
}

// Unit normal towards lower values, aligned space: the gradients of the eight voxels, interpolated. Where that vanishes,
// the unit vector `otherwise`.
static float3 field_normal(const FrameParams *frame, __global const scalar_t *voxels, float3 voxel, float3 otherwise) {
    const int *dims = frame->volume.dims;
    const FieldCell cell = field_cell(frame, voxel);
    float3 gradient = (float3)(0.0f);
    for (int i = 0; i < 8; ++i) {
        const int3 upper = (int3)(i & 1, i >> 1 & 1, i >> 2);
        const int3 at = min(cell.low + upper, cell.high);
        const float3 shares = select(1.0f - cell.share, cell.share, upper != 0);
        const float3 of_voxel = (float3)(voxel_difference(frame, voxels, at, (int3)(1, 0, 0), dims[0] - 1),
                                         voxel_difference(frame, voxels, at, (int3)(0, 1, 0), dims[1] - 1),
                                         voxel_difference(frame, voxels, at, (int3)(0, 0, 1), dims[2] - 1));
        gradient += shares.x * shares.y * shares.z * of_voxel;
    }
    gradient *= vector3(frame->volume.voxel_from_aligned);
    const float squared = dot(gradient, gradient);
    return squared > 0.0f ? -gradient * rsqrt(squared) : otherwise;
}
