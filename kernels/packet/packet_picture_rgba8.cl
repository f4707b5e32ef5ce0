// Pictures of 8 bits a channel, over their background, opaque.
// Provides: Pixel, Pixels16, make_pixels, pixel_of.   Requires: front_rgb, packet_types.cl.

typedef uchar4 Pixel;
typedef struct Pixels16 {
    uchar red[16], green[16], blue[16];
} Pixels16;

static Pixels16 make_pixels(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    Pixels16 pixels;
    const Vector16 rgb = front_rgb(frame, SCENE, front);
    vstore16(convert_uchar16_sat_rte(rgb.x * 255.0f), 0, pixels.red);
    vstore16(convert_uchar16_sat_rte(rgb.y * 255.0f), 0, pixels.green);
    vstore16(convert_uchar16_sat_rte(rgb.z * 255.0f), 0, pixels.blue);
    return pixels;
}

static Pixel pixel_of(const Pixels16 *pixels, int lane) {
    return (uchar4)(pixels->red[lane], pixels->green[lane], pixels->blue[lane], 255);
}
