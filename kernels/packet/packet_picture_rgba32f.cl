// Pictures of floats, without a background: colour multiplied by opacity, and opacity.
// Provides: Pixel, Pixels16, make_pixels, pixel_of.   Requires: front_alone, packet_types.cl.

typedef float4 Pixel;
typedef struct Pixels16 {
    float red[16], green[16], blue[16], opacity[16];
} Pixels16;

static Pixels16 make_pixels(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    Pixels16 pixels;
    float16 opacity;
    const Vector16 rgb = front_alone(frame, SCENE, front, &opacity);
    vstore16(rgb.x, 0, pixels.red);
    vstore16(rgb.y, 0, pixels.green);
    vstore16(rgb.z, 0, pixels.blue);
    vstore16(opacity, 0, pixels.opacity);
    return pixels;
}

static Pixel pixel_of(const Pixels16 *pixels, int lane) {
    return (float4)(pixels->red[lane], pixels->green[lane], pixels->blue[lane], pixels->opacity[lane]);
}
