// Many pictures by several devices: each draws whole ones, and they are handed over in their order.
#pragma once

#include "scene/device_team.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace voxmarch {

/// A picture that one member of a team drew.
struct DealtPicture {
    std::vector<Image> sides; ///< of draw_sides(): one, or both of a comparison
    Scene scene;
    FrameStatistics statistics; ///< of a comparison those of A, but with the time of both
    std::size_t member = 0;
};

/// Draws pictures, each whole on the member of the team that is free next.
/// @param next      number of a picture that nobody has, larger than those before; empty: there is none left. Asked by
///                  one thread at a time.
/// @param scene_of  of a picture, by its number, on the thread of the member that draws it
/// @param shown     what is drawn of a side of it, on the same thread
/// @param take      gets picture after picture, in order, from one thread at a time. What it throws ends the drawing.
/// @throws the first error in the order of pictures: those before it were taken, those behind it are not
/// Pictures that wait for their turn are at most two a device.
void deal_pictures(DeviceTeam &team, const std::function<std::optional<int>()> &next,
                   const std::function<Scene(int number, std::size_t member)> &scene_of,
                   const std::function<Scene(const Scene &side, std::size_t member)> &shown,
                   const std::function<void(int number, DealtPicture picture)> &take);

} // namespace voxmarch
