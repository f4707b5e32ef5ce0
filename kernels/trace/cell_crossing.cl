// Where the value of an interpolated field reaches an isovalue on a way through one cell: there it is a cubic.
// Provides: cubic_in_cell, value_of_cubic, crossing_of_cubic.   Requires: field_place_whole.cl.

// Coefficients of 1, s, s^2 and s^3 of the values at s in [0, 1] on a way from one place of a cell to another.
// begin  in the cell, 0 .. 1 along each axis
// way    to the other place
static float4 cubic_in_cell(const FieldCell *cell, float3 begin, float3 way) {
    const float4 change = cell->right - cell->left;
    const float4 at_x = fma((float4)(begin.x), change, cell->left), by_x = way.x * change; // of four edges: 1, s
    const float2 at_step = at_x.yw - at_x.xz, by_step = by_x.yw - by_x.xz;
    const float2 one = fma((float2)(begin.y), at_step, at_x.xz); // of two faces: 1, s, s^2
    const float2 linear = by_x.xz + begin.y * by_step + way.y * at_step, squared = way.y * by_step;
    const float4 low = (float4)(one.x, linear.x, squared.x, 0.0f);
    const float4 step = (float4)(one.y, linear.y, squared.y, 0.0f) - low;
    return low + begin.z * step + way.z * (float4)(0.0f, step.x, step.y, step.z);
}

static float value_of_cubic(float4 cubic, float s) {
    return fma(fma(fma(cubic.w, s, cubic.z), s, cubic.y), s, cubic.x);
}

// Where a cubic that rises or falls all the way is 0: the Illinois method, eight steps.
static float root_of_cubic(float4 cubic, float begin, float end) {
    float low = value_of_cubic(cubic, begin), high = value_of_cubic(cubic, end), s = begin;
    int side = 0;
    for (int i = 0; i < 8; ++i) {
        s = clamp(fma(end - begin, low / (low - high), begin), begin, end);
        const float value = value_of_cubic(cubic, s);
        if ((value >= 0.0f) == (low >= 0.0f)) {
            begin = s;
            low = value;
            high = side == 1 ? 0.5f * high : high;
            side = 1;
        } else {
            end = s;
            high = value;
            low = side == 2 ? 0.5f * low : low;
            side = 2;
        }
    }
    return s;
}

// The first place from `from` on where the values, less the isovalue, change to the other side; 2 if none is. Between
// the places where they turn they rise or fall, so that none is missed (Marmitt and others 2004, "Fast and accurate
// ray-voxel intersection techniques for iso-surface ray tracing").
// inside  whether they have not been below 0. Where rounding says so at `from`, they change there at once.
static float crossing_of_cubic(float4 cubic, float from, int inside) {
    const float a = 3.0f * cubic.w, b = cubic.z, c = cubic.y; // the derivative is a s^2 + 2 b s + c
    const float beneath = b * b - a * c;
    float turns[3] = {1.0f, 1.0f, 1.0f};
    if (beneath > 0.0f) {
        const float q = -(b + copysign(sqrt(beneath), b));
        const float first = q / copysign(fmax(fabs(a), 1e-20f), a), second = c / q;
        turns[0] = clamp(fmin(first, second), from, 1.0f);
        turns[1] = clamp(fmax(first, second), from, 1.0f);
    }
    float begin = from, end = from;
    int changes = 0;
    for (int i = 0; i < 3 && !changes; ++i) {
        begin = end;
        end = turns[i];
        changes = end > begin && (value_of_cubic(cubic, end) >= 0.0f) != inside;
    }
    if (!changes) {
        return 2.0f;
    }
    return (value_of_cubic(cubic, begin) >= 0.0f) != inside ? begin : root_of_cubic(cubic, begin, end);
}
