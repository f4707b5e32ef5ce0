// How the camera moves by itself: flying with keys and mouse, and gliding to another camera.
#pragma once

#include "renderer/camera.h"

#include <SDL.h>
#include <optional>
#include <utility>

namespace voxmarch {

struct Document;
class Window;

struct CameraMotion {
    bool flying = false;
    double fly_speed = 0.35;                        ///< longest edges of the volume a second
    std::optional<std::pair<Camera, Camera>> glide; ///< from, to
    double glide_begin = 0.0;                       ///< seconds_now()
    double last_wheel = -1.0;                       ///< seconds_now() when the wheel moved the camera; < 0: never

    void glide_to(const Camera &from, const Camera &to);
};

/// Begins or ends flying: the mouse is captured meanwhile.
void set_flying(CameraMotion &motion, Window &window, bool on);

/// Moves the camera by time. @return whether it moves
bool move_camera(CameraMotion &motion, Document &document, double seconds);

/// While it flies: looks where the mouse moves, and the wheel changes the speed.
void look_around(CameraMotion &motion, Document &document, Window &window, const SDL_Event &event);

} // namespace voxmarch
