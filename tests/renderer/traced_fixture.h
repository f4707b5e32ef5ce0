// Means of traced pictures and how far they may be off.
#pragma once

#include "device_fixture.h"

#include <cmath>
#include <span>

namespace voxmarch {

/// Premultiplied r, g, b and opacity of every pixel, row by row.
using FloatPixels = std::vector<glm::dvec4>;

inline FloatPixels traced_floats(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                                 const RenderSettings &settings) {
    const DeviceFrame frame = renderer.draw(camera, width, height, settings, {.format = PixelFormat::rgba32f});
    std::vector<float> floats(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    frame.pixels->download(std::as_writable_bytes(std::span(floats)));
    FloatPixels pixels;
    for (std::size_t i = 0; i < floats.size(); i += 4) {
        pixels.emplace_back(floats[i], floats[i + 1], floats[i + 2], floats[i + 3]);
    }
    return pixels;
}

/// Settings of traced light without any: tests add what they are about.
inline RenderSettings traced_settings(int samples) {
    RenderSettings settings;
    settings.lighting = Lighting::traced;
    settings.traversal = Traversal::distance_map;
    settings.finish.samples = samples;
    settings.trace.surfaces = 0.0;
    settings.light.ambient = glm::vec3(0.0f);
    settings.light.diffuse = glm::vec3(0.0f);
    return settings;
}

/// A number and its standard error.
struct Estimate {
    double mean = 0.0, error = 0.0;
};

/// Of each channel of each pixel, from pictures of `runs` seeds.
inline std::vector<Estimate> estimates(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                                       RenderSettings settings, int runs) {
    std::vector<double> sums(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4), squares = sums;
    for (int run = 0; run < runs; ++run) {
        ++settings.trace.seed;
        const FloatPixels pixels = traced_floats(renderer, camera, width, height, settings);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double value = pixels[i / 4][static_cast<int>(i % 4)];
            sums[i] += value;
            squares[i] += value * value;
        }
    }
    std::vector<Estimate> result;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double mean = sums[i] / runs;
        const double variance = std::max(squares[i] / runs - mean * mean, 0.0) * runs / (runs - 1.0);
        result.push_back({mean, std::sqrt(variance / runs)});
    }
    return result;
}

/// Mean of all pixels and channels, and its standard error.
inline Estimate mean_of(const std::vector<Estimate> &pixels) {
    double sum = 0.0, squares = 0.0;
    for (const Estimate &one : pixels) {
        sum += one.mean;
        squares += one.error * one.error;
    }
    const auto count = static_cast<double>(pixels.size());
    return {sum / count, std::sqrt(squares) / count};
}

/// Two estimates of the same picture: their differences are as large as chance makes them, and the means agree within
/// 3 standard errors.
inline void expect_same_expectation(const std::vector<Estimate> &a, const std::vector<Estimate> &b,
                                    const std::string &what) {
    ASSERT_EQ(a.size(), b.size());
    double squares = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double error = std::hypot(a[i].error, b[i].error), difference = a[i].mean - b[i].mean;
        if (error > 1e-6) {
            squares += difference * difference / (error * error);
            ++count;
        } else {
            EXPECT_NEAR(difference, 0.0, 1e-5) << what << ", number " << i;
        }
    }
    ASSERT_GT(count, 20u) << what;
    const double spread = squares / static_cast<double>(count); // 1, and a little more of few runs
    EXPECT_GT(spread, 0.6) << what;
    EXPECT_LT(spread, 1.6) << what;
    const Estimate mean_a = mean_of(a), mean_b = mean_of(b);
    EXPECT_NEAR(mean_a.mean, mean_b.mean, 3.0 * std::hypot(mean_a.error, mean_b.error)) << what;
}

} // namespace voxmarch
