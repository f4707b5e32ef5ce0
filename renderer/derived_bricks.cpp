// What is derived of bricks when they come.
#include "renderer/derived_data.h"

#include <algorithm>
#include <chrono>

namespace voxmarch {

/// @param scale  of the numbers that voxels are held by, beside the mapping's offset; 0: opacities
BrickPlaces DerivedData::places_with(Buffer &on_device, double scale) {
    const BrickAtlas &atlas = *volume_.atlas();
    if (!on_device) {
        const double offset = volume_.mapping().offset;
        const auto bounds = [&](const ValueRange &range) {
            return std::array{static_cast<float>((range.min - offset) / scale),
                              static_cast<float>((range.max - offset) / scale)};
        };
        const bool opacity = scale == 0.0;
        std::vector<std::array<float, 2>> ranges(static_cast<std::size_t>(atlas.brick_count()),
                                                 opacity ? std::array{0.0f, 1.0f} : bounds(volume_.range()));
        if (!opacity && !volume_.brick_ranges().empty()) {
            std::ranges::transform(volume_.brick_ranges(), ranges.begin(), bounds);
        }
        upload(*device_, on_device, ranges, "ranges of the volume's bricks");
    }
    return {atlas.pages(), atlas.bricks(), atlas.dims(), on_device, atlas.size().edge};
}

BrickPlaces DerivedData::brick_places(Classification field) {
    return field == Classification::pre ? places_with(opacity_ranges_, 0.0)
                                        : places_with(scalar_ranges_, volume_.mapping().scale);
}

BrickPlaces DerivedData::surface_places() { return places_with(surface_ranges_, 1.0); }

std::vector<std::uint32_t> DerivedData::take_requests() {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> list = requests_.take();
    volume_.brick_times().rays += milliseconds_since(start);
    return list;
}

void DerivedData::load_bricks(const RenderSettings &settings, std::span<const std::uint32_t> requests, glm::ivec3 eye) {
    const auto start = std::chrono::steady_clock::now();
    const BrickPlan plan = plan_bricks(*volume_.atlas(), requests, eye);
    volume_.brick_times().plan += milliseconds_since(start);
    volume_.load(plan);
    const auto loaded = std::chrono::steady_clock::now();
    labels_->fill(*volume_.atlas());
    if (settings.label_edges == LabelEdges::smooth) {
        (void)labels_->find_borders();
    }
    update_colors(settings, features(settings));
    if (range_stage_.version() > 0 && info_of(settings.traversal).data != SkipData::none) {
        measure_new(plan.bricks, settings);
    }
    volume_.brick_times().derive += milliseconds_since(loaded);
}

void DerivedData::complete_bricks(FrameParams &frame) {
    if (const BrickAtlas *atlas = volume_.atlas()) {
        labels_->fill(*atlas);
        if (volume_.is_out_of_core()) {
            requests_.make_room(*device_, static_cast<std::uint64_t>(atlas->brick_count()));
        }
        std::ranges::copy(atlas->bricks(), frame.volume.bricks);
        std::ranges::copy(atlas->dims(), frame.volume.dims);
        for (std::size_t i = 0; i < 3; ++i) {
            frame.volume.clamp_max[i] = static_cast<float>(atlas->dims()[i] - 1);
        }
    }
}

} // namespace voxmarch
