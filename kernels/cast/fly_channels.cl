// Normals follow the opacity of all channels.
// Provides: field_at.   Requires: classify_channels.cl.

static float field_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return channels_at(frame, SCENE, position).opacity;
}
