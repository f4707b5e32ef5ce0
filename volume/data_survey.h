// What a volume's values are like: how often each occurs, and how alike neighbours in space are.
#pragma once

#include "volume/histogram.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace voxmarch {

/// What tells labels from grey values. Shares are 0 .. 1, and -1 where there is no such pair of voxels.
struct NeighbourSurvey {
    bool whole = false;       ///< all voxels that were looked at are whole numbers
    std::size_t distinct = 0; ///< different values among them; counting ends at survey_distinct_limit

    /// Pairs of equal ones among neighbours of which none has the smallest value: the background is left out.
    double equal = -1.0;

    /// The same where none has the smallest, the largest or the most frequent value either: without background, padding
    /// and saturated parts. Grey images have 0 .. 0.6, labels 0.8 and more.
    double equal_inside = -1.0;

    /// Pairs that differ by one step in the list of the values that occur, among the pairs of `equal_inside` that
    /// differ. Smooth images have many, as they pass from one value to the next; labels few.
    double steps_inside = -1.0;

    /// Neighbours along an axis that differ, all voxels.
    double unequal = -1.0;

    /// Those of them after which the next voxel differs again: half and more of noise and dithering, however often each
    /// value occurs, and few of what is wider than a voxel.
    double unequal_twice = -1.0;

    /// Those of these whose second step goes back: two thirds of noise, up to 0.16 of simulations (0.35 of the
    /// Marschner-Lobb signal, whose waves are two voxels long), 0.23 and more of scans.
    double turning = -1.0;

    /// Mean value along lines of voxels that one in a hundred exceeds, of the axis where it is largest: as bright as a
    /// picture of means along rays becomes.
    double bright_line = 0.0;

    /// The values are parts of colours, which name nothing. Of whole volumes
    bool of_colors = false;
};

/// Everything that decides what kind of data a volume holds. Made of the volume as it is stored, it is the same however
/// much smaller the volume is then drawn.
struct DataSurvey {
    std::array<int, 3> dims{1, 1, 1};
    Histogram histogram;
    NeighbourSurvey neighbours;
};

/// Values that are told apart.
constexpr std::size_t survey_distinct_limit = 65536;

/// Voxels that are looked at with their neighbours in volumes that have more: whole rows, spread evenly.
constexpr std::uint64_t survey_voxels = std::uint64_t{1} << 22;

/// Cost: at most survey_voxels and their neighbours, of large volumes in their excerpt, on all cores but for counting
/// the values among them.
NeighbourSurvey survey_neighbours(const Volume &volume);

/// survey_neighbours() of a volume that comes slab by slab. Memory: that of five times survey_voxels.
class SlabSurvey {
public:
    SlabSurvey(const std::array<int, 3> &dims, ScalarType type);

    /// Whole slices from `first` on, finite.
    void take(std::span<const std::byte> slices, int first);

    /// `count` slices from `first` on whose voxels are all of this finite value.
    void take_only(double value, int first, int count);

    /// Call it when all were taken.
    NeighbourSurvey result() const;

private:
    std::array<int, 3> dims_;
    ScalarType type_;
    std::map<std::size_t, std::vector<std::byte>> rows_; ///< by y + z * ny; those that are looked at, and neighbours
};

/// Cost: that of compute_histogram() and survey_neighbours().
DataSurvey survey_data(const Volume &volume);

/// Whether the values name things: whole numbers from 0, of which few occur or which are the same over wide parts with
/// leaps between them.
bool holds_labels(const NeighbourSurvey &neighbours, ValueRange range);

/// Cost: that of survey_neighbours()
bool holds_labels(const Volume &volume);

} // namespace voxmarch
