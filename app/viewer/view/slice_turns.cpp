// Lines of the two other slices on each, and their handles.
#include "app/viewer/view/slice_turns.h"

#include "app/viewer/document/document.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace voxmarch {

bool can_turn(const Document &document) { return !document.loaded->volume.large(); }

bool are_turned(const Document &document) { return can_turn(document) && document.scene.slice_planes.are_turned(); }

void set_center(Slices &slices, const Grid &grid, const glm::dvec3 &center) {
    const glm::dvec3 inside = glm::clamp(center, glm::dvec3(0.0), grid.dims_d() - 1.0);
    slices.voxel = glm::ivec3(glm::round(inside));
    slices.beside = inside - glm::dvec3(slices.voxel);
}

void move_slice(Slices &slices, const Document &document, int normal, int by) {
    const Grid &grid = document.grid();
    if (!are_turned(document)) {
        slices.voxel[normal] =
            std::clamp(slices.voxel[normal] + by, 0, grid.dims[static_cast<std::size_t>(normal)] - 1);
        return;
    }
    const glm::dvec3 moved = slices.center() + double(by) * frame_of(slices, document, normal).across;
    if (glm::all(glm::greaterThanEqual(moved, glm::dvec3(0.0))) &&
        glm::all(glm::lessThanEqual(moved, grid.dims_d() - 1.0))) {
        set_center(slices, grid, moved);
    }
}

void reset_turns(Document &document) { document.scene.slice_planes.turned = SlicePlanes{}.turned; }

SliceFrame frame_of(const Slices &slices, const Document &document, int normal) {
    const auto &turned = document.scene.slice_planes.turned;
    return slice_frame(document.grid(), normal, slices.center(),
                       can_turn(document) ? turned[static_cast<std::size_t>(normal)] : glm::dmat3(1.0));
}

ImVec2 in_window(glm::dvec2 at) {
    const glm::dvec2 near = glm::clamp(at, -1e5, 1e5);
    return {static_cast<float>(near.x), static_cast<float>(near.y)};
}

namespace {

/// A line on a slice along which another one crosses it.
struct CrossLine {
    int other;        ///< normal of the other slice
    ImVec2 direction; ///< in the window, a unit vector
};

/// The two of a slice.
std::array<CrossLine, 2> lines_on(const SlicePane &slice, const Slices &slices, const Document &document) {
    const Grid &grid = document.grid();
    const int normal = slice.frame.axes.normal;
    const glm::dvec3 center = slices.center();
    std::array<CrossLine, 2> lines{};
    for (int i = 0; i < 2; ++i) {
        const int other = (normal + 1 + i) % 3;
        const glm::dvec3 along = crossing_of(grid, slice.frame, frame_of(slices, document, other));
        const glm::dvec2 seen = glm::normalize(slice.pixel(center + along) - slice.pixel(center));
        lines[static_cast<std::size_t>(i)] = {other, ImVec2(static_cast<float>(seen.x), static_cast<float>(seen.y))};
    }
    return lines;
}

ImU32 translucent(ImU32 color, ImU32 alpha) { return (color & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT); }

/// Distance of the handles of a line from the crosshair, pixels: those in the middle do not lie on the letters.
float handle_reach(const SlicePane &slice) {
    const float edge = 0.5f * std::min(slice.high.x - slice.low.x, slice.high.y - slice.low.y) - scaled(16.0f);
    return std::min(0.36f * std::min(slice.pane.size.x, slice.pane.size.y), std::max(edge, scaled(48.0f)));
}

/// The line by which the mouse can turn slices: near it, and away from the crosshair. By the other slice's normal.
std::optional<int> line_under_mouse(const SlicePane &slice, const Slices &slices, const Document &document) {
    const ImVec2 at = in_window(slice.pixel(slices.center())), mouse = ImGui::GetIO().MousePos;
    const ImVec2 from(mouse.x - at.x, mouse.y - at.y);
    const bool inside =
        mouse.x >= slice.low.x && mouse.y >= slice.low.y && mouse.x < slice.high.x && mouse.y < slice.high.y;
    for (const CrossLine &line : lines_on(slice, slices, document)) {
        const float along = std::abs(from.x * line.direction.x + from.y * line.direction.y);
        const float beside = std::abs(from.x * line.direction.y - from.y * line.direction.x);
        const bool on_handle = std::hypot(along - handle_reach(slice), beside) < scaled(9.0f);
        if (on_handle || (inside && along > scaled(36.0f) && beside < scaled(5.0f))) {
            return line.other;
        }
    }
    return std::nullopt;
}

double angle_of_mouse(const SlicePane &slice, const Slices &slices) {
    const glm::dvec2 at = slice.pixel(slices.center());
    return std::atan2(ImGui::GetIO().MousePos.y - at.y, ImGui::GetIO().MousePos.x - at.x);
}

} // namespace

void draw_crosshair(const SlicePane &slice, const Slices &slices, const Document &document,
                    const std::optional<int> &grabbed, bool handles, ImDrawList &list) {
    const ImVec2 at = in_window(slice.pixel(slices.center()));
    const float far = 2.0f * (slice.pane.size.x + slice.pane.size.y), reach = handle_reach(slice);
    for (const CrossLine &line : lines_on(slice, slices, document)) {
        const bool strong = grabbed == line.other;
        const ImU32 color = translucent(slice_color(line.other), strong ? 255 : 150);
        list.PushClipRect(slice.low, slice.high, true);
        list.AddLine(ImVec2(at.x - far * line.direction.x, at.y - far * line.direction.y),
                     ImVec2(at.x + far * line.direction.x, at.y + far * line.direction.y), color,
                     scaled(strong ? 2.0f : 1.0f));
        list.PopClipRect();
        for (const float side : {-reach, reach}) {
            const ImVec2 handle(at.x + side * line.direction.x, at.y + side * line.direction.y);
            if (handles) {
                list.AddCircleFilled(handle, scaled(strong ? 5.5f : 4.5f), IM_COL32(10, 12, 18, 200));
                list.AddCircle(handle, scaled(strong ? 5.5f : 4.5f), translucent(slice_color(line.other), 255), 0,
                               scaled(strong ? 2.0f : 1.5f));
            }
        }
    }
}

std::optional<int> turn_slices(Slices &slices, Document &document, const SlicePane &slice, bool free) {
    const int normal = slice.frame.axes.normal;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        slices.turning.reset();
    }
    if (slices.turning && slices.turning->normal == normal) {
        const double angle = angle_of_mouse(slice, slices) - slices.turning->angle;
        const PlanesShown shown = document.scene.slice_planes.shown;
        document.scene.slice_planes = turned_about(slices.turning->before, document.grid(), slice.frame, angle);
        document.scene.slice_planes.shown = shown;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::SetTooltip("%.0f\xc2\xb0", glm::degrees(std::remainder(angle, 2.0 * std::numbers::pi)));
        return (normal + 1) % 3;
    }
    const ImGuiIO &io = ImGui::GetIO();
    if (!free || slices.turning || slices.held >= 0 || io.KeyCtrl || io.KeyShift || !can_turn(document) ||
        ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
        return std::nullopt;
    }
    const std::optional<int> line = line_under_mouse(slice, slices, document);
    if (line) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            slices.turning = {normal, angle_of_mouse(slice, slices), document.scene.slice_planes};
        } else {
            ImGui::SetTooltip("Drag: turn the two other slices");
        }
    }
    return line;
}

} // namespace voxmarch
