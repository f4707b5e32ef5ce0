// Pictures of floats, without a background: colour multiplied by opacity, and opacity.
// Provides: Pixel, make_pixel.   Requires: nothing.

typedef float4 Pixel;

// over   what is seen over the background
// alone  the same without a background: premultiplied colour and opacity
static Pixel make_pixel(float3 over, float4 alone) { return alone; }
