// Pictures with noise whose truth is known, for the denoiser.
#pragma once

#include "base/parallel.h"
#include "renderer/reference/denoise.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>

namespace voxmarch {

/// Numbers of [0, 1), others for each seed (SplitMix64).
class SampleNumbers {
public:
    explicit SampleNumbers(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u) {}
    double next() {
        std::uint64_t bits = state_ += 0x9e3779b97f4a7c15u;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

/// One ray's.
struct TracedSample {
    glm::dvec3 color{0.0}, albedo{0.0}, normal{0.0};
    double depth = 0.0; ///< 0: it hits nothing
};

/// Makes a sample of a place of the picture, pixels.
using PixelSampler = std::function<TracedSample(double x, double y, SampleNumbers &numbers)>;

/// A picture of means over samples, as a tracer would make it.
inline DenoisePicture sampled_picture(int width, int height, int samples, const PixelSampler &sample) {
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    DenoisePicture picture{width,
                           height,
                           std::vector<float>(4 * count),
                           std::vector<float>(4 * count),
                           std::vector<float>(4 * count),
                           std::vector<float>(count)};
    on_all_cores(height, [&](int y) {
        for (int x = 0; x < width; ++x) {
            const std::size_t pixel =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            SampleNumbers numbers(pixel * 7919 + static_cast<std::size_t>(samples));
            glm::dvec4 color(0.0), albedo(0.0);
            glm::dvec3 normal(0.0);
            double depth = 0.0, hits = 0.0, light = 0.0, squares = 0.0;
            for (int i = 0; i < samples; ++i) {
                const double u = x + numbers.next(), v = y + numbers.next();
                const TracedSample one = sample(u, v, numbers);
                const double hit = one.depth > 0.0 ? 1.0 : 0.0;
                const double luminance = glm::dot(one.color, {0.2126, 0.7152, 0.0722});
                color += glm::dvec4(one.color, hit) / double(samples);
                albedo += glm::dvec4(one.albedo, hit) / double(samples);
                normal += one.normal / double(samples);
                depth += one.depth;
                hits += hit;
                light += luminance / samples;
                squares += luminance * luminance / samples;
            }
            for (std::size_t c = 0; c < 4; ++c) {
                const auto channel = static_cast<glm::length_t>(c);
                picture.color[4 * pixel + c] = static_cast<float>(color[channel]);
                picture.albedo[4 * pixel + c] = static_cast<float>(albedo[channel]);
                picture.normal[4 * pixel + c] = static_cast<float>(c < 3        ? normal[channel]
                                                                   : hits > 0.0 ? depth / hits
                                                                                : 0.0);
            }
            picture.variance[pixel] = static_cast<float>(std::max(squares - light * light, 0.0) / (samples - 1));
        }
    });
    return picture;
}

/// A ball on a floor of two colours under a small lamp and a dim sky: noise of shadows and of the lamp.
/// @param size  of the picture, pixels
inline PixelSampler ball_samples(int size) {
    constexpr double lamp_cosine = 0.94;
    const glm::dvec3 lamp = glm::normalize(glm::dvec3(-0.5, 0.6, -0.6)), middle(0.0, 0.0, 4.0), eye(0.0, 0.9, 0.0);
    // Where a ray hits the ball, of radius 1; 0: nowhere.
    const auto hits_ball = [middle](const glm::dvec3 &from, const glm::dvec3 &along) {
        const glm::dvec3 to = from - middle;
        const double half = glm::dot(to, along), rest = half * half - glm::dot(to, to) + 1.0;
        return rest > 0.0 && -half - std::sqrt(rest) > 1e-6 ? -half - std::sqrt(rest) : 0.0;
    };
    return [=](double x, double y, SampleNumbers &numbers) {
        const glm::dvec3 along = glm::normalize(glm::dvec3(x / size - 0.5, 0.32 - y / size, 1.2));
        const double ball = hits_ball(eye, along), floor = along.y < 0.0 ? -1.9 / along.y : 0.0;
        TracedSample result;
        result.depth = ball > 0.0 ? ball : floor < 8.0 ? floor : 0.0;
        if (result.depth == 0.0) {
            return result;
        }
        const glm::dvec3 place = eye + result.depth * along;
        const bool dark = (static_cast<int>(std::floor(place.x)) + static_cast<int>(std::floor(place.z))) % 2 != 0;
        result.normal = ball > 0.0 ? place - middle : glm::dvec3(0.0, 1.0, 0.0);
        result.albedo = ball > 0.0 ? glm::dvec3(0.8, 0.5, 0.3) : dark ? glm::dvec3(0.2, 0.25, 0.3) : glm::dvec3(0.7);
        // A direction about the normal, as likely as its cosine says.
        const double turn = 6.283185307179586 * numbers.next(), height = 2.0 * numbers.next() - 1.0;
        const double around = std::sqrt(std::max(0.0, 1.0 - height * height));
        const glm::dvec3 to = glm::normalize(1.000001 * result.normal +
                                             glm::dvec3(around * std::cos(turn), around * std::sin(turn), height));
        const bool is_free = ball > 0.0 || hits_ball(place, to) == 0.0;
        const double light = glm::dot(to, lamp) > lamp_cosine ? 8.0 : 0.3 + 0.2 * to.y;
        result.color = is_free ? result.albedo * light : glm::dvec3(0.0);
        return result;
    };
}

inline DenoisePicture ball_picture(int size, int samples) {
    return sampled_picture(size, size, samples, ball_samples(size));
}

/// Mean square of the differences of colours.
inline double mean_square_error(const std::vector<float> &found, const std::vector<float> &truth) {
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        sum += i % 4 == 3 ? 0.0 : std::pow(double(found[i]) - truth[i], 2.0);
    }
    return sum / (0.75 * static_cast<double>(truth.size()));
}

/// Sums of the colours.
inline glm::dvec3 energy_of(const std::vector<float> &color) {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < color.size(); i += 4) {
        sum += glm::dvec3(color[i], color[i + 1], color[i + 2]);
    }
    return sum;
}

} // namespace voxmarch
