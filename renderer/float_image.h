// A picture of floats in host memory, and its ways to light and to bytes.
#pragma once

#include "renderer/image.h"
#include "renderer/settings.h"

#include <vector>

namespace voxmarch {

/// Rows from the top.
struct FloatImage {
    int width = 0, height = 0;
    std::vector<float> rgba;  ///< colours multiplied by opacity
    std::vector<float> depth; ///< distance of what a pixel shows, see FrameOutput::depth; empty: not known
};

/// What a display is to show of a drawn frame (PixelFormat::rgba32f): with the exposure, and, unless it is transparent,
/// over the background, with opacity 1 everywhere. Without the tone curve: colours may be brighter than white.
FloatImage exposed(FloatImage frame, const RenderSettings &settings, bool transparent);

/// A picture as bytes, as PNG has them; brighter than white is white.
Image to_bytes(const FloatImage &display);

/// From values that displays take (sRGB, IEC 61966-2-1) to light, white 1. Values above 1 go on along the same curve.
FloatImage to_light(FloatImage display);

/// A picture of bytes as light.
FloatImage to_light(const Image &image);

} // namespace voxmarch
