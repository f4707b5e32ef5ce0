// Distribution of a volume's scalars.
#pragma once

#include "volume/volume.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace voxmarch {

struct Histogram {
    /// First bin starts at min, last bin ends at max; all bins are equally wide. For integer data the edges lie between
    /// two values, so a u8 volume with values 0 .. 255 has the range -0.5 .. 255.5 and its bin centres are the values.
    ValueRange range;
    std::vector<std::uint64_t> counts; ///< one per bin
    double mean = 0.0;
    std::uint64_t total = 0;

    /// Smallest and largest value counted; percentile() stays inside.
    ValueRange data_range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

    /// Width of a bin in the file's units; 0 when all values are equal and not integers.
    double bin_width() const;

    /// Centre of bin i in the file's units.
    double bin_center(std::size_t i) const;

    /// Value below which the share p (0 .. 1, clamped) of the voxels lies, linear within a bin.
    double percentile(double p) const;

    /// Share (0 .. 1) of the voxels above `value`, linear within a bin.
    double share_above(double value) const;
};

/// Histogram over the volume's range. For integer types with at most `bins` distinct steps each value has its own bin;
/// with more, every bin holds the same number of values (so there are at most `bins` of them). Constant f32 data has
/// one bin.
/// @param bins  at least 1
/// @throws UsageError for bins below 1
/// Cost: of f32 one pass over the voxels on all cores, of large volumes over their sample; integers were counted when
/// the volume was made.
Histogram compute_histogram(const Volume &volume, int bins = 1024);

/// compute_histogram() of 8- or 16-bit values that were counted elsewhere, see Volume::value_counts().
Histogram histogram_of_counts(ScalarType type, std::span<const std::uint64_t> counts, int bins = 1024);

/// compute_histogram() of floats that come in parts, in the order of the voxels: bit for bit, the mean too.
class FloatHistogram {
public:
    /// @param range  of the voxels  @param voxels  that will come
    FloatHistogram(const ValueRange &range, std::uint64_t voxels, int bins = 1024);

    /// The next ones, all finite. On all cores.
    void take(std::span<const float> voxels);

    /// Call it once, when all were taken.
    Histogram result() &&;

private:
    Histogram histogram_;
    double sum_ = 0.0;
    std::vector<float> begun_; ///< less than a block of sums

    void take_blocks(std::span<const float> voxels);
};

/// Upper end of the background in file units: voxels at most this high are background.
///
/// That is the valley above the lowest peak that holds a tenth of the voxels and lies in the lowest third of the range:
/// the lowest point before the histogram doubles again. Where nothing rises again, or little in comparison with the
/// slope (simulations), it is the foot of that peak, if the peak is low and narrow. Returns range.min when the data has
/// no background peak.
double noise_floor(const Histogram &histogram);

/// The value that splits the voxels into two classes as far apart as can be (Otsu 1979): an edge of bins, or the middle
/// of those that do equally well. The upper end of the range if all values are equal.
double otsu_threshold(const Histogram &histogram);

} // namespace voxmarch
