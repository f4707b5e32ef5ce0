// There is nothing but isosurfaces.
// Provides: Matter, matter_at.   Requires: classify_*.cl, sample_*.cl.

typedef struct Matter {
    Sample sample;
    float3 position; // sampling space
    float opacity;   // 0
} Matter;

static Matter matter_at(const FrameParams *frame, SCENE_PARAMS, float3 voxel) {
    Matter matter;
    matter.position = sampling_from_voxel(voxel);
    matter.sample = classify(frame, SCENE, (const Ray *)0, 0.0f, matter.position);
    matter.opacity = 0.0f;
    return matter;
}
