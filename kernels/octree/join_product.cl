// The most opaque that a leaf of several channels may be, each of which stops its share of the light.
// Provides: NOTHING_JOINED, joined, joined_opacity.   Requires: nothing.
//
// The arithmetic is that of mix_product.cl, channel after channel, so that no sample is denser than the bound of its leaf.

#define NOTHING_JOINED 1.0f // share of the light that comes through before any channel

// rest     share that comes through those before
// opacity  the largest of one more
static float joined(float rest, float opacity) { return fma(-opacity, rest, rest); }

static float joined_opacity(float rest) { return 1.0f - rest; }
