// Takes noise out of traced pictures, led by what their pixels show.
#pragma once

#include "device/device.h"
#include "device/kernel_cache.h"
#include "device/memory.h"

namespace voxmarch {

/// How far apart pixels may be and still count as one surface: a tolerance apart they have 1/e of their weight. Those
/// of normals, depths and albedos are wider where these are noise themselves: where a pixel is like none of its
/// neighbours.
struct DenoiseSettings {
    /// Passes; each looks twice as far as the one before, the last 2^levels pixels. Range [1, 10].
    int levels = 5;
    /// Of the luminance of light, means over 3x3 pixels, in standard deviations of a pixel's noise. Above 0.
    float luminance = 4.0f;
    /// Between normals, of length 1 where they are certain. Above 0.
    float normal = 0.2f;
    /// Off the plane of the other pixel, share of the depth. Above 0.
    float depth = 0.02f;
    /// Between albedos. Above 0.
    float albedo = 0.3f;
};

/// A traced picture, row by row. All are plain means over the samples of a pixel, of which those that hit nothing count
/// as 0.
struct DenoiseInput {
    int width, height;
    const Buffer &color;    ///< float4: linear r, g, b, premultiplied, and opacity
    const Buffer &albedo;   ///< float4: r, g, b of what was hit first, 0 .. 1, premultiplied; coverage
    const Buffer &normal;   ///< float4: normal there, 0 where there is none; depth of those that hit, any unit; 0: none
    const Buffer &variance; ///< float: of the mean's luminance (BT.709), which is that of a sample / number of samples
};

/// The kernels of kernels/denoise.
ProgramSource denoise_source();

/// An edge-avoiding a-trous wavelet filter of the light alone (SVGF of a single picture, Schied et al. 2017). Refers to
/// its device; keeps 80 bytes a pixel from picture to picture.
class Denoiser {
public:
    static constexpr std::uint64_t pixel_bytes = 80; ///< that it keeps

    explicit Denoiser(Device &device) : device_(&device), kernels_(device) {}

    /// Colours sum to what they summed to before, to rounding. Opacities stay as they are, and so do pixels without
    /// coverage or depth. A pixel with anything that is not finite, or beyond 1e9 (variances: 1e18), in any buffer is
    /// refused: its neighbours are as without it, and what of its colour is not finite becomes 0.
    /// @param output  as DenoiseInput::color, and may be the same; made as large as need be
    /// @throws UsageError for settings out of range, pictures without pixels and buffers that are too small;
    ///         MemoryError, DeviceError
    [[nodiscard]] Events run(const DenoiseInput &input, Buffer &output, const DenoiseSettings &settings = {});

private:
    Device *device_;
    KernelCache kernels_;
    Buffer light_, smooth_, surface_, slopes_, tolerances_, around_;

    void reserve_for(std::uint64_t pixels);
};

} // namespace voxmarch
