// Backgrounds, bytes and light of pictures of floats.
#include "renderer/float_image.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace voxmarch {

namespace {

float light_of(float value) { return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f); }

std::uint8_t level_of(float share) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255.0f));
}

/// Calls `change(pixel, y)` with the four floats of each pixel.
template <typename Change> void on_pixels(FloatImage &image, const Change &change) {
    const std::size_t row = static_cast<std::size_t>(image.width) * 4;
    on_all_cores(image.height, [&](int y) {
        float *pixel = image.rgba.data() + static_cast<std::size_t>(y) * row;
        for (const float *const end = pixel + row; pixel < end; pixel += 4) {
            change(pixel, y);
        }
    });
}

} // namespace

FloatImage exposed(FloatImage frame, const RenderSettings &settings, bool transparent) {
    const float gain = std::exp2(static_cast<float>(settings.finish.exposure));
    const glm::vec3 bottom = settings.background, top = settings.finish.background_top.value_or(bottom);
    const auto rows = static_cast<float>(frame.height);
    on_pixels(frame, [&](float *pixel, int y) {
        const glm::vec3 behind = glm::mix(top, bottom, (static_cast<float>(y) + 0.5f) / rows);
        for (int c = 0; c < 3; ++c) {
            pixel[c] = pixel[c] * gain + (transparent ? 0.0f : (1.0f - pixel[3]) * behind[c]);
        }
        pixel[3] = transparent ? pixel[3] : 1.0f;
    });
    return frame;
}

Image to_bytes(const FloatImage &display) {
    Image result{display.width, display.height, Pixels(display.rgba.size())};
    for (std::size_t i = 0; i < display.rgba.size(); i += 4) {
        const float opacity = display.rgba[i + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            result.rgba[i + c] = opacity > 0.0f ? level_of(display.rgba[i + c] / opacity) : 0;
        }
        result.rgba[i + 3] = level_of(opacity);
    }
    return result;
}

FloatImage to_light(FloatImage display) {
    on_pixels(display, [](float *pixel, int /*y*/) {
        const float opacity = pixel[3];
        for (int c = 0; c < 3; ++c) {
            pixel[c] = opacity > 0.0f ? light_of(pixel[c] / opacity) * opacity : 0.0f;
        }
    });
    return display;
}

FloatImage to_light(const Image &image) {
    std::array<float, 256> lights{};
    for (std::size_t level = 0; level < lights.size(); ++level) {
        lights[level] = light_of(static_cast<float>(level) / 255.0f);
    }
    FloatImage result{image.width, image.height, std::vector<float>(image.rgba.size()), {}};
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const float opacity = static_cast<float>(image.rgba[i + 3]) / 255.0f;
        for (std::size_t c = 0; c < 3; ++c) {
            result.rgba[i + c] = lights[image.rgba[i + c]] * opacity;
        }
        result.rgba[i + 3] = opacity;
    }
    return result;
}

} // namespace voxmarch
