// Which looks of labels there are around a place, and their shares: borders without the steps of voxels.
// Provides: LabelParts, label_parts, look_visibility, look_color.   Requires: shared_types.h, vectors.cl.
//
// A look is a field that is 1 in the voxels of its labels. It is smoothed by [1 2 1] / 4 along each axis and
// interpolated, so that a ball of voxels has a round border. Interpolated alone it would keep the steps, and every look
// would reach half a voxel too far. Where one field is larger than all others by LABEL_FADE, its look is there alone;
// between two looks that is half a voxel. The arithmetic is spelled out, because traversals must agree on every bit.
//
// There is one loop that goes round as rarely as it can: Mesa's llvmpipe (22.3) ends all loops of a work-item once they
// have gone round 65,535 times together, without a word.

#define LABEL_PARTS 8 // of looks that meet at a place so many count
#define LABEL_FADE 0.25f

typedef struct LabelParts {
    int count;                   // at least 1
    uint looks[LABEL_PARTS];     // entries of label_colors
    uint functions[LABEL_PARTS]; // their transfer functions, behind the entries
    float shares[LABEL_PARTS];   // 1 together
} LabelParts;

// The same while it is gathered: a lane a look.
typedef struct LabelLanes {
    int count;
    int8 looks, functions;
    float8 shares; // 0 from `count` on
} LabelLanes;

// Whether all voxels that a cell's samples read have one label (label_borders.cl).
static int is_within_label(__global const ushort *labels, const int *dims, int3 cell) {
    const size_t words = (size_t)((dims[0] + 15) / 16);
    const size_t word = ((size_t)cell.z * (size_t)dims[1] + (size_t)cell.y) * words + (size_t)(cell.x >> 4);
    return labels[voxel_index(dims, 0, 0, dims[2]) + word] >> (cell.x & 15) & 1;
}

static void add_label(LabelLanes *lanes, __global const uint *label_colors, int last_label, int label,
                      float shares_yz, float share_x) {
    const int8 places = (int8)(0, 1, 2, 3, 4, 5, 6, 7);
    const int8 look = (int8)((int)label_colors[label]), function = (int8)((int)label_colors[last_label + 1 + label]);
    const int8 same = (lanes->looks == look) & (lanes->functions == function) & (places < lanes->count);
    const int is_new = !any(same);
    const int8 at = is_new ? places == lanes->count : same;
    lanes->looks = select(lanes->looks, look, at);
    lanes->functions = select(lanes->functions, function, at);
    lanes->shares = select(lanes->shares, fma((float8)(shares_yz), (float8)(share_x), lanes->shares), at);
    lanes->count = min(lanes->count + is_new, LABEL_PARTS);
}

// What four voxels in a row have to say about a place between the second and the third.
static void shares_of_voxels(float between, float *shares) {
    shares[0] = 0.25f * (1.0f - between);
    shares[1] = 0.25f * (2.0f - between);
    shares[2] = 0.25f * (1.0f + between);
    shares[3] = 0.25f * between;
}

// Leaves to each look what its share is above that of the largest less LABEL_FADE.
static float8 faded(float8 shares) {
    const float4 larger = fmax(shares.lo, shares.hi);
    const float2 largest = fmax(larger.lo, larger.hi);
    const float8 left = fmin(shares, fmax(shares - fmax(largest.x, largest.y) + LABEL_FADE, 0.0f));
    const float4 sums = left.lo + left.hi;
    const float2 sum = sums.lo + sums.hi;
    return left / (sum.x + sum.y);
}

// voxel  place in voxels of the arrays
static void label_parts(__global const ushort *labels, __global const uint *label_colors, int last_label,
                        const int *dims, float3 voxel, LabelParts *parts) {
    const int3 last = (int3)(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const int3 low = convert_int3_rtn(voxel), cell = clamp(low, (int3)(0), last);
    if (is_within_label(labels, dims, cell)) {
        const int label = min((int)labels[voxel_index(dims, cell.x, cell.y, cell.z)], last_label);
        parts->count = 1;
        parts->looks[0] = label_colors[label];
        parts->functions[0] = label_colors[last_label + 1 + label];
        parts->shares[0] = 1.0f;
        return;
    }
    const float3 between = voxel - convert_float3(low);
    float x[4], y[4], z[4];
    shares_of_voxels(between.x, x);
    shares_of_voxels(between.y, y);
    shares_of_voxels(between.z, z);
    const int4 columns = clamp(low.x + (int4)(-1, 0, 1, 2), (int4)(0), (int4)(last.x));
    LabelLanes lanes;
    lanes.count = 0;
    lanes.looks = lanes.functions = (int8)(0);
    lanes.shares = (float8)(0.0f);
    for (int at = 0; at < 64;) { // voxel by voxel, a whole row at once where it is alike
        const int i = at & 3, j = at >> 2 & 3, k = at >> 4;
        const size_t row = voxel_index(dims, 0, clamp(low.y + j - 1, 0, last.y), clamp(low.z + k - 1, 0, last.z));
        const int4 found = convert_int4((ushort4)(labels[row + (size_t)columns.x], labels[row + (size_t)columns.y],
                                                  labels[row + (size_t)columns.z], labels[row + (size_t)columns.w]));
        const int alike = i == 0 && all(found == (int4)(found.x));
        const int label = i < 2 ? (i == 0 ? found.x : found.y) : (i == 2 ? found.z : found.w);
        add_label(&lanes, label_colors, last_label, min(label, last_label), y[j] * z[k], alike ? 1.0f : x[i]);
        at += alike ? 4 : 1;
    }
    parts->count = lanes.count;
    vstore8(as_uint8(lanes.looks), 0, parts->looks);
    vstore8(as_uint8(lanes.functions), 0, parts->functions);
    vstore8(faded(lanes.shares), 0, parts->shares);
}

// Factor of the opacity of a look, 0 .. 1.
static float look_visibility(uint look) { return (float)(look >> 25) * (1.0f / 127.0f); }

// The colour of a look, or that of the transfer function. Each component in [0, 1].
static float3 look_color(uint look, float3 own) {
    const float3 color = convert_float3((uint3)(look & 255u, (look >> 8) & 255u, (look >> 16) & 255u)) / 255.0f;
    return (look >> 24) & 1u ? color : own;
}
