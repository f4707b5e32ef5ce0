// Channels are mixed as light is: where two shine alike, both colours are there in full.
// Provides: mix_shares.   Requires: mix_product.cl, mix_value_*.cl.

// shares  of the colours of the channels; 1 of the strongest
static void mix_shares(const MixValue *parts, MixValue *shares) {
    const MixValue largest = fmax(fmax(parts[0], parts[1]), fmax(parts[2], parts[3]));
    const MixValue inverse = (MixValue)(1.0f) / fmax(largest, (MixValue)(1e-20f));
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        shares[i] = parts[i] * inverse;
    }
}
