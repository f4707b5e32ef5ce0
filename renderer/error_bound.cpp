// Mean squares of differences, tile by tile.
#include "renderer/error_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::size_t tile_edge = 16; // pixels
constexpr int first_round = 8;        // samples; errors are known from twice as many on

/// The largest of all tiles.
double largest_error(std::span<const float> now, std::span<const float> before, std::size_t width) {
    const std::size_t pixels = now.size() / 4, columns = (width + tile_edge - 1) / tile_edge;
    const std::size_t rows = (pixels / width + tile_edge - 1) / tile_edge;
    std::vector<double> squares(columns * rows), numbers(squares.size());
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::size_t tile = pixel / width / tile_edge * columns + pixel % width / tile_edge;
        for (std::size_t i = 4 * pixel; i < 4 * pixel + 3; ++i) {
            const double difference = double(now[i]) - double(before[i]);
            squares[tile] += difference * difference;
        }
        numbers[tile] += 3.0;
    }
    double largest = 0.0;
    for (std::size_t tile = 0; tile < squares.size(); ++tile) {
        largest = std::max(largest, squares[tile] / numbers[tile]);
    }
    return std::sqrt(largest);
}

/// Mean of r, g and b of what is seen.
double brightness(std::span<const float> means) {
    double light = 0.0, opacity = 0.0;
    for (std::size_t i = 0; i < means.size(); i += 4) {
        light += (double(means[i]) + double(means[i + 1]) + double(means[i + 2])) / 3.0;
        opacity += double(means[i + 3]);
    }
    return opacity > 0.0 ? light / opacity : 0.0;
}

} // namespace

int ErrorBound::next(int done) const {
    return is_given() ? std::min(std::max(first_round, 2 * done), samples_) : samples_;
}

bool ErrorBound::is_reached(std::span<const float> sums, int width, int done) {
    if (!is_given() || sums.empty()) {
        return false;
    }
    std::vector<float> now(sums.begin(), sums.end());
    std::ranges::for_each(now, [&](float &number) { number /= static_cast<float>(done); });
    const std::vector<float> before = std::exchange(before_, std::move(now));
    return done >= 2 * first_round && before.size() == before_.size() &&
           largest_error(before_, before, static_cast<std::size_t>(width)) <= bound_ * brightness(before_);
}

} // namespace voxmarch
