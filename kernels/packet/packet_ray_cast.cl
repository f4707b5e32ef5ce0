// One work-item casts the rays of 4 x 4 pixels.
// Provides: kernel ray_cast.   Requires: packet_scene.cl, packet_cast_*.cl, packet_picture_*.cl, store_counts.

// global size: (packets across, packets down)
// pixels    row by row from the top
// counters  see count_on.cl; not touched by packet_count_off.cl
// layers    surfaces in the volume (layer.cl), layer_count of them at most along a ray; packet_cast_layers.cl alone
__kernel void ray_cast(const FrameParams frame_value, SCENE_PARAMS, __global Pixel *pixels, __global uint *counters,
                       __global const uint2 *layers, const int layer_count) {
    const FrameParams *frame = &frame_value;
    const int left = (int)get_global_id(0) * PACKET_WIDTH;
    const int top = (int)get_global_id(1) * PACKET_HEIGHT;
    const Rays rays = make_rays(frame, SCENE, left, top);
    Front front = empty_front();
    Counts counts = no_counts();
    cast_rays(frame, SCENE, &rays, left, top, layers, layer_count, &front, &counts);

    // Write the lanes that lie inside the image.
    const Pixels16 made = make_pixels(frame, SCENE, &front);
    for (int lane = 0; lane < 16; ++lane) {
        const int x = left + lane % PACKET_WIDTH;
        const int y = top + lane / PACKET_WIDTH;
        if (x < frame->view.size[0] && y < frame->view.size[1]) {
            const int pixel = y * frame->view.size[0] + x;
            pixels[pixel] = pixel_of(&made, lane);
            store_counts(counters, pixel, lane, &counts);
        }
    }
}
