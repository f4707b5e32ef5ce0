// Powers of eight shares by the library, which GPUs compute in few instructions.
// Provides: powers.   Requires: nothing.

// shares  [0, 1];  exponent  > 0
static float8 powers(float8 shares, float exponent) { return exp2(exponent * log2(fmax(shares, 1e-30f))); }
