// What lies over the picture of the 3D view.
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/state.h"
#include "app/viewer/view/annotations.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/figure_overlay.h"
#include "app/viewer/view/overlay_pen.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/view.h"
#include "app/viewer/view/view_pane.h"
#include "app/viewer/window/theme.h"
#include "scene/pick.h"

#include "renderer/views.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

void draw_box(const Pen &pen, const Grid &grid, glm::dvec3 low, glm::dvec3 high, ImU32 color, ImU32 hidden,
              float width) {
    const glm::dvec3 last = glm::max(grid.dims_d() - 1.0, glm::dvec3(1.0));
    const glm::dvec3 eye = voxel_of(grid, place_of_view(pen.scene.camera)) / last;
    const auto faces_eye = [&](int axis, bool upper) { return upper ? eye[axis] > high[axis] : eye[axis] < low[axis]; };
    const bool inside = glm::all(glm::greaterThanEqual(eye, low)) && glm::all(glm::lessThanEqual(eye, high));
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int side = 0; side < 4; ++side) {
            glm::dvec3 from = low, to = high;
            from[u] = to[u] = (side & 1) != 0 ? high[u] : low[u];
            from[v] = to[v] = (side & 2) != 0 ? high[v] : low[v];
            const bool seen = inside || faces_eye(u, (side & 1) != 0) || faces_eye(v, (side & 2) != 0);
            pen.line(box_corner(grid, from), box_corner(grid, to), seen ? color : hidden, width);
        }
    }
}

namespace {

/// Of the volume's box: light, on light backgrounds dark.
ImU32 box_color_on(const glm::vec3 &background) {
    const bool light = glm::dot(background, glm::vec3(0.2126f, 0.7152f, 0.0722f)) > 0.5f;
    return light ? IM_COL32(40, 50, 70, 140) : box_color;
}

/// Letters at the ends of an axis: patient directions, else x y z.
struct AxisLetters {
    const char *positive, *negative;
};

AxisLetters letters_of(const Grid &grid, int axis) {
    static constexpr AxisLetters patient[3] = {{"L", "R"}, {"P", "A"}, {"S", "I"}};
    static constexpr AxisLetters plain[3] = {{"x", ""}, {"y", ""}, {"z", ""}};
    return grid.anatomical ? patient[axis] : plain[axis];
}

/// The world's axes in the lower left corner, those that point away first.
void draw_axes(const Pen &pen, const Grid &grid) {
    const CameraAxes axes = axes_of(pen.scene.camera);
    const float length = scaled(34.0f);
    const ImVec2 center(pen.pane.origin.x + scaled(58.0f), pen.pane.origin.y + pen.pane.size.y - scaled(58.0f));
    std::array<int, 6> order{0, 1, 2, 3, 4, 5};
    const auto direction = [](int i) {
        glm::dvec3 result(0.0);
        result[i % 3] = i < 3 ? 1.0 : -1.0;
        return result;
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return glm::dot(direction(a), axes.forward) > glm::dot(direction(b), axes.forward);
    });
    for (const int i : order) {
        const glm::dvec3 toward = direction(i);
        const char *letter = i < 3 ? letters_of(grid, i % 3).positive : letters_of(grid, i % 3).negative;
        const ImVec2 end(center.x + static_cast<float>(glm::dot(toward, axes.right)) * length,
                         center.y - static_cast<float>(glm::dot(toward, axes.up)) * length);
        if (i < 3) {
            pen.list.AddLine(center, end, axis_colors[i], scaled(2.0f));
        }
        const ImVec2 size = ImGui::CalcTextSize(letter);
        const ImVec2 away((end.x - center.x) * 0.3f, (end.y - center.y) * 0.3f);
        pen.list.AddText(ImVec2(end.x + away.x - size.x / 2.0f, end.y + away.y - size.y / 2.0f), axis_colors[i % 3],
                         letter);
    }
}

/// Occupied cubes of the octree, near ones over far ones and brighter.
void draw_octree(SkipMap &skip, const Grid &grid, const Pen &pen) {
    if (skip.level == no_boxes || skip.octree.states.empty()) {
        return;
    }
    const OctreeNodes &boxes = boxes_of(skip);
    const std::vector<glm::ivec3> nodes =
        nearest_nodes(boxes, box_limit, voxel_of(grid, place_of_view(pen.scene.camera)), grid.spacing);
    const ImDrawListFlags flags = pen.list.Flags;
    pen.list.Flags &= ~ImDrawListFlags_AntiAliasedLines; // an eighth of the triangles
    const glm::dvec3 last = glm::max(grid.dims_d() - 1.0, glm::dvec3(1.0));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double near = (static_cast<double>(i) + 1.0) / static_cast<double>(nodes.size());
        const auto alpha = static_cast<ImU32>(30.0 + 110.0 * near * near);
        draw_box(pen, grid, boxes.low(nodes[i]) / last, boxes.high(nodes[i]) / last, IM_COL32(120, 230, 190, alpha),
                 IM_COL32(120, 230, 190, alpha), 1.0f);
    }
    pen.list.Flags = flags;
}

/// The probe's place: a cross where it looks, and the ray's text.
void draw_probe(const ProbeTool &probe, const Pen &pen) {
    if (!probe.open || probe.ray.samples.empty()) {
        return;
    }
    const ImVec2 at(pen.pane.origin.x + static_cast<float>(probe.ray.x) + 0.5f,
                    pen.pane.origin.y + static_cast<float>(probe.ray.y) + 0.5f);
    const float arm = scaled(9.0f), gap = scaled(3.0f);
    for (const float sign : {-1.0f, 1.0f}) {
        pen.list.AddLine(ImVec2(at.x + sign * gap, at.y), ImVec2(at.x + sign * arm, at.y), second_color, scaled(1.5f));
        pen.list.AddLine(ImVec2(at.x, at.y + sign * gap), ImVec2(at.x, at.y + sign * arm), second_color, scaled(1.5f));
    }
}

void draw_fly_hint(double speed, const Pen &pen) {
    const std::string text = fmt::format(
        "Flying: W A S D move, E up, Q down, mouse looks, wheel: speed ({:.2f} volumes/s), G or Esc: back", speed);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 at(pen.pane.origin.x + (pen.pane.size.x - size.x) / 2.0f,
                    pen.pane.origin.y + pen.pane.size.y - size.y - scaled(16.0f));
    const float border = scaled(8.0f);
    pen.list.AddRectFilled(ImVec2(at.x - border, at.y - border), ImVec2(at.x + size.x + border, at.y + size.y + border),
                           IM_COL32(10, 12, 18, 190), scaled(4.0f));
    pen.list.AddText(at, IM_COL32_WHITE, text.c_str());
}

/// Where the slices are: lines through the volume, along which two of them cross, and the place where they meet.
void draw_slice_lines(const Slices &slices, const Document &document, const Pen &pen) {
    const Grid &grid = document.grid();
    const glm::dvec3 center = slices.center(), last = grid.dims_d() - 1.0;
    const auto frame = [&](int axis) { return frame_of(slices, document, axis % 3); };
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = crossing_of(grid, frame(axis + 1), frame(axis + 2));
        double low = -HUGE_VAL, high = HUGE_VAL; // in the box
        for (int face = 0; face < 3; ++face) {
            if (std::abs(along[face]) > 1e-12) {
                const double a = -center[face] / along[face], b = (last[face] - center[face]) / along[face];
                low = std::max(low, std::min(a, b));
                high = std::min(high, std::max(a, b));
            }
        }
        pen.line(world_of(grid, center + low * along), world_of(grid, center + high * along), axis_colors[axis], 1.0f);
    }
    if (const auto at = pen.place(world_of(grid, center))) {
        pen.list.AddCircleFilled(*at, scaled(3.0f), IM_COL32_WHITE);
    }
}

bool is_over(PaneRect pane) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return mouse.x >= pane.origin.x && mouse.y >= pane.origin.y && mouse.x < pane.origin.x + pane.size.x &&
           mouse.y < pane.origin.y + pane.size.y;
}

/// The 3D view as what measures sees it: places lie on what is seen.
MeasurePane measure_pane(const Document &document, const Pen &pen, const std::optional<ImVec2> &cursor) {
    const auto pick = [&document, &pen](ImVec2 mouse) {
        return seen_place(*document.loaded, pen.scene, static_cast<int>(mouse.x - pen.pane.origin.x),
                          static_cast<int>(mouse.y - pen.pane.origin.y));
    };
    // What lies on no surface, or has none under the mouse, keeps its distance to the picture.
    const auto drag = [pick, &pen](ImVec2 mouse, const Annotation &annotation,
                                   std::size_t which) -> std::optional<glm::dvec3> {
        const bool region = is_region(annotation.kind);
        if (const auto seen = region ? std::nullopt : pick(mouse)) {
            return seen;
        }
        const Camera &camera = pen.scene.camera;
        const glm::dvec3 forward = axes_of(camera).forward;
        const SightLine line =
            sight_line(camera, size_of_view(pen.scene), {mouse.x - pen.pane.origin.x, mouse.y - pen.pane.origin.y});
        const double depth = glm::dot(annotation.places[which] - camera.eye, forward);
        return line.start + line.direction * (depth / glm::dot(line.direction, forward));
    };
    return {pen.list,
            document.grid(),
            [&pen](glm::dvec3 world) { return pen.place(world); },
            pick,
            drag,
            [](glm::dvec3) { return 0.0; },
            cursor};
}

/// Where keys would put a place of a measurement: in the first pane, unless slices are shown, whose crosshair has it.
std::optional<ImVec2> cursor_of_keys(const ViewerState &state, const PaneRect &pane) {
    const glm::dvec2 at = state.tools.measure.cursor;
    if (state.tools.slices.open || double(pane.origin.x) != state.view.origin.x) {
        return std::nullopt;
    }
    return ImVec2(pane.origin.x + static_cast<float>(at.x) * pane.size.x,
                  pane.origin.y + static_cast<float>(at.y) * pane.size.y);
}

/// A click chooses the label that is seen there. @return whether the mouse is for that
bool pick_label(LabelList &list, const Document &document, const Pen &pen, bool takes_mouse) {
    if (!list.picking || !takes_mouse || !document.loaded->labels) {
        return false;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto seen = seen_place(*document.loaded, pen.scene, static_cast<int>(mouse.x - pen.pane.origin.x),
                                     static_cast<int>(mouse.y - pen.pane.origin.y));
        choose_label(list, seen ? label_at(document, *seen) : std::nullopt);
    }
    return true;
}

/// A click on a side of the orientation cube looks from there. @return whether the mouse is over one
bool look_from_cube(ViewerState &state, PaneRect pane, bool takes_mouse) {
    const Document &document = state.document;
    const auto view = takes_mouse ? cube_view_at(document, pane, ImGui::GetIO().MousePos) : std::nullopt;
    if (!view) {
        return false;
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const Scene &scene = document.scene;
        state.view.motion.glide_to(scene.camera,
                                   view_like(scene.camera, *view, document.grid(), double(scene.width) / scene.height));
    }
    return true;
}

} // namespace

bool show_overlays(ViewerState &state, PaneRect pane, const Scene &shown, bool active) {
    Document &document = state.document;
    const View &view = state.view;
    const Grid &grid = document.grid();
    const Pen pen{shown, pane, *ImGui::GetBackgroundDrawList()};
    const bool listens = active && !ImGui::GetIO().WantCaptureMouse && !view.motion.flying;
    const Comparison &compare = state.tools.compare;
    const bool one_pane = !compare.open || !compare.beside;
    const bool edited = one_pane || compare.volumes || shown.settings == document.scene.settings;
    bool taken = false;
    pen.list.PushClipRect(pane.origin, ImVec2(pane.origin.x + pane.size.x, pane.origin.y + pane.size.y), true);
    if (view.shown.frame.heat_scale) {
        draw_heat_scale(*view.shown.frame.heat_scale, pane, pen.list);
    }
    if (view.box_and_axes) {
        const ImU32 color = box_color_on(shown.settings.background);
        draw_box(pen, grid, glm::dvec3(0.0), glm::dvec3(1.0), color, dimmed(color), 1.0f);
        if (!shown.figure.orientation) { // a cube tells the same in the same corner
            draw_axes(pen, grid);
        }
    }
    Scene figured = one_pane ? side_of(compare, document.scene, Side::a) : shown;
    figured.camera = shown.camera;
    if (figured.figure.any()) {
        draw_figure(figured, *document.loaded, pane, pen.list);
    }
    if (!compare.compares_volumes()) { // boxes are those of all volumes
        draw_octree(state.tools.skip, grid, pen);
    }
    if (state.tools.clip.shown && edited && !state.tools.save.slices_wanted) {
        taken = show_clip_handles(state.tools.clip, document, pen, listens);
    }
    if (state.tools.slices.open && document.scene.slice_planes.shown == PlanesShown::lines) {
        draw_slice_lines(state.tools.slices, document, pen);
    }
    const bool measures = listens && !taken && is_over(pane);
    taken = show_annotations(state.tools.measure, document, measure_pane(document, pen, cursor_of_keys(state, pane)),
                             measures) ||
            taken;
    draw_probe(state.tools.probe, pen);
    taken = pick_label(state.tools.labels, document, pen, measures && !state.tools.measure.placing) || taken;
    taken = look_from_cube(state, pane, measures && !state.tools.measure.placing && !taken) || taken;
    if (view.motion.flying && active) {
        draw_fly_hint(view.motion.fly_speed, pen);
    }
    pen.list.PopClipRect();
    return taken;
}

} // namespace voxmarch
