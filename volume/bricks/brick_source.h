// A volume that is read box by box, at several levels of detail: what need not fit into memory.
#pragma once

#include "volume/formats/read.h"
#include "volume/volume.h"
#include "volume/voxel_box.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Voxels along the edge of a brick of a source, however devices cut it: brick (bx, by, bz) holds the voxels 64 b .. 64
/// b
/// + 63 of its level.
constexpr int source_brick_edge = 64;

/// What is known of the values of a level without reading its voxels.
struct BrickRanges {
    std::array<int, 3> bricks{};    ///< ceil(dims / source_brick_edge)
    std::vector<ValueRange> ranges; ///< of the finite voxels of each brick itself, x fastest
};

/// Immutable once opened: any number of threads may read at a time.
class BrickSource {
public:
    virtual ~BrickSource() = default;

    /// Of level 0.
    virtual const VolumeHeader &header() const = 0;

    /// Levels of detail, at least 1. Level 0 is the volume; each other one is coarser than the one before.
    virtual int level_count() const = 0;

    /// The lattice of a level, in the world of level 0.
    virtual Grid grid(int level) const = 0;

    /// Reads a box of a level, x fastest, in the type of header() and native byte order. Values that are not finite
    /// are as Volume makes them.
    /// @param box     inside the level, not empty
    /// @param voxels  exactly its bytes
    /// @throws FileError naming the file or chunk, MemoryError
    virtual void read(int level, const VoxelBox &box, std::span<std::byte> voxels) const = 0;

    /// read(), but values that are not finite are as they are stored, where the source still knows them.
    virtual void read_as_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const {
        read(level, box, voxels);
    }

    /// Whether read() has replaced a value that is not finite, so far.
    virtual bool has_replaced() const { return false; }

    /// The expression whose values the voxels are (volume/synthetic/expression.h); empty: they are no formula's.
    virtual std::string formula() const { return {}; }

    /// Voxels that are read best together: boxes of this size, at whole multiples of it, cost no byte twice.
    virtual std::array<int, 3> read_size(int level) const = 0;

    /// The value of all voxels of a box of a level, where nobody has stored any of them: a fill value. Empty: not
    /// known.
    virtual std::optional<double> only_value(int /*level*/, const VoxelBox & /*box*/) const { return {}; }

    /// Whether boxes of any size and place cost no byte twice: of voxels that lie unpacked.
    virtual bool reads_any_box() const { return false; }

    /// A hint that the voxels of a box will hardly be read again: memory that a mapped file takes for them may go.
    virtual void forget(int /*level*/, const VoxelBox & /*box*/) const {}

    /// How many bytes of what was unpacked may stay in memory for those who read beside it; 256 MiB, unless somebody
    /// tells more. Ignored by sources that unpack nothing.
    virtual void keep_unpacked(std::uint64_t /*bytes*/) const {}

    /// Ranges of the bricks of a level; empty: nobody has looked yet.
    virtual const std::optional<BrickRanges> &ranges(int level) const = 0;
};

/// Opens what is to be read box by box: an OME-Zarr store (folder or zip), a mapped file of uncompressed voxels, a
/// synthetic volume, and anything else by reading it whole.
/// @param source  as that of read_volume()
/// @throws as read_volume()
std::shared_ptr<const BrickSource> open_bricks(const std::string &source, const ReadOptions &options = {});

/// A volume in memory, or one that is read box by box.
struct OpenedVolume {
    std::optional<Volume> whole;
    std::shared_ptr<const BrickSource> bricks; ///< if it is not whole

    const VolumeHeader &header() const { return whole ? whole->header() : bricks->header(); }
};

/// Reads a volume that takes at most `room` bytes. A larger one is left to be read box by box where its format allows
/// that, and is read whole otherwise, and to be reduced.
/// @throws as read_volume()
OpenedVolume open_volume(const std::string &source, const ReadOptions &options, std::uint64_t room);

} // namespace voxmarch
