// How far two pictures are apart: differences of channels, and structural similarity.
#pragma once

#include "renderer/image.h"

#include <filesystem>

namespace voxmarch {

/// Edge of the window of structural similarity, pixels, and the deviation of its Gaussian weights.
constexpr int ssim_window = 11;
constexpr double ssim_deviation = 1.5;

struct PictureDifference {
    double mean = 0.0; ///< mean absolute difference of a channel, 0 .. 255
    int largest = 0;   ///< largest difference of a channel, 0 .. 255
    double ssim = 1.0; ///< structural similarity, -1 .. 1; 1 for equal pictures
};

/// Over r, g, b; where a picture has opacities, over r, g, b times opacity and the opacity.
/// Structural similarity is that of Wang, Bovik, Sheikh, Simoncelli 2004 (equation 13; K1 = 0.01, K2 = 0.03, L = 255)
/// with Gaussian weights over windows of 11 x 11 pixels, its mean over all windows inside the picture and over the
/// channels. Pictures smaller than a window have one of all pixels, equally weighted.
/// @throws UsageError if the sizes differ
/// Cost: some 110 multiplications a channel of a pixel.
PictureDifference picture_difference(const Image &a, const Image &b);

/// Any PNG as RGBA of 8 bits, unpacked in another process (volume/cage/caged_png.h). @throws FileError if there is none
Image read_picture(const std::filesystem::path &file);

} // namespace voxmarch
