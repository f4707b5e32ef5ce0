// Lays out the 3D view, draws what lies over it, and gives it the mouse.
#include "app/viewer/view/view_pane.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/overlay_pen.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "scene/camera_moves.h"
#include "scene/pick.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

namespace {

constexpr double wheel_zoom = 1.15;
constexpr float pane_gap = 3.0f; // points between the panes of a comparison

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
    return glm::dvec2(mouse.x, mouse.y) - (view.side == Side::a ? view.origin : view.other_origin);
}

/// Degrees around the middle of the view between the mouse's last two places.
double roll_angle(const View &view, ViewSize size, glm::dvec2 moved) {
    const glm::dvec2 now = mouse_in(view) - glm::dvec2(size.width, size.height) / 2.0, before = now - moved;
    return glm::degrees(std::atan2(before.x * now.y - before.y * now.x, glm::dot(before, now)));
}

/// As in slices: up and down moves the level, sideways the window.
void drag_window_level(Document &document, glm::dvec2 moved) {
    Scene &scene = document.scene;
    const ValueRange range = document.volume().range();
    const double shift = -moved.y / scene.height * (range.max - range.min);
    const double factor = std::exp(2.0 * moved.x / scene.width);
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

/// @param shown  the scene under the mouse
void center_on_surface(View &view, const Document &document, const Scene &shown, Notices &notices) {
    const glm::dvec2 pixel = mouse_in(view);
    const auto place = visible_surface(*document.loaded, shown, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
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
void update_probe(ProbeTool &probe, SkipMap &skip, const View &view, const Document &document, const Scene &shown) {
    if (!probe.open) {
        return;
    }
    const bool clicked =
        view.drag == Drag::orbit && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && is_click(ImGui::GetIO());
    if (clicked || !probe.held) {
        const glm::dvec2 pixel = mouse_in(view);
        probe.side = view.side;
        probe.ray = probe_with_spans(skip, document, shown, static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        probe.held = probe.held || clicked;
    }
}

/// @param shown  the scene under the mouse
void handle_mouse(ViewerState &state, const Scene &shown, bool hovered, bool over_handle) {
    View &view = state.view;
    Document &document = state.document;
    ProbeTool &probe = state.tools.probe;
    const ImGuiIO &io = ImGui::GetIO();
    if (hovered && !over_handle) {
        view.drag = view.drag == Drag::none ? drag_of(io) : view.drag;
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !state.tools.measure.placing) {
            center_on_surface(view, document, shown, state.notices);
        }
        if (io.MouseWheel != 0.0f) {
            zoom_by_wheel(view, document.scene, io);
        }
        update_probe(probe, state.tools.skip, view, document, shown);
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

/// Text that can be read over any picture. @param marked  with a line below
void draw_badge(ImDrawList &list, ImVec2 at, const std::string &text, bool marked = false) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float border = scaled(4.0f);
    const ImVec2 end(at.x + size.x + border, at.y + size.y + border);
    list.AddRectFilled(ImVec2(at.x - border, at.y - border), end, IM_COL32(10, 12, 18, 170), scaled(3.0f));
    if (marked) {
        list.AddRectFilled(ImVec2(at.x - border, end.y - scaled(2.0f)), end, accent_color);
    }
    list.AddText(at, IM_COL32_WHITE, text.c_str());
}

/// The time that a side of a race took, behind its name.
std::string with_time(const std::string &name, bool outdated, double ms) {
    return outdated || ms <= 0.0 ? name : name + "  " + time_text(ms);
}

/// Where the sides of a comparison lie; the same pane twice: one behind a line, or there is none.
struct Panes {
    PaneRect a, b;
    bool two = false;
};

Panes panes_of(PaneRect view, bool two) {
    if (!two) {
        return {view, view};
    }
    const float gap = std::ceil(scaled(pane_gap)), width = std::max(std::floor((view.size.x - gap) / 2.0f), 1.0f);
    const ImVec2 size(width, view.size.y);
    return {{view.origin, size}, {ImVec2(view.origin.x + view.size.x - width, view.origin.y), size}, true};
}

/// Whose transfer function the panels edit.
bool is_edited(const Comparison &compare, const Document &document, Side side) {
    return compare.compares_volumes() &&
           document.channel() == (side == Side::a ? compare.volumes->a : compare.volumes->b);
}

/// Where the picture lies: in the pane; of one that was drawn for a pane of another shape its middle, as high as the
/// pane, since cameras keep what they see from top to bottom.
PaneRect rect_of(const PaneRect &pane, const Frame &frame) {
    const float width = pane.size.y * float(frame.width) / float(std::max(frame.height, 1));
    if (frame.height <= 0 || std::abs(width - pane.size.x) < 1.5f) {
        return pane;
    }
    return {ImVec2(pane.origin.x + (pane.size.x - width) / 2.0f, pane.origin.y), ImVec2(width, pane.size.y)};
}

ImVec2 end_of(const PaneRect &pane) { return ImVec2(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y); }

/// The scene's background, which goes on beside pictures that are narrower than their pane.
ImU32 color_around(const ViewerState &state) {
    if (!state.document.loaded) {
        return ImGui::GetColorU32(ImGuiCol_FrameBg);
    }
    const glm::vec3 color = glm::clamp(state.document.scene.settings.background, 0.0f, 1.0f);
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.r, color.g, color.b, 1.0f));
}

/// @param around  the colour beside it  @param from  where it begins in the pane, from the left
void draw_picture(ImDrawList &list, const PaneRect &pane, const Texture &texture, const Frame &frame, ImU32 around,
                  float from = 0.0f) {
    const PaneRect rect = rect_of(pane, frame);
    list.PushClipRect(ImVec2(pane.origin.x + from, pane.origin.y), end_of(pane), true);
    list.AddRectFilled(pane.origin, end_of(pane), around);
    list.AddImage(texture.id(), rect.origin, end_of(rect));
    list.PopClipRect();
}

/// A pane that has no picture yet: the scene's background.
void draw_empty(const ViewerState &state, const PaneRect &pane, ImDrawList &list) {
    list.AddRectFilled(pane.origin, end_of(pane), color_around(state));
}

/// Both pictures in panes of their own, each with its name.
void draw_beside(const ViewerState &state, const Panes &panes, ImDrawList &list) {
    const ShownPicture &shown = state.view.shown;
    const Comparison &compare = state.tools.compare;
    list.AddRectFilled(ImVec2(panes.a.origin.x + panes.a.size.x, panes.a.origin.y),
                       ImVec2(panes.b.origin.x, panes.b.origin.y + panes.b.size.y),
                       ImGui::GetColorU32(ImGuiCol_WindowBg));
    const auto draw = [&](const PaneRect &pane, Side side, const Texture &texture, double ms) {
        if (shown.has_other) {
            draw_picture(list, pane, texture, shown.frame, color_around(state));
        } else { // the last picture is of another layout, or of another volume
            draw_empty(state, pane, list);
        }
        const double raced_ms = compare.compares_volumes() ? 0.0 : ms;
        const std::string name = shortened(caption_of(compare, state.document, side), 0.7f * pane.size.x);
        const std::string text = with_time(name, shown.outdated, raced_ms);
        const float middle = pane.origin.x + (pane.size.x - ImGui::CalcTextSize(text.c_str()).x) / 2.0f;
        draw_badge(list, ImVec2(std::floor(middle), pane.origin.y + scaled(8.0f)), text,
                   is_edited(compare, state.document, side));
    };
    draw(panes.a, Side::a, shown.texture, shown.frame.statistics.frame_ms);
    draw(panes.b, Side::b, shown.other_texture, shown.frame.other_statistics.frame_ms);
}

/// The second picture behind a line that can be dragged.
void draw_behind_line(const ViewerState &state, PaneRect pane, ImDrawList &list) {
    const ShownPicture &shown = state.view.shown;
    const Comparison &compare = state.tools.compare;
    const ImVec2 end(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y);
    const float x = std::floor(pane.origin.x + pane.size.x * compare.wipe);
    draw_picture(list, pane, shown.other_texture, shown.frame, color_around(state), x - pane.origin.x);
    list.AddLine(ImVec2(x, pane.origin.y), ImVec2(x, end.y), accent_color, scaled(2.0f));
    const bool volumes = compare.compares_volumes();
    const auto name = [&](Side side, const char *plain, double ms) {
        return volumes ? caption_of(compare, state.document, side) : with_time(plain, shown.outdated, ms);
    };
    const std::string a = name(Side::a, "A", shown.frame.statistics.frame_ms);
    const std::string b =
        name(Side::b, compare.difference ? "A - B, 16 times" : "B", shown.frame.other_statistics.frame_ms);
    const float y = pane.origin.y + scaled(8.0f), gap = scaled(10.0f);
    draw_badge(list, ImVec2(x - gap - ImGui::CalcTextSize(a.c_str()).x, y), a,
               is_edited(compare, state.document, Side::a));
    draw_badge(list, ImVec2(x + gap, y), b, is_edited(compare, state.document, Side::b));
}

/// A veil over a picture that has not the camera of what lies over it: of the colour that box and axes are seen on.
void dim(const ViewerState &state, const PaneRect &pane, ImDrawList &list) {
    constexpr float share = 0.6f;
    const ImU32 opaque = color_around(state);
    list.AddRectFilled(pane.origin, end_of(pane),
                       (opaque & ~IM_COL32_A_MASK) | ImU32(255.0f * share) << IM_COL32_A_SHIFT);
}

/// The picture, in a comparison both.
void draw_pictures(const ViewerState &state, const Panes &panes, ImDrawList &list) {
    const ShownPicture &shown = state.view.shown;
    if (!shown.texture && !panes.two) {
        draw_empty(state, panes.a, list);
        return;
    }
    if (panes.two) {
        draw_beside(state, panes, list);
        return;
    }
    const PaneRect &pane = panes.a;
    draw_picture(list, pane, shown.texture, shown.frame, color_around(state));
    if (state.tools.compare.open && shown.has_other) {
        draw_behind_line(state, pane, list);
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

bool is_within(const PaneRect &pane, ImVec2 at) {
    return at.x >= pane.origin.x && at.y >= pane.origin.y && at.x < pane.origin.x + pane.size.x &&
           at.y < pane.origin.y + pane.size.y;
}

/// The side under the mouse; one that the mouse was pressed over stays it.
Side side_under_mouse(const Panes &panes, const ViewerState &state) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Comparison &compare = state.tools.compare;
    const bool pressed = ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1) || ImGui::IsMouseClicked(2);
    const bool down = ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
    if (down && !pressed) {
        return state.view.side;
    }
    if (panes.two) {
        return is_within(panes.b, mouse) ? Side::b : Side::a;
    }
    const bool behind = compare.open && state.view.shown.has_other && !compare.difference;
    return behind && mouse.x >= panes.a.origin.x + panes.a.size.x * compare.wipe ? Side::b : Side::a;
}

/// The camera keeps what is seen in the view where that becomes two panes, or one again.
void fit_camera(Comparison &compare, Document &document, const Panes &panes, PaneRect view) {
    Scene &scene = document.scene;
    if (panes.two && !compare.narrow) {
        std::vector<glm::dvec3> corners = compare.corners;
        for (int corner = 0; compare.corners.empty() && corner < 8; ++corner) { // of the box
            corners.push_back(
                box_corner(document.grid(), {double(corner & 1), double(corner >> 1 & 1), double(corner >> 2)}));
        }
        const double aspect = double(panes.a.size.x) / panes.a.size.y;
        compare.narrow = std::exchange(compare.frames_all, false)
                             ? stepped_back(scene.camera, corners, aspect)
                             : narrowed(scene.camera, corners, double(view.size.x) / view.size.y, aspect);
        scene.camera = compare.narrow->begun;
    } else if (!panes.two && compare.narrow) {
        scene.camera = widened(*compare.narrow, scene.camera);
        compare.narrow.reset();
    }
}

/// What lies over the pictures, and the mouse there.
void show_panes(ViewerState &state, const Panes &panes, bool takes_mouse) {
    View &view = state.view;
    Comparison &compare = state.tools.compare;
    const ImGuiIO &io = ImGui::GetIO();
    view.side = side_under_mouse(panes, state);
    const PaneRect &active = view.side == Side::a ? panes.a : panes.b;
    const bool hovered = takes_mouse && !io.WantCaptureMouse && !view.motion.flying &&
                         ImGui::IsMousePosValid(&io.MousePos) && is_within(active, io.MousePos);
    bool taken = !panes.two && drag_wipe(compare, panes.a, hovered);
    const auto shown_at = [&](Side side) {
        Scene shown = side_of(compare, state.document.scene, side);
        const bool is_there = view.shown.frame.request > 0 && view.shown.texture;
        if (is_there && !picture_lags(state)) { // what lies over a picture has its camera
            shown.camera = view.shown.frame.camera;
        }
        return shown;
    };
    const Scene shown = shown_at(view.side);
    taken = show_overlays(state, active, shown, true) || taken;
    if (panes.two) {
        const Side other = view.side == Side::a ? Side::b : Side::a;
        show_overlays(state, other == Side::a ? panes.a : panes.b, shown_at(other), false);
    }
    handle_mouse(state, shown, hovered, taken);
    const bool rests = hovered && !view.dragged && !view.motion.glide;
    follow_pointed_value(state, shown, rests ? std::optional(glm::ivec2(mouse_in(view))) : std::nullopt);
}

} // namespace

bool picture_lags(const ViewerState &state) {
    constexpr double longest = 0.4; // seconds
    return state.jobs.status.coarse_seconds > longest && state.view.shown.frame.camera != state.document.scene.camera;
}

double two_panes_gap() { return std::ceil(scaled(pane_gap)); }

void show_view(ViewerState &state, PaneRect pane, bool takes_mouse) {
    View &view = state.view;
    Scene &scene = state.document.scene;
    pane.size = ImVec2(std::max(std::floor(pane.size.x), 1.0f), std::max(std::floor(pane.size.y), 1.0f));
    pane.origin = ImVec2(std::floor(pane.origin.x), std::floor(pane.origin.y));
    const Panes panes = panes_of(pane, state.document.loaded &&
                                           has_two_panes(state.tools.compare, state.tools.speed.heat_map.has_value()));
    fit_camera(state.tools.compare, state.document, panes, pane);
    scene.width = std::min(static_cast<int>(panes.a.size.x), 16384);
    scene.height = std::min(static_cast<int>(panes.a.size.y), 16384);
    view.origin = {panes.a.origin.x, panes.a.origin.y};
    view.other_origin = {panes.b.origin.x, panes.b.origin.y};
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(pane.origin, ImVec2(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y));
    draw_pictures(state, panes, list);
    if (picture_lags(state)) {
        dim(state, pane, list);
    }
    if (state.document.loaded) {
        show_panes(state, panes, takes_mouse);
    }
    draw_error(state.jobs.status.error, pane, list);
    list.PopClipRect();
}

} // namespace voxmarch
