// Where work units get their voxels from: a volume in memory, or one that is read slab by slab.
#pragma once

#include "volume/bricks/slice_window.h"
#include "volume/volume.h"

#include <functional>
#include <span>
#include <string>

namespace voxmarch {

/// The voxels of `count` slices from the first one on, until the next call. Slices are asked for in ascending order.
using SliceReader = std::function<std::span<const std::byte>(int first, int count)>;

class SlabVoxels {
public:
    virtual ~SlabVoxels() = default;
    virtual const VolumeHeader &header() const = 0;

    /// A reader for one device, for slices that an isosurface needs.
    /// @param slices  that are asked for at a time
    virtual SliceReader reader(int slices, double isovalue) const = 0;

    /// The expression that voxels are values of, which devices may evaluate instead of reading; empty: there is none.
    virtual std::string formula() const { return {}; }

    /// Most slices that a reader has room for.
    virtual int most_slices() const { return header().grid.dims[2]; }
};

/// Those of a volume in memory, to which it refers.
class WholeVoxels final : public SlabVoxels {
public:
    explicit WholeVoxels(const Volume &volume) : volume_(&volume) {}
    const VolumeHeader &header() const override { return volume_->header(); }
    SliceReader reader(int slices, double isovalue) const override;

private:
    const Volume *volume_;
};

/// Those of a source, to which it refers. Bricks whose range says that the isosurface has nothing to do with them are
/// not read: where the source tells ranges, they must be right.
class StreamedVoxels final : public SlabVoxels {
public:
    /// @param bytes  of slices that a reader may hold; it holds those of a unit of four layers at least
    StreamedVoxels(const BrickSource &source, std::uint64_t bytes) : source_(&source), bytes_(bytes) {}
    const VolumeHeader &header() const override { return source_->header(); }
    SliceReader reader(int slices, double isovalue) const override;
    std::string formula() const override { return source_->formula(); }
    int most_slices() const override;

    /// What was read and skipped until now.
    const ReadBytes &read_bytes() const { return read_; }

private:
    const BrickSource *source_;
    std::uint64_t bytes_;
    mutable ReadBytes read_;
};

} // namespace voxmarch
