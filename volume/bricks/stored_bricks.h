// Sources whose voxels are stored as they are: what is not finite is replaced here, as Volume does it.
#pragma once

#include "volume/bricks/brick_source.h"

#include <atomic>
#include <functional>
#include <mutex>

namespace voxmarch {

/// Base of sources that read boxes from somewhere.
class StoredBricks : public BrickSource {
public:
    /// @throws UsageError beside what the source throws: a box that is empty or not inside the level, other bytes than
    /// its own. Cost: where the first value that is not finite is met and the smallest finite one is not known, one
    /// pass over all of level 0, on all cores.
    void read(int level, const VoxelBox &box, std::span<std::byte> voxels) const final;
    void read_as_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const final;

    bool has_replaced() const override { return replaced_; }
    const VolumeHeader &header() const override { return header_; }
    const std::optional<BrickRanges> &ranges(int level) const override;

protected:
    explicit StoredBricks(VolumeHeader header) : header_(std::move(header)) {}

    /// read() with the values as they are stored; any number of threads at a time.
    virtual void read_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const = 0;

    /// The smallest finite value of level 0 where it is known without looking.
    virtual std::optional<float> known_smallest() const { return std::nullopt; }

private:
    VolumeHeader header_;
    mutable std::atomic<bool> replaced_ = false;
    mutable std::once_flag looked_;
    mutable float smallest_ = 0.0f;

    float smallest_finite() const;
    float find_smallest() const;
};

/// Calls work(box) for boxes of `size` that together are all of a level, on all cores.
/// @param progress  see on_all_cores()
void for_each_box(const std::array<int, 3> &dims, const std::array<int, 3> &size,
                  const std::function<void(const VoxelBox &)> &work, const std::function<void(double)> &progress = {});

/// Reads a box of a volume in memory. @param voxels  exactly its bytes
void read_box(const Volume &volume, const VoxelBox &box, std::span<std::byte> voxels);

/// A volume in memory.
std::shared_ptr<const BrickSource> bricks_of(Volume volume);

/// The same without taking it: it must outlive what is returned.
std::shared_ptr<const BrickSource> view_of(const Volume &volume);

/// A synthetic volume that is made box by box. @param header  from synthetic_header()
std::shared_ptr<const BrickSource> synthetic_bricks(const std::string &name, VolumeHeader header);

/// A volume of an expression, the same way. @param header  from formula_header()
std::shared_ptr<const BrickSource> formula_bricks(const std::string &text, VolumeHeader header);

} // namespace voxmarch
