// One work-item casts the rays of 4 x 4 pixels.
// Provides: kernel ray_cast.   Requires: packet_scene.cl, traverse.

// global size: (packets across, packets down)
// pixels    RGBA8, row by row from the top
// counters  see count_on.cl; not touched by packet_count_off.cl
__kernel void ray_cast(const FrameParams frame_value, SCENE_PARAMS, __global uchar4 *pixels, __global uint *counters) {
    const FrameParams *frame = &frame_value;
    const int left = (int)get_global_id(0) * PACKET_WIDTH;
    const int top = (int)get_global_id(1) * PACKET_HEIGHT;
    const Rays rays = make_rays(frame, SCENE, left, top);
    Front front = empty_front();
    Counts counts = no_counts();
    traverse(frame, SCENE, &rays, &front, &counts);

    // Write the lanes that lie inside the image.
    uchar red[16], green[16], blue[16];
    const float16 behind = front.transmittance;
    vstore16(convert_uchar16_sat_rte((front.rgb.x + behind * frame->compositing.background[0]) * 255.0f), 0, red);
    vstore16(convert_uchar16_sat_rte((front.rgb.y + behind * frame->compositing.background[1]) * 255.0f), 0, green);
    vstore16(convert_uchar16_sat_rte((front.rgb.z + behind * frame->compositing.background[2]) * 255.0f), 0, blue);
    for (int lane = 0; lane < 16; ++lane) {
        const int x = left + lane % PACKET_WIDTH;
        const int y = top + lane / PACKET_WIDTH;
        if (x < frame->view.size[0] && y < frame->view.size[1]) {
            const int pixel = y * frame->view.size[0] + x;
            pixels[pixel] = (uchar4)(red[lane], green[lane], blue[lane], 255);
            store_counts(counters, pixel, lane, &counts);
        }
    }
}
