// Plans bricks beside a preview.
#include "app/serve/brick_choice.h"

#include "base/error.h"
#include "renderer/brick_atlas.h"
#include "scene/preview.h"
#include "volume/downsample.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

constexpr std::uint64_t most_preview_voxels = std::uint64_t{1} << 24, least_preview_voxels = std::uint64_t{1} << 12;

/// What a page on a large screen asks for.
PlannedPicture planned_page(int channels) {
    PlannedPicture picture;
    picture.width = 1920;
    picture.height = 1080;
    picture.channels = channels;
    return picture;
}

RenderSettings preview_settings(RenderSettings settings) {
    settings.leaf_size = 0; // which suits bricks
    return settings;
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

BrickChoice choose_bricks(const LoadedVolume &loaded, const std::vector<Device *> &devices, SamplingBackend backend,
                          const BrickWish &wish) {
    const VolumeHeader &header = loaded.volume.header();
    const RenderSettings &settings = loaded.scene.settings;
    const PlannedPicture page = planned_page(1 + static_cast<int>(loaded.other_channels.size()));
    const auto &least =
        *std::ranges::min_element(devices, {}, [](const Device *device) { return device->info().global_memory; });
    const DeviceInfo &device = least->info();
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
                          advice_on_memory(wish));
    }
    const std::uint64_t memory = brick_memory(wish, device);
    const auto take = [&](std::uint64_t bytes) {
        const BrickRoom room =
            room_in(bytes, wish.size, header, device, backend, settings, page, loaded.labels.has_value());
        choice.slots = room.slots;
        choice.leaf_size = room.leaf_size;
        choice.all_there = room.all_there;
    };
    take(memory);
    if (choice.slots > 0 && choice.all_there) {
        return choice;
    }
    for (std::uint64_t voxels = most_preview_voxels; voxels >= least_preview_voxels; voxels /= 2) {
        Volume preview = quick_preview(loaded.volume, voxels);
        const std::uint64_t taken =
            plan_memory(preview.header(), device, backend, preview_settings(settings), page).total;
        if (taken <= memory / 3) {
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
    throw MemoryError(fmt::format("{} MiB have no room for a preview of {} and two bricks beside octree and picture",
                                  memory >> 20, header.name),
                      advice_on_memory(wish));
}

} // namespace voxmarch
