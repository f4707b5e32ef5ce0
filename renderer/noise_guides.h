// Takes the noise out of pictures that are added up sample by sample.
#pragma once

#include "renderer/denoiser.h"

namespace voxmarch {

/// Makes means of their sums.
ProgramSource guides_source();

/// What the denoiser is led by, added up beside the light of the samples. Refers to its device.
class NoiseGuides {
public:
    static constexpr std::uint64_t pixel_bytes = 36 + 52; ///< that it keeps: sums and means

    explicit NoiseGuides(Device &device) : device_(&device), kernels_(device), denoiser_(device) {}

    /// Makes room for a picture of which no sample is there. @throws MemoryError
    void begin(int width, int height);

    /// Of the samples so far, row by row; paths are added by kernels/trace/trace_guides.cl.
    struct Sums {
        Buffer albedo;  ///< float4: r, g, b of what was hit first; number of the samples that hit anything
        Buffer normal;  ///< float4: normals there; distances from the eye
        Buffer squares; ///< float: squared luminances of the samples
    };
    const Sums &sums() const { return sums_; }
    int width() const { return width_; }

    /// Makes the picture of so many samples. picture() holds it: premultiplied colours and opacity, without noise.
    /// @param sum      of the samples, float4
    /// @param samples  at least 2
    [[nodiscard]] Events denoise(const Buffer &sum, int samples);

    const Buffer &picture() const { return color_; }

private:
    Device *device_;
    KernelCache kernels_;
    Denoiser denoiser_;
    Sums sums_;
    Buffer color_, albedo_, normal_, variance_; ///< means
    int width_ = 0, height_ = 0;
};

} // namespace voxmarch
