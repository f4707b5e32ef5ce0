// Brings bricks of a volume from where they are read to slots of an atlas, within a budget.
#pragma once

#include "base/unset_vector.h"
#include "device/device.h"
#include "renderer/brick_atlas.h"
#include "volume/volume.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace voxmarch {

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
};

/// What loading took, since the start.
struct BrickCounts {
    std::uint64_t uploads = 0; ///< bricks that were brought to the device
    std::uint64_t bytes = 0;   ///< of those
    std::uint64_t waves = 0;   ///< times that frames had to wait
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

    /// Reads the bricks of a plan on all cores and brings them to their slots.
    /// @param place  copies brick `number` of `staged` into a slot of the scalars
    /// @throws what reading throws, MemoryError, DeviceError
    void load(const BrickPlan &plan, BrickAtlas &atlas,
              const std::function<void(const Buffer &staged, std::size_t number, int slot)> &place);

    void count_wave() { ++counts_.waves; }
    const BrickCounts &counts() const { return counts_; }
    const std::vector<ValueRange> &ranges() const { return voxels_.ranges; }

private:
    Device *device_;
    BrickVoxels voxels_;
    std::array<UnsetVector<std::byte>, 2> filled_; ///< one is read while the other goes
    Buffer staged_;
    BrickCounts counts_;

    void fill(UnsetVector<std::byte> &filled, const BrickAtlas &atlas, std::span<const int> bricks) const;
};

} // namespace voxmarch
