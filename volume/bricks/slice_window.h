// Whole slices of a volume that need not fit into memory: a window of them that moves on.
#pragma once

#include "base/unset_vector.h"
#include "volume/bricks/brick_source.h"

#include <atomic>
#include <functional>
#include <optional>

namespace voxmarch {

/// Bytes of voxels that were asked for.
struct ReadBytes {
    std::atomic<std::uint64_t> read = 0;
    std::atomic<std::uint64_t> skipped = 0; ///< of bricks that need not be read
};

/// How a window reads.
struct SliceReading {
    /// A value that stands for all voxels of brick (x, y, z), which then need not be read; empty: it must be. Called by
    /// several threads at once.
    std::function<std::optional<double>(const std::array<int, 3> &brick)> stand_in{};
    bool as_stored = false;     ///< values that are not finite stay, see BrickSource::read_as_stored()
    ReadBytes *bytes = nullptr; ///< adds up here; several windows may share it
};

/// Slices of level 0 in ascending order; those that one window shares with the one before are not read again.
///
/// Memory: `most_slices` slices, and for each core a box of BrickSource::read_size().
class SliceWindow {
public:
    /// @param most_slices  that it holds. Where they are more than are asked for at a time, it reads ahead to where
    ///                     boxes of the source end, so that none is read twice
    SliceWindow(const BrickSource &source, int most_slices, SliceReading reading = {});

    /// The voxels of slices first .. first + count - 1, x fastest, until the next call. Reads on all cores.
    /// @throws as BrickSource::read(); MemoryError; UsageError for more slices than it holds
    std::span<const std::byte> slices(int first, int count);

private:
    const BrickSource *source_;
    SliceReading reading_;
    std::array<int, 3> dims_;
    std::size_t slice_bytes_;
    int most_, begin_ = 0, end_ = 0; ///< slices that are here
    UnsetVector<std::byte> voxels_;

    void drop_before(int slice);
    void read_until(int end);
    void read_box(const VoxelBox &box);
    bool stands_in(const VoxelBox &box);
    std::byte *place(int x, int y, int z);
};

/// How much of a volume is read at a time.
struct SlabReading {
    std::uint64_t room = std::uint64_t{256} << 20; ///< bytes of slices, but one at least; more than that are not taken
    std::function<void(double)> progress{};        ///< told the share that is done; may throw
};

/// Calls use(slices, first) for all slices of level 0 in order, some at a time. Reads on all cores.
/// @param as_stored  see BrickSource::read_as_stored()
/// @param use_only   if there is one, called in the place of `use` for `count` slices from `first` on that hold one
///                   value only and of which nobody has stored a voxel: they are neither read nor take memory
/// @throws as BrickSource::read(); MemoryError, before it is taken, for slices that this machine cannot hold; what the
/// two throw
void for_slabs(const BrickSource &source, const SlabReading &reading, bool as_stored,
               const std::function<void(std::span<const std::byte> slices, int first)> &use,
               const std::function<void(double value, int first, int count)> &use_only = {});

/// Slices of a window that holds at least `slices` of a volume and, if those boxes fit into `bytes` too, what is beyond
/// them of the last boxes of the source.
int window_slices(const BrickSource &source, int slices, std::uint64_t bytes);

} // namespace voxmarch
