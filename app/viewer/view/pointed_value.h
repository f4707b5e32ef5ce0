// The value that the mouse points at in the 3D view.
#pragma once

#include "app/viewer/document/comparison.h"

#include <glm/glm.hpp>
#include <optional>

namespace voxmarch {

struct ViewerState;

struct PointedValue {
    std::optional<double> value{};  ///< of the channel that is edited; empty: nothing is seen there
    glm::ivec2 pixel{-1};           ///< that it is of,
    Side side = Side::a;            ///< in the picture of this side,
    unsigned long long picture = 0; ///< of this frame, see Frame::request
    double free_from = 0.0;         ///< seconds_now() from which on the next one may be looked for
};

/// Looks for it where mouse or picture are others than before; at most a fifth of the time is spent with it.
/// @param shown  what is seen there, see side_of()  @param pixel  of its picture; empty: the mouse is elsewhere, or
/// drags something
void follow_pointed_value(ViewerState &state, const Scene &shown, std::optional<glm::ivec2> pixel);

/// The value under the mouse, in the 3D view or in a slice.
std::optional<double> value_under_mouse(const ViewerState &state);

} // namespace voxmarch
