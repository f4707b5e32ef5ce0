// Launches the kernels of kernels/cast/finish_picture.cl.
#include "renderer/sample_sum.h"

#include "device/staged_download.h"
#include "isosurface/extraction_parts.h"
#include "renderer/program_files.h"

#include <array>
#include <cmath>
#include <span>

namespace voxmarch {

namespace {

LaunchSize one_a_pixel(int pixels) { return {{round_up(static_cast<std::size_t>(pixels), 64), 1, 1}, {64, 1, 1}}; }

std::array<float, 4> color_of(const glm::vec3 &rgb) { return {rgb.r, rgb.g, rgb.b, 1.0f}; }

} // namespace

void SampleSum::begin(int width, int height, const RenderSettings &settings) {
    width_ = width;
    height_ = height;
    if (!is_denoised(settings)) {
        guides_.reset();
    } else {
        if (!guides_) {
            guides_.emplace(*device_);
        }
        guides_->begin(width, height);
    }
    reserve_at_least(*device_, sum_, std::uint64_t(width) * std::uint64_t(height) * pixel_bytes(PixelFormat::rgba32f),
                     "sum of samples");
}

Event SampleSum::add(const Buffer &picture, const PicturePart &part, int number) {
    const int pixels = part.width * part.height;
    return kernels_.kernel(finish_source(ToneCurve::none), "add_sample")
        .launch(one_a_pixel(pixels), named("part", picture), named("sum", sum_), named("is_first", int{number == 0}),
                named("width", part.width), named("count", pixels), named("place", place_of(part)),
                named("stride", width_));
}

std::vector<float> SampleSum::sums() const {
    std::vector<float> floats(std::size_t(width_) * std::size_t(height_) * 4);
    sum_.download(std::as_writable_bytes(std::span(floats)));
    return floats;
}

Event SampleSum::finish(const RenderSettings &settings, int samples, const PicturePart &place, int rows,
                        PixelFormat format) {
    denoising_ = guides_ ? guides_->denoise(sum_, samples) : Events();
    const Buffer &sum = guides_ ? guides_->picture() : sum_;
    const float share = guides_ ? 1.0f : 1.0f / static_cast<float>(samples);
    if (format == PixelFormat::rgba8) {
        return finish_sum(sum, settings, share, place, rows);
    }
    const int pixels = width_ * height_;
    reserve(*device_, pixels_, std::uint64_t(pixels) * pixel_bytes(format), "picture");
    return kernels_.kernel(finish_source(ToneCurve::none), "mean_of_samples")
        .launch(one_a_pixel(pixels), named("sum", sum), named("pixels", pixels_), named("share", share),
                named("count", pixels));
}

Image SampleSum::picture(const RenderSettings &settings, int samples) {
    const Event made = finish(settings, samples, {0, 0, width_, height_}, height_);
    return {width_, height_, read_back(*device_, pixels_, [&] { made.wait(); })};
}

Event SampleSum::finish_of(const Buffer &picture, const RenderSettings &settings, const PicturePart &place, int rows) {
    return finish_sum(picture, settings, 1.0f, place, rows);
}

Event SampleSum::finish_sum(const Buffer &sum, const RenderSettings &settings, float share, const PicturePart &place,
                            int rows) {
    const int pixels = place.width * place.height;
    reserve(*device_, pixels_, std::uint64_t(pixels) * pixel_bytes(PixelFormat::rgba8), "picture");
    const PictureFinish &finish = settings.finish;
    const auto gain = static_cast<float>(std::exp2(finish.exposure));
    return kernels_.kernel(finish_source(finish.tone), "finish_picture")
        .launch(one_a_pixel(pixels), named("sum", sum), named("share", share), named("gain", gain),
                named("is_light", is_traced(settings) ? 1 : 0), named("bottom", color_of(settings.background)),
                named("top", color_of(finish.background_top.value_or(settings.background))),
                named("origin", std::array<int, 2>{place.x, place.y}), named("rows", rows), named("width", place.width),
                named("count", pixels), named("pixels", pixels_));
}

} // namespace voxmarch
