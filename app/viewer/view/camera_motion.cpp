// Flying speed from held keys, and glides interpolated over time.
#include "app/viewer/view/camera_motion.h"

#include "app/viewer/document/document.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/window.h"
#include "scene/camera_moves.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr double glide_seconds = 0.35;

} // namespace

void CameraMotion::glide_to(const Camera &from, const Camera &to) {
    glide = {from, to};
    glide_begin = seconds_now();
}

void set_flying(CameraMotion &motion, Window &window, bool on) {
    ImGui::SetWindowFocus(nullptr); // else keys go on to a field of the panel
    motion.flying = on;
    window.capture_mouse(on);
}

bool move_camera(CameraMotion &motion, Document &document, double seconds) {
    Camera &camera = document.scene.camera;
    if (motion.glide) {
        const double share = std::min((seconds_now() - motion.glide_begin) / glide_seconds, 1.0);
        const double smooth = share * share * (3.0 - 2.0 * share);
        camera = share < 1.0 ? between(motion.glide->first, motion.glide->second, smooth) : motion.glide->second;
        if (share >= 1.0) {
            motion.glide.reset();
        }
        return true;
    }
    if (!motion.flying || !document.loaded) {
        return false;
    }
    const Uint8 *keys = SDL_GetKeyboardState(nullptr);
    const glm::dvec3 direction(keys[SDL_SCANCODE_D] - keys[SDL_SCANCODE_A], keys[SDL_SCANCODE_E] - keys[SDL_SCANCODE_Q],
                               keys[SDL_SCANCODE_W] - keys[SDL_SCANCODE_S]);
    if (direction == glm::dvec3(0.0)) {
        return false;
    }
    const glm::dvec3 extent = document.grid().extent();
    const bool fast = keys[SDL_SCANCODE_LSHIFT] != 0 || keys[SDL_SCANCODE_RSHIFT] != 0;
    const double speed = motion.fly_speed * std::max({extent.x, extent.y, extent.z, 1e-6}) * (fast ? 4.0 : 1.0);
    camera = flown(camera, direction * (speed * seconds));
    return true;
}

void look_around(CameraMotion &motion, Document &document, Window &window, const SDL_Event &event) {
    if (!motion.flying || !document.loaded) {
        return;
    }
    if (event.type == SDL_MOUSEMOTION) {
        Camera &camera = document.scene.camera;
        camera = looked(camera, {1.5 * event.motion.xrel, 1.5 * event.motion.yrel}, size_of_view(document.scene));
    } else if (event.type == SDL_MOUSEWHEEL) {
        motion.fly_speed = std::clamp(motion.fly_speed * std::pow(1.25, event.wheel.y), 0.005, 20.0);
    } else if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        motion.flying = false;
        window.capture_mouse(false);
    }
}

} // namespace voxmarch
