// The 3D view: what it shows, and how its camera is moved.
#pragma once

#include "app/viewer/document/comparison.h"
#include "app/viewer/view/camera_motion.h"
#include "app/viewer/view/pointed_value.h"
#include "app/viewer/view/shown_picture.h"
#include "scene/scene.h"

#include <glm/glm.hpp>
#include <optional>

namespace voxmarch {

/// What a button that is held does in the view until it is released.
enum class Drag { none, orbit, pan, roll, zoom, window_level };

struct View {
    ShownPicture shown;
    CameraMotion motion;
    Drag drag = Drag::none;
    bool dragged = false;         ///< a mouse button is held that moves the camera or a handle
    glm::dvec2 origin{0.0};       ///< top left, pixels of the window; of the pane of A
    glm::dvec2 other_origin{0.0}; ///< of the pane that shows B, which may be the same
    Side side = Side::a;          ///< that the mouse is over, or was when it was pressed
    bool box_and_axes = true;     ///< drawn over the picture
    PointedValue pointed;
    int reduction = 1;          ///< of the edges of pictures that are drawn for it: 1, 2 or 4, where a device fails
    std::optional<Scene> unlit; ///< whose light was cancelled, see light_wait.h: it is drawn without; empty: none
};

} // namespace voxmarch
