// Which looks of labels there are around a place, and their shares: borders without the steps of voxels.
// Provides: LabelParts, label_parts, part_visibility, part_color.   Requires: shared_types.h, vectors.cl.
//
// A look is a field that is 1 in the voxels of its labels. It is smoothed by [1 2 1] / 4 along each axis and
// interpolated, so that a ball of voxels has a round border. Interpolated alone it would keep the steps, and every look
// would reach half a voxel too far. Where one field is larger than all others by LABEL_FADE, its look is there alone;
// between two looks that is half a voxel. The arithmetic is spelled out, because traversals must agree on every bit.

#define LABEL_PARTS 8 // of looks that meet at a place so many count
#define LABEL_FADE 0.25f

typedef struct LabelParts {
    int count;                 // at least 1
    int labels[LABEL_PARTS];   // one of each look: places in label_colors
    float shares[LABEL_PARTS]; // 1 together
} LabelParts;

// Whether all voxels that a cell's samples read have one label (label_borders.cl).
static int is_within_label(__global const ushort *labels, const int *dims, int3 cell) {
    const size_t words = (size_t)((dims[0] + 15) / 16);
    const size_t word = ((size_t)cell.z * (size_t)dims[1] + (size_t)cell.y) * words + (size_t)(cell.x >> 4);
    return labels[voxel_index(dims, 0, 0, dims[2]) + word] >> (cell.x & 15) & 1;
}

static void add_label(LabelParts *parts, __global const uint *label_colors, int last_label, int label, float shares_yz,
                      float share_x) {
    const uint look = label_colors[label], function = label_colors[last_label + 1 + label];
    for (int i = 0; i < parts->count; ++i) {
        const int other = parts->labels[i];
        if (other == label || (label_colors[other] == look && label_colors[last_label + 1 + other] == function)) {
            parts->shares[i] = fma(shares_yz, share_x, parts->shares[i]);
            return;
        }
    }
    if (parts->count < LABEL_PARTS) {
        parts->labels[parts->count] = label;
        parts->shares[parts->count] = shares_yz * share_x;
        ++parts->count;
    }
}

// What four voxels in a row have to say about a place between the second and the third.
static void shares_of_voxels(float between, float *shares) {
    shares[0] = 0.25f * (1.0f - between);
    shares[1] = 0.25f * (2.0f - between);
    shares[2] = 0.25f * (1.0f + between);
    shares[3] = 0.25f * between;
}

// Leaves to each look what its share is above that of the largest less LABEL_FADE.
static void fade(LabelParts *parts) {
    float largest = 0.0f, sum = 0.0f;
    for (int i = 0; i < parts->count; ++i) {
        largest = fmax(largest, parts->shares[i]);
    }
    for (int i = 0; i < parts->count; ++i) {
        parts->shares[i] = fmin(parts->shares[i], fmax(parts->shares[i] - largest + LABEL_FADE, 0.0f));
        sum += parts->shares[i];
    }
    for (int i = 0; i < parts->count; ++i) {
        parts->shares[i] /= sum;
    }
}

// voxel  place in voxels of the arrays
static void label_parts(__global const ushort *labels, __global const uint *label_colors, int last_label,
                        const int *dims, float3 voxel, LabelParts *parts) {
    const int3 last = (int3)(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const int3 low = convert_int3_rtn(voxel), cell = clamp(low, (int3)(0), last);
    if (is_within_label(labels, dims, cell)) {
        parts->count = 1;
        parts->labels[0] = min((int)labels[voxel_index(dims, cell.x, cell.y, cell.z)], last_label);
        parts->shares[0] = 1.0f;
        return;
    }
    const float3 between = voxel - convert_float3(low);
    float along_x[4], along_y[4], along_z[4];
    shares_of_voxels(between.x, along_x);
    shares_of_voxels(between.y, along_y);
    shares_of_voxels(between.z, along_z);
    parts->count = 0;
    for (int z = 0; z < 4; ++z) {
        for (int y = 0; y < 4; ++y) {
            const float shares_yz = along_y[y] * along_z[z];
            const size_t row = voxel_index(dims, 0, clamp(low.y + y - 1, 0, last.y), clamp(low.z + z - 1, 0, last.z));
            for (int x = 0; x < 4; ++x) {
                const int label = (int)labels[row + (size_t)clamp(low.x + x - 1, 0, last.x)];
                add_label(parts, label_colors, last_label, min(label, last_label), shares_yz, along_x[x]);
            }
        }
    }
    fade(parts);
}

// Factor of the opacity of a look, 0 .. 1.
static float part_visibility(const LabelParts *parts, __global const uint *label_colors, int i) {
    return (float)(label_colors[parts->labels[i]] >> 25) * (1.0f / 127.0f);
}

// The colour of a look, or that of the transfer function. Each component in [0, 1].
static float3 part_color(const LabelParts *parts, __global const uint *label_colors, int i, float3 own) {
    const uint entry = label_colors[parts->labels[i]];
    const float3 color = convert_float3((uint3)(entry & 255u, (entry >> 8) & 255u, (entry >> 16) & 255u)) / 255.0f;
    return (entry >> 24) & 1u ? color : own;
}
