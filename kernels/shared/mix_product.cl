// The opacity of several channels, each of which stops its share of the light.
// Provides: mixed_opacity.   Requires: mix_value_*.cl, shared_types.h.

// parts  opacities of the channels, CHANNEL_LIMIT of them; 0 of those that are not there
// 0 exactly where all are 0. The arithmetic is spelled out, so that every program rounds alike.
static MixValue mixed_opacity(const MixValue *parts) {
    MixValue rest = (MixValue)(1.0f);
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        rest = fma(-parts[i], rest, rest);
    }
    return (MixValue)(1.0f) - rest;
}
