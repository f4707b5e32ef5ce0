// Colours of the transfer tables, 10 bits a channel: r | g << 10 | b << 20.
// Provides: shifted_channels, rgb_of_channels, rgb_between.   Requires: nothing.

// The three 10-bit channels of a packed table colour, each plus 2^23: the bits become the low bits of its mantissa.
// Conversions between integers and floats run at a quarter of the rate on GPUs; six a sample would be the bottleneck.
static float3 shifted_channels(uint packed) {
    const uint3 channels = (uint3)(packed & 1023u, (packed >> 10) & 1023u, packed >> 20);
    return as_float3(channels | 0x4b000000u);
}

// Channels 0 .. 1023 as r, g, b in [0, 1].
static float3 rgb_of_channels(float3 channels) { return channels * (1.0f / 1023.0f); }

// Between two entries, r, g, b in [0, 1]. share  0 .. 1 from the first to the second
static float3 rgb_between(uint2 entries, float share) {
    const float3 first = shifted_channels(entries.x), second = shifted_channels(entries.y);
    return rgb_of_channels(fma((float3)(share), second - first, first - 8388608.0f));
}
