// Launches the kernels of kernels/denoise.
#include "renderer/denoiser.h"

#include "base/error.h"
#include "isosurface/extraction_parts.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::uint64_t float4_bytes = 16, float2_bytes = 8, float_bytes = 4;

LaunchSize item_a_pixel(int width, int height) {
    return {{round_up(static_cast<std::size_t>(width), 16), round_up(static_cast<std::size_t>(height), 4), 1},
            {16, 4, 1}};
}

void require_range(const DenoiseSettings &settings) {
    const bool above_0 =
        settings.luminance > 0.0f && settings.normal > 0.0f && settings.depth > 0.0f && settings.albedo > 0.0f;
    if (settings.levels < 1 || settings.levels > 10 || !above_0) {
        throw UsageError("a denoiser has 1 to 10 levels and tolerances above 0");
    }
}

std::uint64_t pixels_of(const DenoiseInput &input) {
    if (input.width < 1 || input.height < 1) {
        throw UsageError(fmt::format("a picture of {}x{} has no pixels to denoise", input.width, input.height));
    }
    const std::uint64_t pixels = std::uint64_t(input.width) * std::uint64_t(input.height);
    const auto require = [&](const Buffer &buffer, std::uint64_t pixel_bytes, const char *what) {
        if (buffer.bytes() < pixels * pixel_bytes) {
            throw UsageError(fmt::format("{} of {} bytes is too small to denoise {}x{} pixels", what, buffer.bytes(),
                                         input.width, input.height));
        }
    };
    require(input.color, float4_bytes, "a picture");
    require(input.albedo, float4_bytes, "albedo");
    require(input.normal, float4_bytes, "a picture of normals");
    require(input.variance, float_bytes, "variance");
    return pixels;
}

} // namespace

ProgramSource denoise_source() {
    ProgramSource source;
    source.name = "denoise";
    source.files = {"denoise_surface.cl", "denoise_split.cl", "denoise_tolerance.cl", "denoise_level.cl",
                    "denoise_join.cl"};
    source.fast_math = false; // numbers that are not finite are looked for
    return source;
}

void Denoiser::reserve_for(std::uint64_t pixels) {
    reserve_at_least(*device_, light_, pixels * float4_bytes, "light");
    reserve_at_least(*device_, smooth_, pixels * float4_bytes, "smooth light");
    reserve_at_least(*device_, surface_, pixels * float4_bytes, "surfaces of pixels");
    reserve_at_least(*device_, slopes_, pixels * float2_bytes, "slopes of pixels");
    reserve_at_least(*device_, tolerances_, pixels * float4_bytes, "tolerances of pixels");
    reserve_at_least(*device_, around_, pixels * float2_bytes, "luminance of light");
}

Events Denoiser::run(const DenoiseInput &input, Buffer &output, const DenoiseSettings &settings) {
    require_range(settings);
    const std::uint64_t pixels = pixels_of(input);
    reserve_for(pixels);
    if (&output != &input.color) {
        reserve_at_least(*device_, output, pixels * float4_bytes, "picture");
    }
    const ProgramSource source = denoise_source();
    const LaunchSize size = item_a_pixel(input.width, input.height);
    const auto width = named("width", input.width), height = named("height", input.height);
    const std::array<float, 4> own{settings.normal, settings.depth, settings.albedo, 0.0f};
    Events events;
    events.push_back(kernels_.kernel(source, "split_light")
                         .launch(size, named("color", input.color), named("albedo", input.albedo),
                                 named("normal", input.normal), named("variance", input.variance), width, height,
                                 named("light", light_), named("surface", surface_), named("slopes", slopes_)));
    events.push_back(kernels_.kernel(source, "find_tolerances")
                         .launch(size, named("surface", surface_), named("normal", input.normal),
                                 named("slopes", slopes_), width, height, named("own", own),
                                 named("tolerances", tolerances_)));
    for (int level = 0; level < settings.levels; ++level) {
        events.push_back(kernels_.kernel(source, "look_around_pixels")
                             .launch(size, named("light", light_), named("surface", surface_), width, height,
                                     named("around", around_)));
        events.push_back(kernels_.kernel(source, "smooth_light")
                             .launch(size, named("light", light_), named("around", around_), named("surface", surface_),
                                     named("normal", input.normal), named("slopes", slopes_),
                                     named("tolerances", tolerances_), width, height, named("spacing", int{1} << level),
                                     named("luminance", settings.luminance), named("smooth", smooth_)));
        std::swap(light_, smooth_);
    }
    events.push_back(kernels_.kernel(source, "join_light")
                         .launch(size, named("color", input.color), named("light", light_), named("surface", surface_),
                                 width, height, named("result", output)));
    return events;
}

} // namespace voxmarch
