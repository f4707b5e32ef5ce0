// Takes 16 samples at once from plain buffers, trilinear interpolation written out.
// Provides: Cell16, Texels16, lerp16, cell_between, sample_voxels, sample_scalar, gather_texels, sample_channel.
// Requires: packet_types.cl, packet_scene.cl, packet_gather.cl.
//
// Buffers are padded by one slice, one row and 16 bytes, so that neighbours of the last voxel exist
// even along an axis of one voxel, where their weight is 0. Volumes have fewer than 2^31 voxels.

// The cell around each lane's position: index of its lowest voxel, the position inside it, 0 .. 1, and in the volume.
typedef struct Cell16 {
    int16 lowest;
    float16 x, y, z;
    Vector16 position;
} Cell16;

static Cell16 cell_between(const int *dims, const float *clamp_max, Vector16 voxel) {
    const float16 x = clamp(voxel.x, 0.0f, clamp_max[0]);
    const float16 y = clamp(voxel.y, 0.0f, clamp_max[1]);
    const float16 z = clamp(voxel.z, 0.0f, clamp_max[2]);
    const int16 ix = convert_int16(x);
    const int16 iy = convert_int16(y);
    const int16 iz = convert_int16(z);
    Cell16 cell;
    cell.lowest = (iz * dims[1] + iy) * dims[0] + ix;
    cell.x = x - convert_float16(ix);
    cell.y = y - convert_float16(iy);
    cell.z = z - convert_float16(iz);
    cell.position.x = x;
    cell.position.y = y;
    cell.position.z = z;
    return cell;
}

static float16 lerp16(float16 a, float16 b, float16 weight) { return fused(weight, b - a, a); }

// Stored values, integers as they are.
static float16 sample_voxels(const FrameParams *frame, __global const scalar_t *voxels, Cell16 cell) {
    const int row = frame->volume.dims[0];
    const int slice = row * frame->volume.dims[1];
    float16 left, right;
    gather_pair(voxels, cell.lowest, &left, &right);
    const float16 near_low = lerp16(left, right, cell.x);
    gather_pair(voxels + row, cell.lowest, &left, &right);
    const float16 near_high = lerp16(left, right, cell.x);
    gather_pair(voxels + slice, cell.lowest, &left, &right);
    const float16 far_low = lerp16(left, right, cell.x);
    gather_pair(voxels + slice + row, cell.lowest, &left, &right);
    const float16 far_high = lerp16(left, right, cell.x);
    return lerp16(lerp16(near_low, near_high, cell.y), lerp16(far_low, far_high, cell.y), cell.z);
}

static float16 sample_scalar(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    return sample_voxels(frame, scalars, cell);
}

// The eight RGBA8 texels around each lane's position.
typedef struct Texels16 {
    uint16 corner[8]; // bit 0 of the index: +x, bit 1: +y, bit 2: +z
} Texels16;

static Texels16 gather_texels(const int *dims, __global const uint *texels, Cell16 cell) {
    const int row = dims[0];
    const int slice = row * dims[1];
    Texels16 result;
    for (int i = 0; i < 8; ++i) {
        result.corner[i] = gather_uint(texels + (i & 1) + (i & 2 ? row : 0) + (i & 4 ? slice : 0), cell.lowest);
    }
    return result;
}

static float16 channel_of(uint16 texel, uint shift) {
    return convert_float16(as_int16((texel >> shift) & 255u));
}

// One channel (shift 0, 8, 16, 24 for r, g, b, a) of eight texels, interpolated, in [0, 1].
static float16 sample_channel(const Texels16 *texels, uint shift, Cell16 cell) {
    float16 edge[4];
    for (int i = 0; i < 4; ++i) {
        edge[i] = lerp16(channel_of(texels->corner[2 * i], shift), channel_of(texels->corner[2 * i + 1], shift), cell.x);
    }
    return lerp16(lerp16(edge[0], edge[1], cell.y), lerp16(edge[2], edge[3], cell.y), cell.z) * (1.0f / 255.0f);
}
