// How many bricks of a volume a device has room for.
#pragma once

#include "base/error.h"
#include "renderer/brick_size.h"
#include "renderer/memory_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace voxmarch {

/// Bytes of a slot of the atlas, with what is derived from its voxels.
/// @param labels  there are labels
std::uint64_t slot_bytes(ScalarType type, const DeviceInfo &device, SamplingBackend backend,
                         const RenderSettings &settings, BrickSize size, bool labels = false);

/// Leaves that do not take more than a quarter of the memory: the smallest from the traversal's own on; those of the
/// settings, if they tell.
int brick_leaf_size(const VolumeHeader &header, const RenderSettings &settings, std::uint64_t memory);

/// Bricks for which there is room beside the octree and the picture, at most all; 0 if there is none for two.
/// @param plan    for the whole volume
/// @param memory  that may be taken, bytes
std::uint64_t brick_slots(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device,
                          SamplingBackend backend, const RenderSettings &settings, std::uint64_t memory, BrickSize size,
                          bool labels = false);

/// What frames with these settings need that bricks do not have, "shadows"; empty: nothing (docs/scale.md).
/// @param all_there  there is room for all bricks: no ray waits
std::string missing_in_bricks(const RenderSettings &settings, bool all_there);

/// A step, in voxels, that samples within a brick may have where segments between them are looked at.
constexpr double longest_brick_step = 0.95;

/// What to do where missing_in_bricks() names something that other settings do without; empty: there are none, all
/// bricks on the device help.
std::vector<Advice> advice_in_bricks(const RenderSettings &settings);

} // namespace voxmarch
