// Plans bricks, and settings that can be drawn of them.
#include "scene/brick_room.h"

#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"

#include <algorithm>

namespace voxmarch {

std::uint64_t brick_memory(const BrickWish &wish, const DeviceInfo &device) {
    return wish.memory > 0 ? wish.memory : device.global_memory / 5 * 4;
}

BrickRoom room_in(std::uint64_t memory, const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend,
                  const RenderSettings &settings, const PlannedPicture &picture, bool labels) {
    BrickRoom room;
    room.memory = memory;
    RenderSettings with_leaves = settings;
    with_leaves.leaf_size = room.leaf_size = brick_leaf_size(header, settings, memory);
    room.plan = plan_memory(header, device, backend, with_leaves, picture);
    if (!room.plan.items.empty()) {
        room.slots = brick_slots(room.plan, header, device, backend, with_leaves, memory, labels);
    }
    room.all_there = room.slots == brick_count(header.grid.dims);
    return room;
}

bool lies_whole(const MemoryPlan &whole, const BrickWish &wish) {
    return !wish.bricks && whole.fits && (wish.memory == 0 || whole.total <= wish.memory);
}

RenderSettings possible_in_bricks(RenderSettings settings, bool all_there) {
    constexpr double longest_step = 0.95; // of samples whose segments are looked at, see missing_in_bricks()
    const bool surfaces = settings.mode != Mode::volume;
    if (surfaces) {
        settings.surface_method = SurfaceMethod::raycast;
    }
    if (!all_there) {
        settings.shadows = Shadows::none;
        settings.ambient_occlusion = 0;
        settings.adaptive_step = false;
    }
    if (surfaces || settings.classification == Classification::preintegrated) {
        settings.step = std::min(settings.step, longest_step);
    }
    return settings;
}

} // namespace voxmarch
