// Layers of surfaces: what the pixels see of surfaces, front to back.
// Provides: NO_LAYER, make_layer, layer_depth, layer_rgba.   Requires: nothing.
//
// A layer is a pair of words: bits of the distance from the eye, aligned lengths (NO_LAYER: nothing, and nothing
// behind); r | g << 8 | b << 16 | a << 24, not premultiplied. Layer i of pixel p is layers[i * pixels + p].

#define NO_LAYER 0xffffffffu

// rgba  each component in [0, 1]
static uint2 make_layer(float depth, float4 rgba) {
    const uint4 bytes = convert_uint4_sat_rte(rgba * 255.0f);
    return (uint2)(as_uint(depth), bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24);
}

static float layer_depth(uint2 layer) { return as_float(layer.x); }

static float4 layer_rgba(uint2 layer) {
    const uint c = layer.y;
    return convert_float4((uint4)(c & 255u, (c >> 8) & 255u, (c >> 16) & 255u, c >> 24)) * (1.0f / 255.0f);
}
