// Pictures of floats, added up sample by sample, and what is made of their mean.
#pragma once

#include "device/device.h"
#include "renderer/image.h"
#include "renderer/noise_guides.h"
#include "renderer/settings.h"

#include <optional>
#include <vector>

namespace voxmarch {

/// A part of a picture: its first column and row, and its size, pixels.
struct PicturePart {
    int x = 0, y = 0, width, height;
};

/// Refers to its device.
class SampleSum {
public:
    explicit SampleSum(Device &device) : device_(&device), kernels_(device) {}

    /// Makes room for a picture of which no sample is there. @throws MemoryError
    /// @param settings  whether it is denoised counts
    void begin(int width, int height, const RenderSettings &settings);

    /// What leads the denoiser, to be added to with each sample; null: the picture is not denoised.
    NoiseGuides *guides() { return guides_ ? &*guides_ : nullptr; }

    /// Of the first pixel of a part, row by row.
    int place_of(const PicturePart &part) const { return part.y * width_ + part.x; }

    /// Adds one sample of each pixel of a part. Samples are added in their order, so that sums are the same bit for bit
    /// in whatever parts they come.
    /// @param picture  of the part: premultiplied colour and opacity, row by row
    /// @param number   of the sample, from 0
    [[nodiscard]] Event add(const Buffer &picture, const PicturePart &part, int number);

    /// Makes the picture of so many samples. @return what ran; pixels() holds it
    /// @param settings  background and finish count
    /// @param place     of the picture in a larger one, with that one's rows
    [[nodiscard]] Event finish(const RenderSettings &settings, int samples, const PicturePart &place, int rows,
                               PixelFormat format = PixelFormat::rgba8);

    /// The same of pictures of one sample that lie elsewhere.
    [[nodiscard]] Event finish_of(const Buffer &picture, const RenderSettings &settings, const PicturePart &place,
                                  int rows);

    const Buffer &pixels() const { return pixels_; }

    /// Premultiplied r, g, b and opacity of each pixel, row by row.
    std::vector<float> sums() const;

    /// What took the noise out of the last picture that was made. Empty: nothing.
    const Events &denoising() const { return denoising_; }

    /// The same of the whole picture, in host memory.
    Image picture(const RenderSettings &settings, int samples);

private:
    Device *device_;
    KernelCache kernels_;
    Buffer sum_, pixels_;
    std::optional<NoiseGuides> guides_;
    Events denoising_;
    int width_ = 0, height_ = 0;

    Event finish_sum(const Buffer &sum, const RenderSettings &settings, float share, const PicturePart &place,
                     int rows);
};

} // namespace voxmarch
