// Lays out the 3D view, draws what lies over it, and gives it the mouse.
#include "app/viewer/view/view_pane.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "scene/camera_moves.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr double wheel_zoom = 1.15;

Drag drag_of(const ImGuiIO &io) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        return io.KeyShift ? Drag::pan : io.KeyCtrl ? Drag::roll : Drag::orbit;
    }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        return io.KeyCtrl ? Drag::window_level : Drag::zoom;
    }
    return ImGui::IsMouseClicked(ImGuiMouseButton_Middle) ? Drag::pan : Drag::none;
}

glm::dvec2 mouse_in(const View &view) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return glm::dvec2(mouse.x, mouse.y) - view.origin;
}

/// Degrees around the middle of the view between the mouse's last two places.
double roll_angle(const View &view, ViewSize size, glm::dvec2 moved) {
    const glm::dvec2 now = mouse_in(view) - glm::dvec2(size.width, size.height) / 2.0, before = now - moved;
    return glm::degrees(std::atan2(before.x * now.y - before.y * now.x, glm::dot(before, now)));
}

void drag_window_level(Document &document, glm::dvec2 moved) {
    Scene &scene = document.scene;
    const ValueRange range = document.volume().range();
    const double shift = moved.x / scene.width * (range.max - range.min);
    const double factor = std::exp(2.0 * moved.y / scene.height);
    document.transfer() = windowed(document.transfer(), shift, factor);
}

/// @param turntable  the horizon stays level
void apply_drag(View &view, Document &document, glm::dvec2 moved, bool turntable) {
    Camera &camera = document.scene.camera;
    const ViewSize size = size_of_view(document.scene);
    view.motion.glide.reset();
    switch (view.drag) {
    case Drag::orbit:
        camera =
            turntable ? turned_table(camera, moved, size, vertical_of(document.grid())) : orbited(camera, moved, size);
        break;
    case Drag::pan: camera = panned(camera, moved, size); break;
    case Drag::roll: camera = rolled(camera, roll_angle(view, size, moved)); break;
    case Drag::zoom: camera = zoomed(camera, std::exp(-3.0 * moved.y / size.height)); break;
    case Drag::window_level: drag_window_level(document, moved); break;
    case Drag::none: break;
    }
}

void zoom_by_wheel(View &view, Scene &scene, const ImGuiIO &io) {
    const double factor = std::pow(wheel_zoom, io.MouseWheel);
    view.motion.glide.reset();
    view.motion.last_wheel = seconds_now();
    scene.camera = io.KeyCtrl ? zoomed_at(scene.camera, factor, mouse_in(view), size_of_view(scene))
                              : zoomed(scene.camera, factor);
}

void center_on_surface(View &view, const Document &document, Notices &notices) {
    const glm::dvec2 pixel = mouse_in(view);
    const auto place =
        visible_surface(*document.loaded, document.scene, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
    if (!place) {
        notices.add("nothing visible there: double click on a surface");
        return;
    }
    const Camera &now = document.scene.camera;
    Camera camera = now;
    camera.target = *place;
    // The eye keeps its distance to the picture: it moves sideways with the target.
    camera.eye = *place - axes_of(now).forward * std::max(glm::length(*place - now.eye), 1e-6);
    view.motion.glide_to(now, camera);
}

constexpr float click_reach = 4.0f; // points that the mouse may move during a click

bool is_click(const ImGuiIO &io) {
    return io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < scaled(click_reach) * scaled(click_reach);
}

/// The probe follows the mouse until a click holds it.
void update_probe(ProbeTool &probe, SkipMap &skip, const View &view, const Document &document) {
    if (!probe.open) {
        return;
    }
    const bool clicked =
        view.drag == Drag::orbit && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && is_click(ImGui::GetIO());
    if (clicked || !probe.held) {
        const glm::dvec2 pixel = mouse_in(view);
        probe.ray = probe_with_spans(skip, document, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        probe.held = probe.held || clicked;
    }
}

void handle_mouse(ViewerState &state, bool hovered, bool over_handle) {
    View &view = state.view;
    Document &document = state.document;
    ProbeTool &probe = state.tools.probe;
    const ImGuiIO &io = ImGui::GetIO();
    if (hovered && !over_handle) {
        view.drag = view.drag == Drag::none ? drag_of(io) : view.drag;
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !state.tools.measure.placing) {
            center_on_surface(view, document, state.notices);
        }
        if (io.MouseWheel != 0.0f) {
            zoom_by_wheel(view, document.scene, io);
        }
        update_probe(probe, state.tools.skip, view, document);
    }
    const bool down = ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
    view.drag = down ? view.drag : Drag::none;
    view.dragged = view.drag != Drag::none || (over_handle && down);
    const glm::dvec2 moved(io.MouseDelta.x, io.MouseDelta.y);
    const bool clicks_probe = probe.open && view.drag == Drag::orbit && is_click(io);
    if (view.drag != Drag::none && !clicks_probe && moved != glm::dvec2(0.0)) {
        apply_drag(view, document, moved, state.store.turntable);
        state.dialogs.welcome_closed = true; // it has been read, and hides a part of the picture
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
void draw_pictures(const ShownPicture &shown, const Comparison &compare, PaneRect pane, ImDrawList &list) {
    const ImVec2 end(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y);
    if (!shown.texture) {
        return;
    }
    list.AddImage(shown.texture.id(), pane.origin, end);
    if (compare.open && shown.has_other) {
        const float x = std::floor(pane.origin.x + pane.size.x * compare.wipe);
        list.AddImage(shown.other_texture.id(), ImVec2(x, pane.origin.y), end,
                      ImVec2((x - pane.origin.x) / pane.size.x, 0.0f), ImVec2(1.0f, 1.0f));
        list.AddLine(ImVec2(x, pane.origin.y), ImVec2(x, end.y), accent_color, scaled(2.0f));
        const auto name = [&](const char *side, double ms) {
            return shown.outdated || ms <= 0.0 ? std::string(side) : side + ("  " + time_text(ms));
        };
        const std::string a = name("A", shown.frame.statistics.frame_ms);
        const std::string b = name(compare.difference ? "A - B, 16 times" : "B", shown.frame.other_statistics.frame_ms);
        const float y = pane.origin.y + scaled(8.0f), gap = scaled(10.0f);
        draw_badge(list, ImVec2(x - gap - ImGui::CalcTextSize(a.c_str()).x, y), a);
        draw_badge(list, ImVec2(x + gap, y), b);
    }
}

/// Why there is no new picture, over the old one.
void draw_error(const std::string &error, PaneRect pane, ImDrawList &list) {
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
bool drag_wipe(Comparison &compare, PaneRect pane, bool hovered) {
    bool &held = compare.wipe_held;
    if (!compare.open) {
        return held = false;
    }
    const float mouse = ImGui::GetIO().MousePos.x;
    const float x = pane.origin.x + pane.size.x * compare.wipe;
    const bool near = hovered && std::abs(mouse - x) < scaled(7.0f);
    held = ImGui::IsMouseDown(ImGuiMouseButton_Left) && (held || (near && ImGui::IsMouseClicked(0)));
    if (held) {
        compare.wipe = std::clamp((mouse - pane.origin.x) / pane.size.x, 0.0f, 1.0f);
    }
    if (near || held) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    return near || held;
}

} // namespace

void show_view(ViewerState &state, PaneRect pane) {
    View &view = state.view;
    Scene &scene = state.document.scene;
    pane.size = ImVec2(std::max(std::floor(pane.size.x), 1.0f), std::max(std::floor(pane.size.y), 1.0f));
    pane.origin = ImVec2(std::floor(pane.origin.x), std::floor(pane.origin.y));
    scene.width = std::min(static_cast<int>(pane.size.x), 16384);
    scene.height = std::min(static_cast<int>(pane.size.y), 16384);
    view.origin = {pane.origin.x, pane.origin.y};
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(pane.origin, ImVec2(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y));
    draw_pictures(view.shown, state.tools.compare, pane, list);
    if (state.document.loaded) {
        const ImGuiIO &io = ImGui::GetIO();
        const glm::dvec2 inside = mouse_in(view);
        const bool hovered = !io.WantCaptureMouse && !view.motion.flying && ImGui::IsMousePosValid(&io.MousePos) &&
                             inside.x >= 0.0 && inside.y >= 0.0 && inside.x < pane.size.x && inside.y < pane.size.y;
        bool taken = drag_wipe(state.tools.compare, pane, hovered);
        taken = show_overlays(state, pane) || taken;
        handle_mouse(state, hovered, taken);
        const bool rests = hovered && !view.dragged && !view.motion.glide;
        follow_pointed_value(state, rests ? std::optional(glm::ivec2(inside)) : std::nullopt);
    }
    draw_error(state.jobs.status.error, pane, list);
    list.PopClipRect();
}

} // namespace voxmarch
