// The ray probe as it is used: of the pixel under the mouse, or of one that is held.
#pragma once

#include "app/viewer/document/comparison.h"
#include "renderer/instruments/ray_probe.h"

namespace voxmarch {

struct ProbeTool {
    bool open = false, held = false; ///< held: stays at its pixel; else it follows the mouse
    int reveals = 0;                 ///< frames in which the panel scrolls to it: it was opened by a key
    RayProbe ray;
    Side side = Side::a; ///< of a comparison, that the ray goes through
};

} // namespace voxmarch
