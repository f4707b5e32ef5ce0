// The 3D view and its mouse.
#include "app/viewer/view/view_pane.h"

#include "app/viewer/panels/panels.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr double glide_seconds = 0.35;
constexpr double wheel_zoom = 1.15;

/// What a held button does until it is released.
enum class Drag { none, orbit, pan, roll, zoom, window_level };

Drag drag_of(const ImGuiIO &io) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        return io.KeyShift ? Drag::pan : io.KeyCtrl ? Drag::roll : Drag::orbit;
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        return io.KeyCtrl ? Drag::window_level : Drag::zoom;
    }
    return ImGui::IsMouseClicked(ImGuiMouseButton_Middle) ? Drag::pan : Drag::none;
}

/// Degrees around the middle of the view between the mouse's last two places.
double roll_angle(const ViewerState &state, ImVec2 mouse, ImVec2 delta) {
    const glm::dvec2 center = state.view_origin + glm::dvec2(state.scene.width, state.scene.height) / 2.0;
    const glm::dvec2 now = glm::dvec2(mouse.x, mouse.y) - center, before = now - glm::dvec2(delta.x, delta.y);
    return glm::degrees(std::atan2(before.x * now.y - before.y * now.x, glm::dot(before, now)));
}

void drag_window_level(ViewerState &state, ImVec2 delta) {
    const ValueRange range = state.loaded->volume.range();
    const double shift = delta.x / state.scene.width * (range.max - range.min);
    const double factor = std::exp(2.0 * delta.y / state.scene.height);
    state.scene.transfer = windowed(state.scene.transfer, shift, factor);
}

void apply_drag(ViewerState &state, Drag drag) {
    const ImGuiIO &io = ImGui::GetIO();
    const glm::dvec2 moved(io.MouseDelta.x, io.MouseDelta.y);
    if (moved == glm::dvec2(0.0)) {
        return;
    }
    Camera &camera = state.scene.camera;
    const ViewSize view = state.view_size();
    state.glide.reset();
    state.welcome_closed = state.welcome_closed || state.loaded; // it has been read, and hides a part of the picture
    switch (drag) {
    case Drag::orbit: camera = orbited(camera, moved, view); break;
    case Drag::pan: camera = panned(camera, moved, view); break;
    case Drag::roll: camera = rolled(camera, roll_angle(state, io.MousePos, io.MouseDelta)); break;
    case Drag::zoom: camera = zoomed(camera, std::exp(-3.0 * moved.y / view.height)); break;
    case Drag::window_level: drag_window_level(state, io.MouseDelta); break;
    case Drag::none: break;
    }
}

glm::dvec2 mouse_in_view(const ViewerState &state) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return glm::dvec2(mouse.x, mouse.y) - state.view_origin;
}

void center_on_surface(ViewerState &state) {
    const glm::dvec2 pixel = mouse_in_view(state);
    const auto place =
        visible_surface(*state.loaded, state.scene, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    if (!place) {
        state.notify("nothing visible there: double click on a surface");
        return;
    }
    Camera camera = state.scene.camera;
    camera.target = *place;
    // The eye keeps its distance to the picture: it moves sideways with the target.
    camera.eye =
        *place - axes_of(state.scene.camera).forward * std::max(glm::length(*place - state.scene.camera.eye), 1e-6);
    state.glide_to(camera);
}

constexpr float click_reach = 4.0f; // points that the mouse may move during a click

bool is_click(const ImGuiIO &io) {
    return io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < scaled(click_reach) * scaled(click_reach);
}

/// The probe follows the mouse until a click holds it.
void update_probe(ViewerState &state, Drag drag) {
    const ImGuiIO &io = ImGui::GetIO();
    ProbeState &probe = state.probe;
    if (!probe.open) {
        return;
    }
    const bool clicked = drag == Drag::orbit && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && is_click(io);
    if (clicked || !probe.held) {
        const glm::dvec2 pixel = mouse_in_view(state);
        probe.ray = probe_with_spans(state, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        probe.held = probe.held || clicked;
    }
}

void handle_mouse(ViewerState &state, bool hovered, bool over_handle) {
    Drag drag = static_cast<Drag>(state.view_drag);
    const ImGuiIO &io = ImGui::GetIO();
    if (hovered && !over_handle) {
        if (const Drag begun = drag_of(io); begun != Drag::none && drag == Drag::none) {
            drag = begun;
        }
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            center_on_surface(state);
        }
        if (io.MouseWheel != 0.0f) {
            const double factor = std::pow(wheel_zoom, io.MouseWheel);
            state.glide.reset();
            state.last_wheel = seconds_now();
            state.scene.camera = io.KeyCtrl
                                     ? zoomed_at(state.scene.camera, factor, mouse_in_view(state), state.view_size())
                                     : zoomed(state.scene.camera, factor);
        }
        update_probe(state, drag);
    }
    const bool down = ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
    drag = down ? drag : Drag::none;
    state.view_drag = static_cast<int>(drag);
    state.view_dragged = drag != Drag::none || (over_handle && down);
    if (drag != Drag::none && !(state.probe.open && drag == Drag::orbit && is_click(io))) {
        apply_drag(state, drag);
    }
}

/// Text that can be read over any picture.
void draw_badge(ImDrawList &list, ImVec2 at, const std::string &text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float border = scaled(4.0f);
    list.AddRectFilled(ImVec2(at.x - border, at.y - border), ImVec2(at.x + size.x + border, at.y + size.y + border),
                       IM_COL32(10, 12, 18, 170), scaled(3.0f));
    list.AddText(at, IM_COL32_WHITE, text.c_str());
}

/// The picture, and in a comparison the second one behind a line that can be dragged.
void draw_pictures(ViewerState &state, PaneRect pane, ImDrawList &list) {
    const ImVec2 end(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y);
    if (!state.picture) {
        return;
    }
    list.AddImage(state.picture.id(), pane.origin, end);
    if (state.compare.open && state.other_shown) {
        const float x = std::floor(pane.origin.x + pane.size.x * state.compare.wipe);
        list.AddImage(state.other_picture.id(), ImVec2(x, pane.origin.y), end,
                      ImVec2((x - pane.origin.x) / pane.size.x, 0.0f), ImVec2(1.0f, 1.0f));
        list.AddLine(ImVec2(x, pane.origin.y), ImVec2(x, end.y), accent_color, scaled(2.0f));
        const auto name = [&](const char *side, double ms) {
            return state.outdated || ms <= 0.0 ? std::string(side) : side + ("  " + time_text(ms));
        };
        const std::string a = name("A", state.shown.statistics.frame_ms);
        const std::string b =
            name(state.compare.difference ? "A - B, 16 times" : "B", state.shown.other_statistics.frame_ms);
        const float y = pane.origin.y + scaled(8.0f), gap = scaled(10.0f);
        draw_badge(list, ImVec2(x - gap - ImGui::CalcTextSize(a.c_str()).x, y), a);
        draw_badge(list, ImVec2(x + gap, y), b);
    }
}

/// Why there is no new picture, over the old one.
void draw_error(const ViewerState &state, PaneRect pane, ImDrawList &list) {
    const std::string &error = state.status.error;
    if (error.empty()) {
        return;
    }
    const std::string text = error + "\n(F5: try again)";
    const float border = scaled(10.0f), width = std::max(std::min(pane.size.x - 4.0f * border, scaled(560.0f)), 1.0f);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
    const ImVec2 at(pane.origin.x + (pane.size.x - size.x) / 2.0f, // low, where no window lies over it
                    pane.origin.y + pane.size.y - size.y - 3.0f * border);
    list.AddRectFilled(ImVec2(at.x - border, at.y - border), ImVec2(at.x + size.x + border, at.y + size.y + border),
                       IM_COL32(30, 12, 14, 225), scaled(4.0f));
    list.AddText(nullptr, 0.0f, at, IM_COL32(255, 150, 140, 255), text.c_str(), nullptr, width);
}

/// Dragging the line of a comparison. @return whether the mouse is on it
bool drag_wipe(ViewerState &state, PaneRect pane, bool hovered) {
    bool &held = state.wipe_held;
    if (!state.compare.open) {
        return held = false;
    }
    const float mouse = ImGui::GetIO().MousePos.x;
    const float x = pane.origin.x + pane.size.x * state.compare.wipe;
    const bool near = hovered && std::abs(mouse - x) < scaled(7.0f);
    held = ImGui::IsMouseDown(ImGuiMouseButton_Left) && (held || (near && ImGui::IsMouseClicked(0)));
    if (held) {
        state.compare.wipe = std::clamp((mouse - pane.origin.x) / pane.size.x, 0.0f, 1.0f);
    }
    if (near || held) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    return near || held;
}

} // namespace

void show_view(ViewerState &state, PaneRect pane) {
    pane.size = ImVec2(std::max(std::floor(pane.size.x), 1.0f), std::max(std::floor(pane.size.y), 1.0f));
    pane.origin = ImVec2(std::floor(pane.origin.x), std::floor(pane.origin.y));
    state.scene.width = std::min(static_cast<int>(pane.size.x), 16384);
    state.scene.height = std::min(static_cast<int>(pane.size.y), 16384);
    state.view_origin = {pane.origin.x, pane.origin.y};
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(pane.origin, ImVec2(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y));
    draw_pictures(state, pane, list);
    if (state.loaded) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const glm::dvec2 inside = mouse_in_view(state);
        const bool hovered = !ImGui::GetIO().WantCaptureMouse && !state.flying && ImGui::IsMousePosValid(&mouse) &&
                             inside.x >= 0.0 && inside.y >= 0.0 && inside.x < pane.size.x && inside.y < pane.size.y;
        bool taken = drag_wipe(state, pane, hovered);
        taken = show_overlays(state, pane) || taken;
        handle_mouse(state, hovered, taken);
    }
    draw_error(state, pane, list);
    list.PopClipRect();
}

bool move_camera(ViewerState &state, double seconds) {
    if (state.glide) {
        const double share = std::min((seconds_now() - state.glide_begin) / glide_seconds, 1.0);
        const double smooth = share * share * (3.0 - 2.0 * share);
        state.scene.camera = between(state.glide->first, state.glide->second, smooth);
        if (share >= 1.0) {
            state.glide.reset();
        }
        return true;
    }
    if (!state.flying || !state.loaded) {
        return false;
    }
    const Uint8 *keys = SDL_GetKeyboardState(nullptr);
    const glm::dvec3 direction(keys[SDL_SCANCODE_D] - keys[SDL_SCANCODE_A], keys[SDL_SCANCODE_E] - keys[SDL_SCANCODE_Q],
                               keys[SDL_SCANCODE_W] - keys[SDL_SCANCODE_S]);
    if (direction == glm::dvec3(0.0)) {
        return false;
    }
    const glm::dvec3 extent = state.loaded->volume.grid().extent();
    const bool fast = keys[SDL_SCANCODE_LSHIFT] != 0 || keys[SDL_SCANCODE_RSHIFT] != 0;
    const double speed = state.fly_speed * std::max({extent.x, extent.y, extent.z, 1e-6}) * (fast ? 4.0 : 1.0);
    state.scene.camera = flown(state.scene.camera, direction * (speed * seconds));
    return true;
}

void look_around(ViewerState &state, const SDL_Event &event) {
    if (!state.flying || !state.loaded) {
        return;
    }
    if (event.type == SDL_MOUSEMOTION) {
        state.scene.camera =
            looked(state.scene.camera, {1.5 * event.motion.xrel, 1.5 * event.motion.yrel}, state.view_size());
    } else if (event.type == SDL_MOUSEWHEEL) {
        state.fly_speed = std::clamp(state.fly_speed * std::pow(1.25, event.wheel.y), 0.005, 20.0);
    } else if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        state.flying = false;
        state.window.capture_mouse(false);
    }
}

} // namespace voxmarch
