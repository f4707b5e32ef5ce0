// Plans bricks beside a preview.
#include "app/serve/brick_choice.h"

#include "base/error.h"
#include "renderer/brick_atlas.h"
#include "scene/preview.h"
#include "volume/downsample.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>

namespace voxmarch {

namespace {

constexpr std::uint64_t most_preview_voxels = std::uint64_t{1} << 24, least_preview_voxels = std::uint64_t{1} << 12;

RenderSettings preview_settings(RenderSettings settings) {
    settings.leaf_size = 0; // which suits bricks
    return settings;
}

RenderSettings with_light(RenderSettings settings) {
    settings.ambient_occlusion = std::max(settings.ambient_occlusion, 16);
    return settings;
}

/// A preview may take a third of the memory.
bool has_room(std::uint64_t memory, std::uint64_t preview) { return preview <= memory / 3; }

/// What helps: the limit of memory with which it can be drawn, if there is one.
/// @param suffices  of a limit  @param most  bytes that do
std::vector<Advice> advice_with_limit(const BrickWish &wish, std::uint64_t most,
                                      const std::function<bool(std::uint64_t)> &suffices) {
    std::vector<Advice> advice = advice_on_memory(wish);
    std::uint64_t too_little = wish.memory >> 20, enough = (most + (std::uint64_t{1} << 20) - 1) >> 20;
    if (wish.memory == 0 || enough <= too_little || !suffices(enough << 20)) {
        std::erase_if(advice, [](const Advice &one) { return one.remedy == Remedy::memory_limit; });
        return advice;
    }
    while (enough - too_little > 1) { // what is found suffices
        const std::uint64_t middle = too_little + (enough - too_little) / 2;
        (suffices(middle << 20) ? enough : too_little) = middle;
    }
    advice.front().detail = std::to_string(enough);
    return advice;
}

} // namespace

RenderSettings BrickChoice::possible(const RenderSettings &settings) const {
    if (slots == 0) {
        return settings;
    }
    RenderSettings result = possible_in_bricks(settings, all_there);
    result.leaf_size = leaf_size;
    return result;
}

PlannedPicture planned_page(int channels, const SizeLimit &limit) {
    PlannedPicture picture;
    picture.width = std::min(1920, limit.width);
    picture.height = std::min(1080, limit.height);
    picture.channels = channels;
    return picture;
}

const DeviceInfo &device_of_least_memory(const std::vector<Device *> &devices) {
    return (*std::ranges::min_element(devices, {}, [](const Device *device) { return device->info().global_memory; }))
        ->info();
}

BrickChoice choose_bricks(const LoadedVolume &loaded, const std::vector<Device *> &devices, SamplingBackend backend,
                          const BrickWish &wish, const SizeLimit &limit) {
    const VolumeHeader &header = loaded.volume.header();
    const RenderSettings &settings = loaded.scene.settings;
    const PlannedPicture page = planned_page(1 + static_cast<int>(loaded.other_channels.size()), limit);
    const DeviceInfo &device = device_of_least_memory(devices);
    BrickChoice choice;
    choice.size = wish.size;
    choice.all = brick_count(header.grid.dims, wish.size);
    if (loaded.common) {
        return choice; // several volumes are drawn whole, or refused by who brings them to the device
    }
    const MemoryPlan whole = plan_memory(header, device, backend, settings, page);
    if (!loaded.volume.large() && lies_whole(whole, wish)) {
        return choice;
    }
    if (!loaded.other_channels.empty()) {
        throw MemoryError(fmt::format("several channels are drawn where they lie on {} whole: they take {} MiB",
                                      device.name, whole.total >> 20),
                          advice_with_limit(wish, whole.fits ? whole.total : 0,
                                            [&](std::uint64_t bytes) { return bytes >= whole.total; }));
    }
    const std::uint64_t memory = brick_memory(wish, device);
    const auto room_of = [&](std::uint64_t bytes, const RenderSettings &look) {
        return room_in(bytes, wish.size, header, device, backend, look, page, loaded.labels.has_value());
    };
    const auto room_for = [&](std::uint64_t bytes) { return room_of(bytes, settings); };
    const auto take = [&](std::uint64_t bytes) {
        const BrickRoom lit = room_of(bytes, with_light(settings));
        const BrickRoom room = lit.slots > 0 ? lit : room_for(bytes);
        choice.memory = bytes;
        choice.slots = room.slots;
        choice.leaf_size = room.leaf_size;
        choice.all_there = room.all_there;
    };
    take(memory);
    if (choice.slots > 0 && choice.all_there) {
        return choice;
    }
    std::vector<std::uint64_t> previews; // bytes that they take
    for (std::uint64_t voxels = most_preview_voxels; voxels >= least_preview_voxels; voxels /= 2) {
        Volume preview = quick_preview(loaded.volume, voxels);
        const std::uint64_t taken =
            plan_memory(preview.header(), device, backend, preview_settings(settings), page).total;
        previews.push_back(taken);
        if (has_room(memory, taken)) {
            take(memory - taken);
        } else {
            choice.slots = 0;
        }
        if (choice.slots > 0) {
            choice.all_there = false;
            std::optional<Volume> fine =
                loaded.volume.large() ? std::nullopt : fine_preview(loaded.volume, voxels, preview.grid());
            choice.preview = preview_content(fine ? std::move(*fine) : std::move(preview), loaded);
            return choice;
        }
    }
    throw MemoryError(
        fmt::format("{} MiB have no room for a preview of {} and two bricks beside octree and picture", memory >> 20,
                    header.name),
        advice_with_limit(wish, whole.fits ? whole.total : device.global_memory, [&](std::uint64_t bytes) {
            const auto beside = [&](std::uint64_t preview) {
                return has_room(bytes, preview) && room_for(bytes - preview).slots > 0;
            };
            return (whole.fits && !wish.bricks && bytes >= whole.total) || room_for(bytes).all_there ||
                   std::ranges::any_of(previews, beside);
        }));
}

} // namespace voxmarch
