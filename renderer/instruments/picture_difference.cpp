// Mean, largest difference and structural similarity.
#include "renderer/instruments/picture_difference.h"

#include "base/error.h"
#include "base/format_problem.h"
#include "volume/cage/caged_png.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace voxmarch {

namespace {

/// One channel, row by row from the top.
using Plane = std::vector<float>;

bool has_opacities(const Image &image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
        if (image.rgba[i] != 255) {
            return true;
        }
    }
    return false;
}

/// Channel 0, 1, 2: colour times opacity, rounded; 3: opacity.
Plane plane_of(const Image &image, std::size_t channel) {
    Plane plane;
    plane.reserve(image.rgba.size() / 4);
    for (std::size_t pixel = 0; pixel < image.rgba.size(); pixel += 4) {
        const int value = image.rgba[pixel + channel], opacity = image.rgba[pixel + 3];
        plane.push_back(static_cast<float>(channel == 3 ? opacity : (value * opacity + 127) / 255));
    }
    return plane;
}

std::array<double, ssim_window> gaussian_weights() {
    std::array<double, ssim_window> weights{};
    double sum = 0.0;
    for (int i = 0; i < ssim_window; ++i) {
        const double from_middle = i - ssim_window / 2;
        sum += weights[static_cast<std::size_t>(i)] =
            std::exp(-from_middle * from_middle / (2.0 * ssim_deviation * ssim_deviation));
    }
    for (double &weight : weights) {
        weight /= sum;
    }
    return weights;
}

/// Sums that a window needs: of x, y, x^2, y^2, x y.
using Moments = std::array<double, 5>;

Moments moments_of(double x, double y) { return {x, y, x * x, y * y, x * y}; }

void add(Moments &sum, const Moments &moments, double weight) {
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += weight * moments[i];
    }
}

double ssim_of(const Moments &m) {
    constexpr double c1 = 0.01 * 255.0 * 0.01 * 255.0, c2 = 0.03 * 255.0 * 0.03 * 255.0;
    const double xy = m[0] * m[1], squares = m[0] * m[0] + m[1] * m[1];
    return (2.0 * xy + c1) * (2.0 * (m[4] - xy) + c2) / ((squares + c1) * (m[2] + m[3] - squares + c2));
}

double mean_ssim(const Plane &a, const Plane &b, int width, int height) {
    const auto at = [&](int x, int y) { return std::size_t(y) * std::size_t(width) + std::size_t(x); };
    if (std::min(width, height) < ssim_window) {
        Moments sum{};
        for (std::size_t i = 0; i < a.size(); ++i) {
            add(sum, moments_of(a[i], b[i]), 1.0 / static_cast<double>(a.size()));
        }
        return ssim_of(sum);
    }
    const std::array<double, ssim_window> weights = gaussian_weights();
    std::vector<Moments> columns(static_cast<std::size_t>(width)); // weighted over the rows of a window
    double sum = 0.0;
    for (int top = 0; top + ssim_window <= height; ++top) {
        std::fill(columns.begin(), columns.end(), Moments{});
        for (int i = 0; i < ssim_window; ++i) {
            for (int x = 0; x < width; ++x) {
                add(columns[static_cast<std::size_t>(x)], moments_of(a[at(x, top + i)], b[at(x, top + i)]),
                    weights[static_cast<std::size_t>(i)]);
            }
        }
        for (int left = 0; left + ssim_window <= width; ++left) {
            Moments window{};
            for (int i = 0; i < ssim_window; ++i) {
                add(window, columns[static_cast<std::size_t>(left + i)], weights[static_cast<std::size_t>(i)]);
            }
            sum += ssim_of(window);
        }
    }
    return sum / (double(height - ssim_window + 1) * double(width - ssim_window + 1));
}

} // namespace

PictureDifference picture_difference(const Image &a, const Image &b) {
    if (a.width != b.width || a.height != b.height) {
        throw UsageError(fmt::format("pictures differ in size: {}x{} and {}x{}", a.width, a.height, b.width, b.height));
    }
    PictureDifference result;
    const std::size_t channels = has_opacities(a) || has_opacities(b) ? 4 : 3;
    double sum = 0.0, ssim = 0.0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const Plane x = plane_of(a, channel), y = plane_of(b, channel);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const int difference = std::abs(static_cast<int>(x[i]) - static_cast<int>(y[i]));
            result.largest = std::max(result.largest, difference);
            sum += difference;
        }
        ssim += mean_ssim(x, y, a.width, a.height);
    }
    const auto values = static_cast<double>(a.rgba.size() / 4 * channels);
    result.mean = values > 0.0 ? sum / values : 0.0;
    result.ssim = ssim / static_cast<double>(channels);
    return result;
}

Image read_picture(const std::filesystem::path &file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        throw FileError(file, "no such picture");
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    try {
        const PngPixels pixels = decode_png(bytes);
        Image image{pixels.width, pixels.height, Pixels(pixels.rgba.size())};
        std::ranges::transform(pixels.rgba, image.rgba.begin(),
                               [](std::uint16_t value) { return static_cast<std::uint8_t>(value >> 8); });
        return image;
    } catch (const FormatProblem &problem) {
        throw FileError(file, problem.what());
    }
}

} // namespace voxmarch
