// Chooses the resolution of moving pictures from the times of earlier ones.
#include "scene/resolution.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr int tile_edge = 64;

int whole_tiles(double pixels) { return std::max(1, static_cast<int>(pixels / tile_edge)) * tile_edge; }

} // namespace

void ResolutionGovernor::measured(double pixels, double ms) {
    const double now = std::max(ms, 1e-3) / std::max(pixels, 1.0);
    ms_per_pixel_ = ms_per_pixel_ > 0.0 ? 0.6 * ms_per_pixel_ + 0.4 * now : now;
}

double ResolutionGovernor::moving_scale(int width, int height) const {
    if (ms_per_pixel_ == 0.0) {
        return 0.25;
    }
    const double share = target_ms_ / expected_ms(static_cast<double>(width) * height); // of the pixels
    if (share >= 1.0) {
        return 1.0;
    }
    const double halvings = std::ceil(-std::log2(share)); // of the pixels, so that equal speeds give equal sizes
    return std::max(std::exp2(-0.5 * halvings), 0.125);
}

std::vector<Tile> ResolutionGovernor::tiles(int width, int height, double part_ms) const {
    const double expected = expected_ms(static_cast<double>(width) * height);
    if (expected <= 1.5 * part_ms) {
        return {{0, 0, width, height}};
    }
    const double pixels = part_ms / ms_per_pixel_;
    const int tile_width = pixels < double(width) * tile_edge ? whole_tiles(pixels / tile_edge) : width;
    const int tile_height = tile_width < width ? tile_edge : whole_tiles(pixels / width);
    std::vector<Tile> parts;
    for (int y = 0; y < height; y += tile_height) {
        for (int x = 0; x < width; x += tile_width) {
            parts.push_back({x, y, std::min(tile_width, width - x), std::min(tile_height, height - y)});
        }
    }
    return parts;
}

} // namespace voxmarch
