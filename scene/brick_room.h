// Whether a volume is drawn in bricks on a device, how many it has room for, and what can be drawn of them.
#pragma once

#include "base/error.h"
#include "renderer/brick_size.h"
#include "renderer/memory_plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace voxmarch {

/// What somebody said about bricks.
struct BrickWish {
    bool bricks = false;      ///< although the volume fits
    std::uint64_t memory = 0; ///< bytes that the volume may take on the device; 0: bricks have 80 % of what it has
    BrickSize size{};
    bool operator==(const BrickWish &) const = default;
};

struct BrickRoom {
    std::uint64_t slots = 0;  ///< at least two; 0: there is no room for two
    int leaf_size = 0;        ///< see brick_leaf_size()
    std::uint64_t memory = 0; ///< bytes that may be taken
    bool all_there = false;   ///< there is room for all bricks: no ray waits
    MemoryPlan plan;          ///< of the whole volume with these leaves
    bool operator==(const BrickRoom &other) const { return slots == other.slots && leaf_size == other.leaf_size; }
};

/// Bytes that bricks may take.
std::uint64_t brick_memory(const BrickWish &wish, const DeviceInfo &device);

/// Room for bricks in so much memory.
BrickRoom room_in(std::uint64_t memory, BrickSize size, const VolumeHeader &header, const DeviceInfo &device,
                  SamplingBackend backend, const RenderSettings &settings, const PlannedPicture &picture, bool labels);

/// Bytes, whole MiB, in which there is room for so many bricks; 0: the device has not so many.
/// Cost: some twenty plans of memory
std::uint64_t memory_for_bricks(std::uint64_t slots, BrickSize size, const VolumeHeader &header,
                                const DeviceInfo &device, SamplingBackend backend, const RenderSettings &settings,
                                const PlannedPicture &picture, bool labels);

/// Whether a volume lies on the device in one piece. @param whole  its plan
bool lies_whole(const MemoryPlan &whole, const BrickWish &wish);

/// What helps where there is no room for two bricks.
std::vector<Advice> advice_on_memory(const BrickWish &wish);

/// The settings, but for what missing_in_bricks() names: isosurfaces are found along rays, steps stay within a brick,
/// cubic values are linear, and what bricks lack is left out.
RenderSettings possible_in_bricks(RenderSettings settings, bool all_there);

} // namespace voxmarch
