// Channels are mixed as matter is: light has to come through all of them, and each colours what it stops.
// Provides: mix_shares.   Requires: mix_product.cl, mix_value_*.cl.

// shares  of the colours of the channels; 1 in all where a part is not 0
static void mix_shares(const MixValue *parts, MixValue *shares) {
    const MixValue sum = parts[0] + parts[1] + parts[2] + parts[3];
    const MixValue inverse = (MixValue)(1.0f) / fmax(sum, (MixValue)(1e-20f));
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        shares[i] = parts[i] * inverse;
    }
}
