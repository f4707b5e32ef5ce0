// The matter at a place of the volume.
// Provides: Matter, matter_at.   Requires: classify_*.cl, weights_*.cl, label_*.cl, clip_hole.cl, sample_*.cl.

typedef struct Matter {
    Sample sample;
    float3 position; // sampling space
    float opacity;   // of one voxel length, 0 .. 1
} Matter;

// Colour and opacity are those of every other way to draw: tables, labels and cuts are read by the same functions.
// voxel  place in voxel space
static Matter matter_at(const FrameParams *frame, SCENE_PARAMS, float3 voxel) {
    Matter matter;
    matter.position = sampling_from_voxel(voxel);
    matter.sample = weigh_by_extinction(classify(frame, SCENE, (const Ray *)0, 0.0f, matter.position));
    matter.opacity = matter.sample.opacity * label_opacity(frame, SCENE, matter.position);
    matter.opacity = is_cut_out(frame, voxel) ? 0.0f : matter.opacity;
    return matter;
}
