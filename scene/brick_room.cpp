// Plans bricks, and settings that can be drawn of them.
#include "scene/brick_room.h"

#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"

#include <algorithm>

namespace voxmarch {

std::uint64_t brick_memory(const BrickWish &wish, const DeviceInfo &device) {
    return wish.memory > 0 ? wish.memory : device.global_memory / 5 * 4;
}

BrickRoom room_in(std::uint64_t memory, BrickSize size, const VolumeHeader &header, const DeviceInfo &device,
                  SamplingBackend backend, const RenderSettings &settings, const PlannedPicture &picture, bool labels) {
    BrickRoom room;
    room.memory = memory;
    RenderSettings with_leaves = settings;
    with_leaves.leaf_size = room.leaf_size = brick_leaf_size(header, settings, memory);
    room.plan = plan_memory(header, device, backend, with_leaves, picture);
    if (!room.plan.items.empty()) {
        room.slots = brick_slots(room.plan, header, device, backend, with_leaves, memory, size, labels);
    }
    room.all_there = room.slots == brick_count(header.grid.dims, size);
    return room;
}

std::uint64_t memory_for_bricks(std::uint64_t slots, BrickSize size, const VolumeHeader &header,
                                const DeviceInfo &device, SamplingBackend backend, const RenderSettings &settings,
                                const PlannedPicture &picture, bool labels) {
    const auto suffices = [&](std::uint64_t mib) {
        return room_in(mib << 20, size, header, device, backend, settings, picture, labels).slots >= slots;
    };
    std::uint64_t too_little = 0, enough = device.global_memory >> 20;
    if (slots == 0 || enough == 0 || !suffices(enough)) {
        return 0;
    }
    while (enough - too_little > 1) { // what is found suffices, though less may: leaves become smaller with more memory
        const std::uint64_t middle = too_little + (enough - too_little) / 2;
        (suffices(middle) ? enough : too_little) = middle;
    }
    return enough << 20;
}

bool lies_whole(const MemoryPlan &whole, const BrickWish &wish) {
    return !wish.bricks && whole.fits && (wish.memory == 0 || whole.total <= wish.memory);
}

RenderSettings possible_in_bricks(RenderSettings settings, bool all_there) {
    const bool surfaces = settings.mode != Mode::volume && !settings.surfaces.empty();
    if (surfaces) {
        settings.surface_method = SurfaceMethod::raycast;
    }
    if (!all_there) {
        settings.shadow_method = ShadowMethod::propagated;
        settings.ambient_occlusion_method = OcclusionMethod::cones;
        settings.adaptive_step = false;
    }
    if (settings.interpolation == Interpolation::cubic) {
        settings.interpolation = Interpolation::linear;
    }
    if (surfaces || settings.classification == Classification::preintegrated) {
        settings.step = std::min(settings.step, longest_brick_step);
    }
    return settings;
}

std::vector<Advice> advice_on_memory(const BrickWish &wish) {
    return wish.memory > 0 ? std::vector<Advice>{{Remedy::memory_limit}, {Remedy::reduce_volume}}
                           : std::vector<Advice>{{Remedy::reduce_volume}};
}

} // namespace voxmarch
