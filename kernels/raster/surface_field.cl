// The scalar field as isosurfaces see it: voxels of a buffer, interpolated in full precision on every device (texture
// units round the shares of voxels to 8 bits).
// Provides: lowest_voxel, enter_cell, field_at_voxel, field_normal.   Requires: vectors.cl, scalar_*.cl, field_place_*.cl.

// Voxels from one to the next along each axis of a step.
static long voxels_between(const FrameParams *frame, int3 step) {
    return step.x + frame->volume.dims[0] * (step.y + frame->volume.dims[1] * (long)step.z);
}

static __global const scalar_t *voxel_at(const FrameParams *frame, __global const scalar_t *voxels,
                                         const FieldCell *cell, int3 at) {
    return voxels + voxels_between(frame, stored_voxel(cell, at));
}

// Values of a voxel, the one `a` voxels on, the one `b` on, and the one that is both.
static float4 four_values(__global const scalar_t *voxel, long a, long b) {
    return (float4)((float)voxel[0], (float)voxel[a], (float)voxel[b], (float)voxel[a + b]);
}

// Of the cell around a place in voxel space.
static int3 lowest_voxel(const FieldCell *cell, float3 voxel) {
    return clamp(convert_int3_rtn(voxel), (int3)(0), max(cell->last - 1, (int3)(0)));
}

// Makes `cell` the one around a place in voxel space. Returns where the place lies in it, 0 .. 1 along each axis.
static float3 enter_cell(const FrameParams *frame, __global const scalar_t *voxels, float3 voxel, FieldCell *cell) {
    const int3 low = lowest_voxel(cell, voxel);
    if (any(low != cell->low)) {
        cell->low = low;
        cell->high = min(low + 1, cell->last);
        const int3 step = cell->high - low;
        __global const scalar_t *corner = voxel_at(frame, voxels, cell, low);
        const long y = voxels_between(frame, (int3)(0, step.y, 0)), z = voxels_between(frame, (int3)(0, 0, step.z));
        cell->left = four_values(corner, y, z);
        cell->right = four_values(corner + step.x, y, z);
    }
    return clamp(voxel - convert_float3(low), 0.0f, 1.0f);
}

// Stored value at a place in voxel space.
static float field_at_voxel(const FrameParams *frame, __global const scalar_t *voxels, float3 voxel, FieldCell *cell) {
    const float3 share = enter_cell(frame, voxels, voxel, cell);
    const float4 along_x = fma((float4)(share.x), cell->right - cell->left, cell->left);
    const float2 along_y = fma((float2)(share.y), along_x.yw - along_x.xz, along_x.xz);
    return fma(share.z, along_y.y - along_y.x, along_y.x);
}

// Changes of the value along an axis per voxel: central, one-sided at the border, as the normals of meshes.
typedef struct EdgeChanges {
    float4 low, high; // at both ends of four edges of a cell
} EdgeChanges;

// Of the edges between `low` and `high`, from those and the voxels before and behind them.
// before, behind  steps to them; 0 at the border
static EdgeChanges edge_changes(__global const scalar_t *corner, float4 low, float4 high, long before, long edge,
                                long behind, long a, long b) {
    EdgeChanges changes;
    changes.low = (high - four_values(corner + before, a, b)) * (before == 0 ? 1.0f : 0.5f);
    changes.high = (four_values(corner + edge + behind, a, b) - low) * (behind == 0 ? 1.0f : 0.5f);
    return changes;
}

// Unit normal towards lower values, aligned space: the gradients of the eight voxels, interpolated. Where that vanishes,
// the unit vector `otherwise`.
static float3 field_normal(const FrameParams *frame, __global const scalar_t *voxels, float3 voxel, float3 otherwise,
                           FieldCell *cell) {
    const float3 share = enter_cell(frame, voxels, voxel, cell);
    const int3 step = cell->high - cell->low;
    const int3 before = max(cell->low - 1, (int3)(0)) - cell->low, behind = min(cell->high + 1, cell->last) - cell->high;
    const long row = frame->volume.dims[0], slice = row * frame->volume.dims[1];
    const long x = step.x, y = row * step.y, z = slice * step.z;
    __global const scalar_t *corner = voxel_at(frame, voxels, cell, cell->low);
    const float4 l = cell->left, r = cell->right;
    const EdgeChanges on_x = edge_changes(corner, l, r, before.x, x, behind.x, y, z);
    const EdgeChanges on_y = edge_changes(corner, (float4)(l.x, r.x, l.z, r.z), (float4)(l.y, r.y, l.w, r.w),
                                          row * before.y, y, row * behind.y, x, z);
    const EdgeChanges on_z = edge_changes(corner, (float4)(l.xy, r.xy).xzyw, (float4)(l.zw, r.zw).xzyw,
                                          slice * before.z, z, slice * behind.z, x, y);
    // Corner i lies at the upper end of the cell along x, y, z if bits 0, 1, 2 of i are set.
    const float8 along_x = (float8)(on_x.low.x, on_x.high.x, on_x.low.y, on_x.high.y, on_x.low.z, on_x.high.z,
                                    on_x.low.w, on_x.high.w);
    const float8 along_y = (float8)(on_y.low.xy, on_y.high.xy, on_y.low.zw, on_y.high.zw);
    const float8 along_z = (float8)(on_z.low, on_z.high);
    const float3 rest = 1.0f - share;
    const float4 around_x = (float4)(rest.x, share.x, rest.x, share.x);
    const float4 around_xy = around_x * (float4)(rest.y, rest.y, share.y, share.y);
    const float8 shares = (float8)(around_xy * rest.z, around_xy * share.z);
    const float3 gradient = (float3)(dot(along_x.lo, shares.lo) + dot(along_x.hi, shares.hi),
                                     dot(along_y.lo, shares.lo) + dot(along_y.hi, shares.hi),
                                     dot(along_z.lo, shares.lo) + dot(along_z.hi, shares.hi)) *
                            vector3(frame->volume.voxel_from_aligned);
    const float squared = dot(gradient, gradient);
    return squared > 0.0f ? -gradient * rsqrt(squared) : otherwise;
}
