// Whether what pages wish to see stays within the limit of memory that the server was given for its volume.
#pragma once

#include "app/serve/brick_choice.h"
#include "renderer/memory_plan.h"

#include <cstdint>

namespace voxmarch {

class LookRoom {
public:
    /// @param device  the one with the least room
    /// @param bricks  what was chosen for the volume within the wish
    /// @param page    the picture for which memory is planned
    LookRoom(const LoadedVolume &loaded, DeviceInfo device, SamplingBackend backend, const BrickWish &wish,
             const BrickChoice &bricks, PlannedPicture page);

    /// Whether the volume and what is derived of it for these settings have room, beside so many bytes for something
    /// else. Where no limit was given there is always room: the device itself refuses. Layers and paths of pictures do
    /// not count.
    bool holds(const RenderSettings &settings, std::uint64_t others = 0) const;

    /// @throws MemoryError, which says what takes how much, where they have none
    void require(const RenderSettings &settings) const;

    /// The settings without light where the preview has no room for it.
    RenderSettings of_preview(RenderSettings settings) const;

private:
    VolumeHeader header_, preview_;
    DeviceInfo device_;
    SamplingBackend backend_;
    std::uint64_t limit_ = 0; ///< bytes; 0: none
    std::uint64_t room_ = 0;  ///< of them for bricks, octree and light
    std::uint64_t slots_ = 0; ///< bricks; 0: the volume lies in one piece
    BrickSize size_{};
    PlannedPicture page_;
    RenderSettings first_; ///< what was planned when the volume was brought to the device
    bool labels_ = false;

    MemoryPlan plan(const RenderSettings &settings) const;
};

} // namespace voxmarch
