// Of the channels the one of the largest opacity is seen.
// Provides: mixed_opacity, mix_shares.   Requires: mix_value_*.cl, shared_types.h.

// parts  opacities of the channels, CHANNEL_LIMIT of them; 0 of those that are not there
static MixValue mixed_opacity(const MixValue *parts) {
    return fmax(fmax(parts[0], parts[1]), fmax(parts[2], parts[3]));
}

// shares  of the colours of the channels: 1 of the first that has the largest opacity
static void mix_shares(const MixValue *parts, MixValue *shares) {
    const MixValue largest = mixed_opacity(parts);
    MixValue rest = (MixValue)(1.0f);
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        shares[i] = rest * step(largest, parts[i]);
        rest -= shares[i];
    }
}
