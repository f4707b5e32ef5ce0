// The handles of the clip box and the clip planes in the 3D view, and what is held of them.
#pragma once

#include "app/viewer/view/clip_moves.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

struct Document;
struct Pen;

struct ClipHandles {
    bool shown = false;
    bool in_file = true;             ///< lengths of the clip box in coordinates of the file, not from its first voxel
    int held = -1;                   ///< see clip_handles.cpp; < 0: none
    std::optional<ClipParts> put_by; ///< what was clipped before clipping was switched off; empty: it is on
    std::vector<glm::dvec3> anchors; ///< where the handle of each clip plane is, world: a place on the plane
};

/// Box and planes of the clipping, and their handles.
/// @param takes_mouse  whether the mouse is over the view and free
/// @return whether the mouse is on a handle or drags one
bool show_clip_handles(ClipHandles &handles, Document &document, const Pen &pen, bool takes_mouse);

} // namespace voxmarch
