// Which labels a volume has, how many voxels of each, and where.
#pragma once

#include "volume/volume.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace voxmarch {

/// Labels are whole numbers from 0 to this; from 2^24 on floats, which hold 32-bit labels, lose neighbours.
constexpr int largest_label = (1 << 24) - 1;

/// The voxels of one label.
struct LabelExtent {
    int label = 0;
    std::uint64_t voxels = 0;
    std::array<int, 3> low{}, high{}; ///< box of the voxels; both ends belong to it
};

/// All labels that occur, 0 too, in ascending order.
/// @throws UsageError if a value is no whole number from 0 to largest_label
/// Cost: one pass over the voxels on one core.
std::vector<LabelExtent> label_extents(const Volume &volume);

/// label_extents() of a volume that comes slab by slab.
class LabelCounter {
public:
    /// @param volume  whose name is for messages
    explicit LabelCounter(const VolumeHeader &volume);
    ~LabelCounter();

    /// Whole slices, those from `first` on. @throws UsageError as above
    void take(std::span<const std::byte> slices, int first);

    /// `count` slices from `first` on whose voxels all have this value. @throws UsageError as above
    void take_only(double value, int first, int count);

    /// Call it once, when all were taken.
    std::vector<LabelExtent> result() &&;

private:
    class Extents;
    const VolumeHeader *volume_;
    std::unique_ptr<Extents> extents_;
};

} // namespace voxmarch
