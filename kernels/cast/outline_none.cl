// Surfaces have no outlines.
// Provides: outline_share.   Requires: nothing.

// Of the colour of a sample, 0 .. 1.
static float outline_share(const FrameParams *frame, float toward_eye, float certainty) { return 1.0f; }
