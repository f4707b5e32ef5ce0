// Labels hide or colour what carries them, and fade into each other at their borders; label_volume.cl without the steps
// of voxels.
// Provides: label_opacity, label_rgb.   Requires: scene_*.cl, sample_*.cl, label_parts.cl.

static void parts_around(const FrameParams *frame, SCENE_PARAMS, float3 position, LabelParts *parts) {
    label_parts(labels, label_colors, frame->volume.last_label, frame->volume.dims,
                position - sampling_from_voxel((float3)(0.0f)), parts);
}

// Factor of the opacity, 0 .. 1; 0 where all looks are hidden.
static float label_opacity(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    LabelParts parts;
    parts_around(frame, SCENE, position, &parts);
    float opacity = 0.0f;
    for (int i = 0; i < parts.count; ++i) {
        opacity = fma(parts.shares[i], look_visibility(parts.looks[i]), opacity);
    }
    return opacity;
}

// The looks' colours, weighted by what is seen of each.
static float3 label_rgb(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 rgb) {
    LabelParts parts;
    parts_around(frame, SCENE, position, &parts);
    if (parts.count == 1) {
        return look_color(parts.looks[0], rgb);
    }
    float3 sum = (float3)(0.0f);
    float seen = 0.0f;
    for (int i = 0; i < parts.count; ++i) {
        const float share = parts.shares[i] * look_visibility(parts.looks[i]);
        sum = fma((float3)(share), look_color(parts.looks[i], rgb), sum);
        seen = fma(parts.shares[i], look_visibility(parts.looks[i]), seen);
    }
    return sum / fmax(seen, 1e-20f);
}
