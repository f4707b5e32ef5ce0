// A tile of blue noise: numbers whose neighbours differ as much as they can, so that errors become fine grain.
#pragma once

#include <vector>

namespace voxmarch {

/// Edge of the tile, a power of two.
constexpr int blue_noise_edge = 64;

/// blue_noise_edge^2 numbers (i + 1/2) / count, each once, row by row; the tile repeats without seams. Always the same.
/// Void-and-cluster method (Ulichney 1993).
/// Cost: some 50 ms, once per process.
const std::vector<float> &blue_noise_tile();

} // namespace voxmarch
