// Pictures of 8 bits a channel, over their background, opaque.
// Provides: Pixel, make_pixel.   Requires: nothing.

typedef uchar4 Pixel;

// over   what is seen over the background, each component in [0, 1]
// alone  the same without a background: premultiplied colour and opacity
static Pixel make_pixel(float3 over, float4 alone) { return convert_uchar4_sat_rte((float4)(over, 1.0f) * 255.0f); }
