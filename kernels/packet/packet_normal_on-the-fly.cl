// Surface normals of 16 samples from the field one voxel to either side along each axis; normal_on-the-fly.cl in lanes.
// Provides: surface_normals.   Requires: packet_sample.cl, packet_interpolate_*.cl, packet_fly_*.cl, packet_types.cl.

// A row of four voxels along x, the second and third of which are the cell's: (field between these, change between the
// places one voxel behind and one ahead).
static void inner_row(SCENE_PARAMS, int16 lowest, int offset, float16 share, float16 *value, float16 *change) {
    float16 before, first, second, behind;
    field_pair(SCENE, lowest, offset - 1, &before, &first);
    field_pair(SCENE, lowest, offset + 1, &second, &behind);
    *value = lerp16(first, second, share);
    *change = lerp16(second - before, behind - first, share);
}

static float16 outer_row(SCENE_PARAMS, int16 lowest, int offset, float16 share) {
    float16 first, second;
    field_pair(SCENE, lowest, offset, &first, &second);
    return lerp16(first, second, share);
}

// Changes of the field over two voxels along each axis, of lanes whose cell has another one on every side: what the six
// places have in common is read once.
static Vector16 inner_changes(const FrameParams *frame, SCENE_PARAMS, int16 lowest, Cell16 cell) {
    const int row = frame->volume.dims[0], slice = row * frame->volume.dims[1];
    float16 value[4], change[4]; // of the cell's rows; bit 0 of the index: +y, bit 1: +z
    for (int i = 0; i < 4; ++i) {
        inner_row(SCENE, lowest, (i & 1 ? row : 0) + (i & 2 ? slice : 0), cell.x, &value[i], &change[i]);
    }
    const float16 near_y = lerp16(value[1] - outer_row(SCENE, lowest, -row, cell.x),
                                  outer_row(SCENE, lowest, 2 * row, cell.x) - value[0], cell.y);
    const float16 far_y = lerp16(value[3] - outer_row(SCENE, lowest, slice - row, cell.x),
                                 outer_row(SCENE, lowest, slice + 2 * row, cell.x) - value[2], cell.y);
    const float16 low_z = lerp16(value[2] - outer_row(SCENE, lowest, -slice, cell.x),
                                 outer_row(SCENE, lowest, 2 * slice, cell.x) - value[0], cell.z);
    const float16 high_z = lerp16(value[3] - outer_row(SCENE, lowest, row - slice, cell.x),
                                  outer_row(SCENE, lowest, 2 * slice + row, cell.x) - value[1], cell.z);
    Vector16 changes;
    changes.x = lerp16(lerp16(change[0], change[1], cell.y), lerp16(change[2], change[3], cell.y), cell.z);
    changes.y = lerp16(near_y, far_y, cell.z);
    changes.z = lerp16(low_z, high_z, cell.y);
    return changes;
}

static float16 field_beside(const FrameParams *frame, SCENE_PARAMS, Vector16 position, float x, float y, float z) {
    position.x += x;
    position.y += y;
    position.z += z;
    return sample_field(frame, SCENE, find_cell(frame, position));
}

// The same at the border, where the volume goes on as it ends.
static Vector16 border_changes(const FrameParams *frame, SCENE_PARAMS, Vector16 at) {
    Vector16 changes;
    changes.x = field_beside(frame, SCENE, at, 1.0f, 0.0f, 0.0f) - field_beside(frame, SCENE, at, -1.0f, 0.0f, 0.0f);
    changes.y = field_beside(frame, SCENE, at, 0.0f, 1.0f, 0.0f) - field_beside(frame, SCENE, at, 0.0f, -1.0f, 0.0f);
    changes.z = field_beside(frame, SCENE, at, 0.0f, 0.0f, 1.0f) - field_beside(frame, SCENE, at, 0.0f, 0.0f, -1.0f);
    return changes;
}

static int16 lanes_inside(float16 position, int voxels) {
    return (position >= 1.0f) & (position < (float)(voxels - 2));
}

// Against the gradients of central differences over two voxels, aligned space. Their length is 1, or less where the
// gradient is small.
static Vector16 surface_normals(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    const int *dims = frame->volume.dims;
    const int16 inside = lanes_inside(cell.position.x, dims[0]) & lanes_inside(cell.position.y, dims[1]) &
                         lanes_inside(cell.position.z, dims[2]);
    Vector16 gradient = {(float16)(0.0f), (float16)(0.0f), (float16)(0.0f)};
    if (any(inside)) { // then voxel (1, 1, 1) has neighbours, and stands in for those without
        const int16 lowest = select((int16)((dims[1] + 1) * dims[0] + 1), cell.lowest, inside);
        gradient = inner_changes(frame, SCENE, lowest, cell);
    }
    if (!all(inside)) {
        const Vector16 changes = border_changes(frame, SCENE, cell.position);
        gradient.x = select(changes.x, gradient.x, inside);
        gradient.y = select(changes.y, gradient.y, inside);
        gradient.z = select(changes.z, gradient.z, inside);
    }
    gradient.x *= 0.5f * frame->volume.voxel_from_aligned[0];
    gradient.y *= 0.5f * frame->volume.voxel_from_aligned[1];
    gradient.z *= 0.5f * frame->volume.voxel_from_aligned[2];
    const float16 size = sqrt(dot16(gradient, gradient));
    const float16 share = min(size * frame->sampling.inv_full_gradient, 1.0f);
    const int16 steep = size > frame->sampling.smallest_gradient;
    const float16 factor = select((float16)(0.0f), -share / max(size, 1e-30f), steep);
    gradient.x *= factor;
    gradient.y *= factor;
    gradient.z *= factor;
    return gradient;
}
