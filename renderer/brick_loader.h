// Brings bricks of a volume from where they are read to slots of an atlas, within a budget.
#pragma once

#include "base/team.h"
#include "device/device.h"
#include "device/upload_ring.h"
#include "renderer/brick_atlas.h"
#include "renderer/slot_writer.h"
#include "volume/volume.h"

#include <cstdint>
#include <functional>
#include <memory>
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

/// Where the time of loading went, ms. The first ones follow each other on the thread that draws, the others go on
/// beside it.
struct BrickTimes {
    double rays = 0.0;    ///< until rays had stopped, and what they wait for was known
    double plan = 0.0;    ///< choosing slots
    double load = 0.0;    ///< until all was read and on its way
    double derive = 0.0;  ///< launching what is derived from bricks
    double reading = 0.0; ///< of all threads that read, together
    double upload = 0.0;  ///< of the link; 0 where the device finds bricks in the host's memory, or tells no times
    double placing = 0.0; ///< of the device, from staged bricks to slots; 0 where it tells no times
};

/// What loading took, since the start.
struct BrickCounts {
    std::uint64_t uploads = 0; ///< bricks that were brought to the device
    std::uint64_t bytes = 0;   ///< of those
    std::uint64_t waves = 0;   ///< times that frames had to wait
    std::uint64_t blocks = 0;  ///< in which bricks came
    int threads = 0;           ///< that read
    BrickTimes ms;
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
    std::size_t brick_bytes_, bricks_of_block_ = 0;
    std::unique_ptr<Team> readers_;
    std::unique_ptr<UploadRing> ring_;
    std::size_t turn_ = 0; ///< of the ring: blocks that were sent since it was made
    SlotWriter writer_;
    Events placed_;
    BrickCounts counts_;

    void make_ring(int slots);
    void fill(int brick, const BrickAtlas &atlas, std::span<std::byte> stored) const;
    void send(std::size_t turn, const BrickPlan &plan, std::size_t first, std::size_t count, const SlotTarget &target);
};

} // namespace voxmarch
