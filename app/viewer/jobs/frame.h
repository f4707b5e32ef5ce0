// What the window wants to show, and the picture that it gets.
#pragma once

#include "app/viewer/jobs/isovalue.h"
#include "app/viewer/jobs/race.h"
#include "renderer/instruments/heat_map.h"
#include "scene/device_team.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What is to be drawn. Equal orders give equal pictures.
struct FrameOrder {
    Scene scene;                     ///< its size is that of the view, pixels
    std::optional<Scene> other;      ///< a second picture of the same size, see Comparison
    int other_device = -1;           ///< DeviceInfo::index that draws it; < 0: the one that draws the scene
    bool races = true;               ///< both are drawn several times in turns, for their times
    std::optional<HeatMap> heat_map; ///< what the rays do in place of the picture; only when nothing moves
    std::shared_ptr<const SceneContent>
        time{}; ///< whose voxels are drawn, of a series; null: of the volume that is open
    bool operator==(const FrameOrder &) const = default;
};

struct FrameRequest {
    FrameOrder order;
    bool moving = false; ///< more requests will follow at once: draw what keeps the frame rate
    std::shared_ptr<const SceneContent> next_time{}; ///< that is drawn after this one, perhaps; null: nobody knows
};

/// A picture for the window.
struct Frame {
    Image image;
    std::optional<Image> other;
    std::uint64_t request = 0;       ///< RenderThread::request() returned this
    bool final = false;              ///< full resolution and quality
    double scale = 1.0;              ///< share of each edge of the view that was drawn
    std::vector<Isovalue> isovalues; ///< of the surfaces that were drawn, in the order of `statistics.surfaces`
    FrameStatistics statistics, other_statistics;
    std::vector<PictureShare> shares; ///< of devices that drew `image` together; empty: one drew it
    int other_device = -1;            ///< DeviceInfo::index that drew `other`
    Race race;                        ///< times of both, of all rounds that were measured
    int width = 0, height = 0;        ///< of the view that asked for it, pixels
    Camera camera{};                  ///< that it was drawn with
    int paths = 0, paths_wanted = 0;  ///< a pixel, of which a traced picture is the mean; 0: it is shaded
    double total_ms = 0.0;            ///< host time of this picture with its read-back, without what is prepared once
    std::optional<HeatScale> heat_scale;    ///< of a heat map in place of the picture
    std::string why_empty, why_other_empty; ///< of a final picture of one colour: why nothing is seen
};

} // namespace voxmarch
