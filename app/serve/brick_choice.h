// Whether devices that draw for pages hold a volume in bricks, and what pages see of it while something moves.
#pragma once

#include "app/serve/scene_edits.h"
#include "device/device.h"
#include "scene/brick_room.h"
#include "scene/load_volume.h"
#include "scene/scene_content.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace voxmarch {

struct BrickChoice {
    std::uint64_t slots = 0;  ///< bricks that each device has room for; 0: the volume lies in one piece
    std::uint64_t all = 0;    ///< bricks of the volume
    int leaf_size = 0;        ///< of their octree
    std::uint64_t memory = 0; ///< bytes for them, their octree and light
    BrickSize size{};
    bool all_there = true; ///< no ray waits for a brick

    /// A volume of fewer voxels for pictures that are drawn at once; null where no ray waits.
    std::shared_ptr<const SceneContent> preview;

    /// The settings that can be drawn, see possible_in_bricks(); as they are of a volume in one piece.
    RenderSettings possible(const RenderSettings &settings) const;
};

/// What a page on a large screen asks for, as far as it gets it.
PlannedPicture planned_page(int channels, const SizeLimit &limit);

/// Of devices that draw together: it decides.
const DeviceInfo &device_of_least_memory(const std::vector<Device *> &devices);

/// Bricks leave room for ambient occlusion, which pages may ask for, where two have room beside it: then shadows of
/// half the resolution have it, too.
/// @param devices  that draw together
/// @param limit    of pictures
/// @throws MemoryError where neither the volume nor two of its bricks beside a preview have room, and for several
///         channels or volumes that do not lie on a device whole. It advises the least limit of memory that does, as
///         far as bisection finds it
/// Cost: a preview is made of every n-th voxel, or of all where they are in memory.
BrickChoice choose_bricks(const LoadedVolume &loaded, const std::vector<Device *> &devices, SamplingBackend backend,
                          const BrickWish &wish, const SizeLimit &limit);

} // namespace voxmarch
