// Exact percentiles of a volume's values.
#pragma once

#include "volume/volume.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace voxmarch {

/// For each share (0 .. 1) the smallest value of a voxel that at least this share of the voxels does not exceed. Voxels
/// that were NaN or infinite do not count, unless all were.
/// Cost: of f32 two passes over the voxels on all cores, and 1.5 MiB for each of them and for each share; none of
/// integers, which were counted when the volume was made.
std::vector<double> percentiles_of(const Volume &volume, std::span<const double> shares);

/// The same of 8- or 16-bit values that were counted elsewhere, see Volume::value_counts().
std::vector<double> percentiles_of(ScalarType type, std::span<const std::uint64_t> value_counts,
                                   std::span<const double> shares);

/// The same of floats that come in parts, in any order: all of them to count(), then all of them to look_closer(). Both
/// work on all cores; all voxels are finite.
class FloatPercentiles {
public:
    explicit FloatPercentiles(std::span<const double> shares);

    void count(std::span<const float> voxels);

    /// Call it when all were counted. @param absent  so many voxels of the value `lowest` do not count, unless these
    /// are
    ///                                               all there are
    void begin_closer_look(std::uint64_t absent, float lowest);
    void look_closer(std::span<const float> voxels);

    /// Call it when all were looked at again.
    std::vector<double> result() const;

private:
    using Counts = std::vector<std::uint64_t>;

    std::vector<double> shares_;
    std::uint64_t total_ = 0, absent_ = 0;
    std::uint32_t lowest_ = 0;                                  ///< key
    Counts upper_;                                              ///< of upper halves of keys
    std::vector<std::pair<std::size_t, std::uint64_t>> places_; ///< upper half of a percentile, and which of its voxels
    std::map<std::size_t, Counts> lower_;                       ///< lower halves, by upper ones
};

} // namespace voxmarch
