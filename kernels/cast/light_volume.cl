// Shadows and ambient occlusion from the light volume (thesis 3.6.6).
// Provides: light_at, unlit_share.   Requires: sample_*.cl, vectors.cl.

#define LEAST_SEEN 0.015625f // below it the 256 steps of the light volume are too coarse
#define OWN_SHADOW 16.0f     // whole where the cosine to the light is -1 / 16

// Share of the light and of the surroundings that a place sees, asked for some way in front of it: at a surface the
// texels around hold the shadow of what the surface encloses.
// What stands between a place and the eye mostly stands between it and the light, too: the matter that it lies in. It
// dims the place once, not twice, so that bodies in the light look as they do without shadows.
// outward  normal on the side that is seen, aligned space, shorter where there is less of a surface; 0 without one
// seen     share of the place's light that comes through to the eye, 0 .. 1
static float2 light_at(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 outward, float seen) {
    const float3 light = vector3(frame->light.direction);
    // On sides that face away from the light there is nothing towards it but the body itself, which throws its shadow on
    // them whether the texels are fine enough to hold it or not.
    const float surface = length(outward), facing = dot(outward, light);
    const float towards = frame->light_volume.bias[1] * (1.0f - surface + fmax(facing, 0.0f));
    const float3 ahead = fma((float3)(frame->light_volume.bias[0]), outward, fma((float3)(towards), light, position));
    const float2 share = sample_light(frame, SCENE, ahead);
    const float own_shadow = frame->light_volume.bias[1] > 0.0f ? clamp(-OWN_SHADOW * facing, 0.0f, surface) : 0.0f;
    return (float2)(fmin(share.x / fmax(seen, LEAST_SEEN), 1.0f) * (1.0f - own_shadow), share.y);
}

// What a place without a surface keeps of its colour: the surroundings give the ambient share, the light all else, and
// where it does not reach the light from the eye its part.
static float3 unlit_share(const FrameParams *frame, float2 light) {
    const float direct = fma(frame->material.fill, light.y - light.x * light.y, light.x);
    return fma(vector3(frame->material.ambient), (float3)(light.y - direct), direct);
}
