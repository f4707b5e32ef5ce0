// Labels hide or colour what carries them, and fade into each other at their borders; label_smooth.cl for 16 samples.
// Provides: Labels16, labels_of_cells, label_opacities, label_rgb.
// Requires: packet_types.cl, packet_scene.cl, packet_gather.cl, packet_sample.cl, label_parts.cl.
//
// Lanes within a label go on together, those at borders one after the other.

typedef struct Labels16 {
    float16 opacity; // factors, 0 .. 1
    float16 own;     // shares of the transfer function's colour
    Vector16 rgb;    // those of the labels, times their shares
} Labels16;

// One lane at a border.
static void parts_of_lane(const FrameParams *frame, SCENE_PARAMS, float3 voxel, float *opacity, float *own, float *rgb) {
    LabelParts parts;
    label_parts(labels, label_colors, frame->volume.last_label, frame->volume.dims, voxel, &parts);
    float3 sum = (float3)(0.0f);
    float seen = 0.0f, seen_own = 0.0f;
    for (int i = 0; i < parts.count; ++i) {
        const float visibility = look_visibility(parts.looks[i]);
        const int colored = parts.looks[i] >> 24 & 1u;
        const float3 color = look_color(parts.looks[i], (float3)(0.0f));
        seen = fma(parts.shares[i], visibility, seen);
        seen_own = fma(parts.shares[i], colored ? 0.0f : visibility, seen_own);
        sum = fma((float3)(parts.shares[i] * visibility), color, sum);
    }
    const float whole = fmax(seen, 1e-20f);
    *opacity = seen;
    *own = seen_own / whole;
    vstore3(sum / whole, 0, rgb);
}

static float16 look_channel(uint16 entries, uint shift) {
    return select((float16)(0.0f), convert_float16(as_int16((entries >> shift) & 255u)) * (1.0f / 255.0f),
                  (as_int16(entries) & (1 << 24)) != 0);
}

// Any where no lane is `asked` for.
static Labels16 labels_of_cells(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, int16 asked) {
    Labels16 found;
    found.opacity = found.own = found.rgb.x = found.rgb.y = found.rgb.z = (float16)(0.0f);
    if (!any(asked)) {
        return found;
    }
    const int row = frame->volume.dims[0], words = (row + 15) / 16;
    const int16 line = (cell.lowest - convert_int16(cell.position.x)) / row, column = cell.lowest - line * row;
    const int16 word = gather_ushort(labels + (size_t)row * frame->volume.dims[1] * frame->volume.dims[2],
                                     line * words + (column >> 4));
    const int16 within = ((word >> (column & 15)) & 1) != 0;
    const uint16 entries =
        gather_uint(label_colors, min(gather_ushort(labels, cell.lowest), (int16)(frame->volume.last_label)));
    found.opacity = convert_float16(as_int16(entries >> 25u)) * (1.0f / 127.0f);
    found.own = select((float16)(1.0f), (float16)(0.0f), (as_int16(entries) & (1 << 24)) != 0);
    found.rgb.x = look_channel(entries, 0);
    found.rgb.y = look_channel(entries, 8);
    found.rgb.z = look_channel(entries, 16);
    const int16 at_border = asked & ~within;
    if (!any(at_border)) {
        return found;
    }
    float x[16], y[16], z[16], opacity[16], own[16], red[16], green[16], blue[16];
    int lanes[16];
    vstore16(cell.position.x, 0, x);
    vstore16(cell.position.y, 0, y);
    vstore16(cell.position.z, 0, z);
    vstore16(found.opacity, 0, opacity);
    vstore16(found.own, 0, own);
    vstore16(found.rgb.x, 0, red);
    vstore16(found.rgb.y, 0, green);
    vstore16(found.rgb.z, 0, blue);
    vstore16(at_border, 0, lanes);
    for (int lane = 0; lane < 16; ++lane) {
        if (lanes[lane]) {
            float rgb[3];
            parts_of_lane(frame, SCENE, (float3)(x[lane], y[lane], z[lane]), opacity + lane, own + lane, rgb);
            red[lane] = rgb[0];
            green[lane] = rgb[1];
            blue[lane] = rgb[2];
        }
    }
    found.opacity = vload16(0, opacity);
    found.own = vload16(0, own);
    found.rgb.x = vload16(0, red);
    found.rgb.y = vload16(0, green);
    found.rgb.z = vload16(0, blue);
    return found;
}

static float16 label_opacities(Labels16 found) { return found.opacity; }

static Vector16 label_rgb(Labels16 found, Vector16 rgb) { return along(found.rgb, found.own, rgb); }
