// Chooses the resolution of moving pictures from the times of earlier ones.
#include "scene/resolution.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr int tile_edge = 64;

/// Share of the time of a picture that its pixels have at least: where its own time is longer than it may take all
/// in all, on a loaded machine or where much is brought to the device, fewer pixels would hardly make it quicker.
constexpr double pixels_share = 0.35;

int whole_tiles(double pixels) { return std::max(1, static_cast<int>(pixels / tile_edge)) * tile_edge; }

} // namespace

void ResolutionGovernor::measured(double pixels, double ms) {
    constexpr double kept = 0.6; // of the weight of earlier measurements
    const double x = std::max(pixels, 1.0), y = std::max(ms, 1e-3);
    weight_ = kept * weight_ + 1.0;
    pixels_ = kept * pixels_ + x;
    ms_ = kept * ms_ + y;
    pixels_squared_ = kept * pixels_squared_ + x * x;
    product_ = kept * product_ + x * y;
    // Pictures of one size do not tell the two apart: what was known of the first stays.
    const double mean_x = pixels_ / weight_, mean_y = ms_ / weight_;
    const double variance = pixels_squared_ / weight_ - mean_x * mean_x;
    if (variance > 0.04 * mean_x * mean_x) {
        const double slope = (product_ / weight_ - mean_x * mean_y) / variance;
        own_ms_ = mean_y - slope * mean_x;
    }
    own_ms_ = std::clamp(own_ms_, 0.0, 0.9 * mean_y);
    ms_per_pixel_ = (mean_y - own_ms_) / mean_x;
}

double ResolutionGovernor::scale_for(int width, int height, double ms) const {
    if (ms_per_pixel_ == 0.0) {
        return 0.25;
    }
    const double all = static_cast<double>(width) * height;
    const double share = std::max(ms - own_ms_, pixels_share * ms) / (ms_per_pixel_ * all); // of the pixels
    return std::clamp(std::floor(16.0 * std::sqrt(share)) / 16.0, 0.125, 1.0);
}

std::vector<Tile> ResolutionGovernor::tiles(int width, int height, double part_ms) const {
    const double expected = expected_ms(static_cast<double>(width) * height);
    if (expected <= 1.5 * part_ms) {
        return {{0, 0, width, height}};
    }
    const double pixels = std::max(part_ms - own_ms_, 0.5 * part_ms) / ms_per_pixel_;
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
