// The tables of each paper, for paper_tables().
#pragma once

#include "bench/report/paper_tables.h"

#include <limits>

namespace voxmarch {

/// A figure that the paper does not give.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::vector<PaperTable> werner_tables();
std::vector<PaperTable> rogeiro_tables();
std::vector<PaperTable> cubes_tables();
std::vector<PaperTable> skeleton_tables();

} // namespace voxmarch
