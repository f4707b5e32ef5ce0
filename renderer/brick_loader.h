// Brings bricks of a volume from where they are read to slots of an atlas, within a budget.
#pragma once

#include "device/device.h"
#include "renderer/brick_atlas.h"
#include "renderer/brick_counts.h"
#include "volume/volume.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace voxmarch {

class BrickSender;
class Team;
struct SlotTarget;

/// A volume that is read box by box.
struct BrickVoxels {
    VolumeHeader header;
    ValueRange range; ///< of the values

    /// Fills a box, x fastest; called by several threads at a time.
    std::function<void(const VoxelBox &, std::span<std::byte> voxels)> read;

    /// Smallest and largest value of what each brick stores (stored_box()), x fastest; empty: nobody knows. Bricks that
    /// cannot be seen are then never brought.
    std::vector<ValueRange> ranges{};

    /// Bricks that there is room for on the device; 0: all. At least two are taken.
    std::uint64_t slots = 0;

    BrickSize size{};

    /// Bytes of bricks that pinned memory of the host may keep, where devices have memory of their own.
    std::uint64_t most_kept = std::uint64_t{1} << 30;
};

/// Which bricks to bring for rays that wait, and which slots they take.
struct BrickPlan {
    std::vector<int> bricks; ///< those that the rays meet first
    std::vector<int> slots;  ///< of each
};

/// Along a ray the distance of bricks from the eye's, in steps along the axes, only grows. So slots are taken from
/// bricks that are not farther than the nearest that is asked for: no ray of this frame comes to them any more. Others
/// go if they came in an earlier frame and lie farther than what takes their place. Then each brick comes once in a
/// frame, however few slots there are.
/// @param requests  bricks that rays wait for, not empty
/// @param eye       the brick around the eye, which may lie outside of the volume
BrickPlan plan_bricks(const BrickAtlas &atlas, std::span<const std::uint32_t> requests, glm::ivec3 eye);

/// Refers to its device.
class BrickLoader {
public:
    BrickLoader(Device &device, BrickVoxels voxels);
    BrickLoader(const BrickLoader &) = delete;
    BrickLoader &operator=(const BrickLoader &) = delete;
    ~BrickLoader();

    /// Reads the bricks of a plan on all cores and starts to bring them to their slots, many at a time, while others
    /// are read.
    /// @throws what reading throws, MemoryError, DeviceError; bricks that were on their way until then arrive
    void load(const BrickPlan &plan, const SlotTarget &target);

    /// Gives the memory back that bricks come through.
    void end();

    void count_wave() { ++counts_.waves; }

    /// What loading took; times of the device are added for what has ended, which is waited for.
    const BrickCounts &counts();
    BrickCounts &open_counts() { return counts_; } ///< for who measures a part of it
    const std::vector<ValueRange> &ranges() const { return voxels_.ranges; }

private:
    Device *device_;
    BrickVoxels voxels_;
    std::function<void(std::span<const std::byte>, std::span<std::byte>)> convert_; ///< to stored voxels, or empty
    BrickCounts counts_;
    std::unique_ptr<Team> readers_;
    std::unique_ptr<BrickSender> sender_;

    void fill(int brick, const BrickAtlas &atlas, std::span<std::byte> stored) const;
    void read_and_send(const BrickPlan &plan, const SlotTarget &target);
};

} // namespace voxmarch
