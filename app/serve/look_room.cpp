// Plans each look again as the first one was planned.
#include "app/serve/look_room.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

std::uint64_t whole_mib(std::uint64_t bytes) { return (bytes + (std::uint64_t{1} << 20) - 1) >> 20; }

/// Without what lies on the device for a picture alone: the layers of surfaces that rays meet, and paths.
RenderSettings of_volume(RenderSettings settings, SamplingBackend backend) {
    settings.lighting = Lighting::shaded;
    const bool copied = backend == SamplingBackend::image; // voxels, for surfaces
    if (settings.surface_method == SurfaceMethod::raycast && !copied) {
        settings.mode = Mode::volume;
    }
    return settings;
}

} // namespace

LookRoom::LookRoom(const LoadedVolume &loaded, DeviceInfo device, SamplingBackend backend, const BrickWish &wish,
                   const BrickChoice &bricks, PlannedPicture page)
    : header_(loaded.volume.header()), device_(std::move(device)), backend_(backend),
      limit_(loaded.common ? 0 : wish.memory), room_(bricks.memory), slots_(bricks.slots), size_(bricks.size),
      page_(std::move(page)), first_(bricks.possible(loaded.scene.settings)), labels_(loaded.labels.has_value()) {
    if (bricks.preview) {
        preview_ = bricks.preview->volume.header();
    }
}

MemoryPlan LookRoom::plan(const RenderSettings &settings) const {
    return plan_memory(header_, device_, backend_, of_volume(settings, backend_), page_);
}

bool LookRoom::holds(const RenderSettings &settings, std::uint64_t others) const {
    if (limit_ == 0) {
        return true;
    }
    if (slots_ == 0) {
        return plan(settings).total + others <= limit_;
    }
    return others < room_ &&
           room_in(room_ - others, size_, header_, device_, backend_, of_volume(settings, backend_), page_, labels_)
                   .slots >= slots_;
}

void LookRoom::require(const RenderSettings &settings) const {
    if (holds(settings)) {
        return;
    }
    const MemoryPlan first = plan(first_), wanted = plan(settings);
    const auto more = [&](const MemoryPlanItem &item) {
        const auto before = std::ranges::find(first.items, item.name, &MemoryPlanItem::name);
        const std::uint64_t bytes = before != first.items.end() ? before->bytes : 0;
        return item.bytes - std::min(bytes, item.bytes);
    };
    const MemoryPlanItem &largest = *std::ranges::max_element(wanted.items, {}, more);
    const std::string all = slots_ == 0
                                ? fmt::format("it takes {} MiB with the volume, of which", whole_mib(wanted.total))
                                : fmt::format("beside {} bricks it takes", slots_);
    throw MemoryError(fmt::format("no room for this look: {} {} MiB for {} ({}), and the server keeps to {} MiB", all,
                                  whole_mib(more(largest)), largest.name, largest.when, limit_ >> 20),
                      {{Remedy::memory_limit}});
}

RenderSettings LookRoom::of_preview(RenderSettings settings) const {
    if (limit_ > 0 && slots_ > 0 &&
        plan_memory(preview_, device_, backend_, of_volume(settings, backend_), page_).total > limit_ / 3) {
        settings.shadows = Shadows::none;
        settings.ambient_occlusion = 0;
    }
    return settings;
}

} // namespace voxmarch
