// Puts layers of surfaces over the background.
// Provides: kernel blend_layers.   Requires: layer.cl, vectors.cl, count_*.cl, picture_*.cl.

// pixels    row by row from the top
// counters  see count_depth.cl; not touched by count_off.cl
// One work-item a pixel.
__kernel void blend_layers(const FrameParams frame_value, __global const uint2 *layers, const int layer_count,
                           __global Pixel *pixels, __global uint *counters) {
    const FrameParams *frame = &frame_value;
    const size_t count = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel >= count) {
        return;
    }
    float3 rgb = (float3)(0.0f);
    float transmittance = 1.0f;
    Counts counts = no_counts();
    for (int i = 0; i < layer_count; ++i) {
        const uint2 layer = layers[(size_t)i * count + pixel];
        if (layer.x == NO_LAYER) {
            break;
        }
        const float4 rgba = layer_rgba(layer);
        rgb += transmittance * rgba.w * rgba.xyz;
        transmittance *= 1.0f - rgba.w;
        count_opacity(&counts, transmittance, layer_depth(layer));
    }
    const float4 alone = (float4)(rgb, 1.0f - transmittance);
    rgb += transmittance * vector3(frame->compositing.background);
    pixels[pixel] = make_pixel(rgb, alone);
    store_counts(counters, (int)pixel, &counts);
}
