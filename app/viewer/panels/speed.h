// What the panel "Speed" measures, and which heat map is shown in place of the picture.
#pragma once

#include "renderer/instruments/heat_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

struct SpeedMeasurements {
    bool counting = false;            ///< count samples of every still picture
    std::uint64_t counts_ordered = 0; ///< Frame::request of the picture whose counts were asked for last
    std::uint64_t counts_of = 0;      ///< that of the picture that was counted
    std::optional<FrameStatistics> counts;
    std::vector<std::pair<std::string, FrameStatistics>> rows; ///< traversals measured one after the other
    bool measuring = false;
    std::optional<HeatMap> heat_map;
};

} // namespace voxmarch
