// The most opaque that a leaf may be of which the largest opacity is seen: that of one of several channels, or of one of
// the functions that its labels have.
// Provides: NOTHING_JOINED, joined, joined_opacity.   Requires: nothing.

#define NOTHING_JOINED 0.0f

// largest  of those before
static float joined(float largest, float opacity) { return fmax(largest, opacity); }

static float joined_opacity(float largest) { return largest; }
