// What the handles of everything that clips have in common: how they are held and drawn.
#pragma once

#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/overlay_pen.h"
#include "renderer/settings.h"
#include "volume/grid.h"

#include <glm/glm.hpp>

namespace voxmarch {

constexpr float clip_ball = 7.0f, clip_ball_active = 8.5f, clip_reach = 12.0f; ///< points

/// What the handles are those of.
struct Clipping {
    ClipHandles &handles;
    RenderSettings &settings;
    const Grid &grid;
    const Pen &pen;
    bool takes_mouse; ///< it is over the view, and free

    /// Takes the handle if it is clicked. @param number  of the handle, see ClipHandles::held. @return whether it is
    /// held
    bool holds(int number, bool near) const;
};

/// Pixels between places of the window.
float distance(ImVec2 a, ImVec2 b);

void draw_ball(const Pen &pen, ImVec2 at, ImU32 color, bool active);

/// A face of a box, as shares of the edges of a lattice of voxel centres.
struct BoxFace {
    glm::dvec3 low, high; ///< the box
    int axis;
    bool upper;
};

/// What the mouse did with a face.
struct FaceMove {
    double shares = 0.0; ///< of the lattice's edge, along its axis
    bool taken = false;  ///< the mouse is on it or holds it
};

/// Draws the ball of a face: in its middle, or, where that is out of view, at the nearest place of the face that is
/// seen. Where the face looks along the line of sight it cannot be dragged.
FaceMove drag_face(const Clipping &clipping, const Grid &lattice, const BoxFace &face, int number, ImU32 color);

} // namespace voxmarch
