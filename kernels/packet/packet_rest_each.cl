// What is left of 16 rays between their last whole steps and surfaces, for samples that know nothing of their
// neighbours; rest_each.cl in lanes.
// Provides: samples_before_surfaces, integrate_rests.
// Requires: packet_integrate.cl, packet_hole_*.cl, packet_interpolate_*.cl, packet_math.cl, packet_classify_*.cl,
// packet_label_*.cl.

// Whole steps of rays that end at surfaces.
static float16 samples_before_surfaces(const Rays *rays) { return max(floor(rays->exit - rays->entry), 0.0f); }

// Takes one more sample of some lanes, its opacity corrected to the rest of a step.
static void integrate_rests(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int16 lanes, Front *front,
                            Counts *counts) {
    const float16 whole = samples_before_surfaces(rays), share = rays->exit - rays->entry - whole;
    const float16 k = whole + rays->entry + 0.5f * share;
    const int16 marching = lanes & (share > 1e-3f) & ~rests_in_holes(&rays->holes, whole, k);
    if (!any(marching)) {
        return;
    }
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, k));
    Sample sample = classify(frame, SCENE, rays, k, cell, &front->kept);
    const Labels16 label = labels_of_cells(frame, SCENE, cell, sample.opacity > 0.0f);
    const float16 opacity = sample.opacity * label_opacities(label);
    sample.opacity = 1.0f - exp2_16(max(share * log2_16(max(1.0f - opacity, 1e-30f)), -100.0f));
    const int16 visible = marching & (opacity > 0.0f);
    count_samples(counts, marching, visible);
    if (any(visible)) {
        composite(frame, SCENE, rays, k, cell, &sample, label, visible, front);
    }
}
