// The volume that an image of a store holds at one time and in one channel.
#pragma once

#include "volume/bricks/brick_source.h"
#include "volume/bricks/zarr/image.h"
#include "volume/formats/time_axis.h"

#include <memory>

namespace voxmarch::zarr {

/// A level as the volume has it, in the unit of the volume. Position of voxel i along x, y, z in the axes of the store:
/// scale * i + translation.
struct Level {
    Chunks chunks;
    glm::dvec3 scale{1.0}, translation{0.0};
};

/// An opened store. Its address stays: chunks refer to their store.
class ZarrVolume {
public:
    /// Levels before options.level are left out. @throws FileError, UsageError for a channel, time or level that is not
    /// there
    ZarrVolume(std::unique_ptr<Store> store, const ReadOptions &options);

    const VolumeHeader &header() const { return header_; }
    const TimeAxis &time_axis() const { return time_axis_; }
    const Store &store() const { return *store_; }
    const std::vector<Level> &levels() const { return levels_; }

    /// The lattice of a level where that of level 0 is `first`, which may have been given another spacing.
    Grid grid(int level, const Grid &first) const;

    /// Whether the volume is all that the store holds, as its sidecar describes it.
    bool is_only_volume() const { return is_only_volume_; }

    /// Voxels of all levels of the store, also of those that are left out.
    const std::vector<std::array<int, 3>> &stored_dims() const { return stored_dims_; }

private:
    std::unique_ptr<Store> store_;
    Caches caches_;
    VolumeHeader header_;
    TimeAxis time_axis_;
    std::vector<Level> levels_;
    std::vector<std::array<int, 3>> stored_dims_;
    bool is_only_volume_ = true;

    AxisChoice choose_axes(const Image &image, const Array &array, const ReadOptions &options);
    void add_levels(const Image &image, const Array &first, const AxisChoice &choice);
    std::uint64_t choose(const char *what, int wanted, std::uint64_t there, Remedy remedy);
    void require_same_kind(const Array &level, const Array &first, const AxisChoice &choice) const;
    void place(const Image &image, const AxisChoice &choice);
    void take_own_place(const OwnPlace &own);
    void begin_at(int level);
};

} // namespace voxmarch::zarr
