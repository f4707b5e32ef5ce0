// The text of `voxmarch info`: header, values, a histogram drawn with letters, and the memory plan.
#pragma once

#include "device/device_info.h"
#include "renderer/memory_plan.h"
#include "volume/bricks/value_statistics.h"
#include "volume/formats/time_axis.h"
#include "volume/histogram.h"
#include "volume/world_convention.h"

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

/// Bins of equal width.
struct DrawnHistogram {
    ValueRange range; ///< from the lower edge of the first bin to the upper one of the last
    std::vector<std::uint64_t> counts;
};

/// What info tells of a volume's values.
struct ValueSummary {
    ValueRange range;
    double mean = 0.0;
    std::array<double, info_percentiles.size()> percentiles{}; ///< exact, values that occur
    /// Voxels at most this high are background; of integer types, a whole number. Empty: there is no background peak.
    std::optional<double> noise_floor;
    double share_above_floor = 1.0; ///< 0 .. 1; 1 without a floor
    std::uint64_t non_finite = 0;
    /// At most drawn_bins. Of integer types, every bin holds the same number of values: none stands out by that.
    DrawnHistogram histogram;
};

/// info_percentiles as shares.
std::array<double, info_percentiles.size()> info_shares();

/// @param statistics  with the percentiles of info_shares()
ValueSummary summarise(const ValueStatistics &statistics, ScalarType type);

/// What the reader had to decide, as header_text() has it.
std::vector<std::string> notes_of(const VolumeHeader &header);

/// @param world  in which places and directions are told
std::string header_text(const VolumeHeader &header, const TimeAxis &times, const OuterWorld &world);

/// The levels of detail of a store, a line each; empty for one alone.
std::string levels_text(const std::vector<Grid> &levels);

/// Range, mean, percentiles, noise floor, non-finite voxels, and the histogram: with block letters if `utf8`.
std::string values_text(const ValueSummary &values, bool utf8);

/// @param device  empty: there is none, for the reason given
std::string plan_text(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason);

} // namespace voxmarch
