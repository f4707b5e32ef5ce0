// The denoiser on the CPU, in double precision: written to be read, not to be fast.
#pragma once

#include "renderer/denoiser.h"

#include <vector>

namespace voxmarch {

/// What DenoiseInput refers to, in host memory; 4 floats a pixel but for the variance.
struct DenoisePicture {
    int width = 0, height = 0;
    std::vector<float> color, albedo, normal, variance;
};

/// The picture afterwards, as color.
std::vector<float> reference_denoise(const DenoisePicture &picture, const DenoiseSettings &settings = {});

} // namespace voxmarch
