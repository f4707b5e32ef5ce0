// Launches the kernel of kernels/denoise/mean_of_guides.cl.
#include "renderer/noise_guides.h"

#include "isosurface/extraction_parts.h"

namespace voxmarch {

void NoiseGuides::begin(int width, int height) {
    width_ = width;
    height_ = height;
    const std::uint64_t pixels = std::uint64_t(width) * std::uint64_t(height);
    const auto begin = [&](Buffer &sum, std::uint64_t bytes, const char *what) {
        reserve_at_least(*device_, sum, pixels * bytes, what);
        sum.fill(0);
    };
    begin(sums_.albedo, 16, "albedo of pixels");
    begin(sums_.normal, 16, "normals of pixels");
    begin(sums_.squares, 4, "squared light of pixels");
}

ProgramSource guides_source() {
    ProgramSource source;
    source.name = "mean_of_guides";
    source.files = {"denoise_surface.cl", "settle_coverage.cl", "mean_of_guides.cl"};
    return source;
}

Events NoiseGuides::denoise(const Buffer &sum, int samples) {
    const std::uint64_t count = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    reserve_at_least(*device_, color_, count * 16, "mean of samples");
    reserve_at_least(*device_, albedo_, count * 16, "mean albedo");
    reserve_at_least(*device_, normal_, count * 16, "mean normals");
    reserve_at_least(*device_, variance_, count * 4, "variance of the mean");
    Events events{
        kernels_.kernel(guides_source(), "mean_of_guides")
            .launch(
                {{round_up(static_cast<std::size_t>(width_), 16), round_up(static_cast<std::size_t>(height_), 4), 1},
                 {16, 4, 1}},
                named("color_sum", sum), named("albedo_sum", sums_.albedo), named("normal_sum", sums_.normal),
                named("squares", sums_.squares), named("samples", samples), named("width", width_),
                named("height", height_), named("color", color_), named("albedo", albedo_), named("normal", normal_),
                named("variance", variance_))};
    const Events smoothed = denoiser_.run({width_, height_, color_, albedo_, normal_, variance_}, color_);
    events.insert(events.end(), smoothed.begin(), smoothed.end());
    return events;
}

} // namespace voxmarch
