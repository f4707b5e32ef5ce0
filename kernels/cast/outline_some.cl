// Surfaces are darker where they turn away from the eye, as drawings have outlines.
// Provides: outline_share.   Requires: nothing.

// Of the colour of a sample, 0 .. 1.
// toward_eye  cosine of normal and direction to the eye, of either sign;  certainty  that there is a surface, 0 .. 1
static float outline_share(const FrameParams *frame, float toward_eye, float certainty) {
    const float aside = fmax(1.0f - fabs(toward_eye), 0.0f);
    return fma(-frame->material.outline * certainty, aside * aside, 1.0f);
}
