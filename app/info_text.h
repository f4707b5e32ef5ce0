// The text of `voxmarch info`: header, values, a histogram drawn with letters, and the memory plan.
#pragma once

#include "device/device_info.h"
#include "renderer/memory_plan.h"
#include "volume/histogram.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Percentiles that info tells.
constexpr std::array<double, 7> info_percentiles = {1, 5, 25, 50, 75, 95, 99};

/// Bins of the drawn histogram.
constexpr int drawn_bins = 64;

/// Where the voxel axes point in a patient, "L P S": the letter of the world axis each is closest to.
std::string orientation_letters(const Grid &grid);

/// Counts over drawn_bins bins of equal width from range.min to range.max; fewer where the histogram itself has fewer.
std::vector<std::uint64_t> drawn_histogram(const Histogram &histogram);

std::string header_text(const VolumeHeader &header);

/// Range, mean, percentiles, noise floor, non-finite voxels, and the histogram: with block letters if `utf8`.
std::string values_text(const Volume &volume, const Histogram &histogram, bool utf8);

/// @param device  empty: there is none, for the reason given
std::string plan_text(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason);

} // namespace voxmarch
