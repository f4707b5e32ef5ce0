// Mean squares of differences, tile by tile.
#include "app/viewer/jobs/traced_quality.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace voxmarch {

namespace {

constexpr int tile_pixels = 16; // an edge

/// Of the colours of two pictures, levels squared, row by row of tiles.
std::vector<double> squares_of_tiles(const Image &a, const Image &b) {
    const int columns = (a.width + tile_pixels - 1) / tile_pixels, rows = (a.height + tile_pixels - 1) / tile_pixels;
    std::vector<double> squares(std::size_t(columns) * std::size_t(rows)), numbers(squares.size());
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) {
            const auto tile = std::size_t(y / tile_pixels) * std::size_t(columns) + std::size_t(x / tile_pixels);
            for (int i = 0; i < 3; ++i) {
                const double difference = double(a.pixel(x, y)[i]) - double(b.pixel(x, y)[i]);
                squares[tile] += difference * difference;
            }
            numbers[tile] += 3.0;
        }
    }
    std::transform(squares.begin(), squares.end(), numbers.begin(), squares.begin(),
                   [](double square, double number) { return square / number; });
    return squares;
}

} // namespace

bool is_better(const Image &traced, const Image &half, const Image &ordinary) {
    const std::vector<double> error = squares_of_tiles(traced, half), apart = squares_of_tiles(traced, ordinary);
    std::size_t worse = 0;
    for (std::size_t tile = 0; tile < error.size(); ++tile) {
        const double off = apart[tile] - error[tile]; // of the ordinary picture to what would be traced without noise
        worse += error[tile] > 0.25 && error[tile] > off ? 1 : 0;
    }
    return 4 * worse <= error.size();
}

bool is_quiet(const Image &traced, const Image &half) {
    return std::ranges::all_of(squares_of_tiles(traced, half), [](double square) { return square <= 1.0; });
}

} // namespace voxmarch
