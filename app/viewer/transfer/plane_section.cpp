// Shapes in the plane of scalar and gradient magnitude, moved by the mouse and changed by numbers.
#include "app/viewer/transfer/plane_section.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plane_area.h"
#include "app/viewer/transfer/plane_count.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int picture_grain = 2; // pixels of the window in one of the picture

PlaneLimits limits_of(const Document &document) {
    const Volume &volume = document.volume();
    const ValueRange all = default_window(volume.type(), volume.range());
    return {all, std::max(all.max - all.min, 1e-300)};
}

/// What is shown where nobody zoomed: the gradients of nearly all voxels, and all shapes but those as high as the
/// plane.
double suitable_gradient(const PlaneEditor &plane, const TransferFunction &transfer, const PlaneLimits &limits) {
    double highest = plane.joint ? 1.1 * plane.joint->gradient_of_share(0.9995) : 0.25 * limits.gradient;
    for (const TransferWidget &widget : transfer.widgets) {
        if (widget.gradient_high < 0.99 * limits.gradient && plane.held == std::nullopt) {
            highest = std::max(highest, 1.05 * widget.gradient_high);
        }
    }
    return std::min(std::max(highest, 1e-3 * limits.gradient), limits.gradient);
}

void update_picture(PlaneEditor &plane, const TransferFunction &transfer, const PlaneArea &area, bool logarithmic) {
    const int width = std::max(8, static_cast<int>(area.size().x) / picture_grain);
    const int height = std::max(8, static_cast<int>(area.size().y) / picture_grain);
    PlanePictureKey key{transfer.widgets, area.shown().scalars, area.shown().gradient, width,
                        height,           logarithmic,          plane.joint != nullptr};
    if (!plane.picture || !(plane.picture_of == key)) {
        if (!plane.picture) {
            plane.picture = std::make_unique<Texture>();
        }
        plane.picture->show(plane_picture(plane.joint.get(), transfer, area.shown(), width, height, logarithmic));
        plane.picture_of = std::move(key);
    }
}

/// A press of the left button: takes a corner, a handle or a shape; beside all of them nothing is selected.
void press(PlaneEditor &plane, const TransferFunction &transfer, const PlaneArea &area, ImVec2 mouse) {
    if (plane.selected) {
        const TransferWidget &widget = transfer.widgets[*plane.selected];
        if (const auto corner = area.corner_at(widget, mouse)) {
            plane.held = PlaneGrip{PlaneGrip::Kind::corner, *corner};
            return;
        }
        if (const auto handle = area.handle_at(widget, mouse)) {
            plane.held = PlaneGrip{PlaneGrip::Kind::handle, *handle};
            return;
        }
    }
    plane.selected = shape_at(transfer.widgets, area.place(mouse));
    plane.held = plane.selected ? std::optional(PlaneGrip{}) : std::nullopt;
}

void drag(const PlaneEditor &plane, TransferWidget &widget, const PlaneArea &area, const PlaneLimits &limits) {
    const ImGuiIO &io = ImGui::GetIO();
    const glm::dvec2 to = area.place(io.MousePos);
    switch (plane.held->kind) {
    case PlaneGrip::Kind::shape: {
        const glm::dvec2 from = area.place(ImVec2(io.MousePos.x - io.MouseDelta.x, io.MousePos.y - io.MouseDelta.y));
        move_shape(widget, to - from, limits);
        break;
    }
    case PlaneGrip::Kind::handle: scale_shape(widget, plane.held->index, to, limits); break;
    case PlaneGrip::Kind::corner:
        if (plane.held->index < widget.corners.size()) {
            move_corner(widget, plane.held->index, to, limits);
        }
        break;
    }
}

void remove_shape(PlaneEditor &plane, TransferFunction &transfer, std::size_t index) {
    if (transfer.widgets.size() > 1) { // without any it would be a curve
        transfer.widgets.erase(transfer.widgets.begin() + static_cast<std::ptrdiff_t>(index));
        plane.selected.reset();
        plane.held.reset();
    }
}

/// A right click takes a corner of the selected polygon away, else the shape under the mouse.
void remove_under(PlaneEditor &plane, TransferFunction &transfer, const PlaneArea &area, ImVec2 mouse) {
    if (plane.selected) {
        TransferWidget &widget = transfer.widgets[*plane.selected];
        if (const auto corner = area.corner_at(widget, mouse)) {
            remove_corner(widget, *corner);
            return;
        }
    }
    if (const auto under = shape_at(transfer.widgets, area.place(mouse))) {
        remove_shape(plane, transfer, *under);
    }
}

void zoom(TransferEditor &editor, const PlaneArea &area, const PlaneLimits &all, float wheel) {
    const double factor = std::pow(1.2, -static_cast<double>(wheel));
    const PlaneLimits &shown = area.shown();
    if (ImGui::GetIO().KeyShift) {
        editor.plane.gradient_zoom = std::clamp(shown.gradient * factor, 1e-4 * all.gradient, all.gradient);
        return;
    }
    const double scalar = area.place(ImGui::GetIO().MousePos).x;
    const ValueRange wanted{std::max(all.scalars.min, scalar + (shown.scalars.min - scalar) * factor),
                            std::min(all.scalars.max, scalar + (shown.scalars.max - scalar) * factor)};
    if (wanted.max - wanted.min > 1e-4 * (all.scalars.max - all.scalars.min)) {
        const bool whole = wanted.min <= all.scalars.min && wanted.max >= all.scalars.max;
        editor.zoom = whole ? std::nullopt : std::optional(wanted);
    }
}

/// Behind the plane's item.
void handle_mouse(TransferEditor &editor, TransferFunction &transfer, const PlaneArea &area,
                  const PlaneLimits &limits) {
    PlaneEditor &plane = editor.plane;
    const ImGuiIO &io = ImGui::GetIO();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        press(plane, transfer, area, io.MousePos);
    }
    if (hovered && plane.selected && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        TransferWidget &widget = transfer.widgets[*plane.selected];
        const auto side = area.corner_at(widget, io.MousePos) ? std::nullopt : area.side_at(widget, io.MousePos);
        if (side) {
            add_corner(widget, *side, area.place(io.MousePos), limits);
            plane.held = PlaneGrip{PlaneGrip::Kind::corner, *side + 1};
        }
    }
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        remove_under(plane, transfer, area, io.MousePos);
    }
    if (ImGui::IsItemActive() && plane.held && plane.selected && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
        drag(plane, transfer.widgets[*plane.selected], area, limits);
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        plane.held.reset();
    }
    if (hovered && io.MouseWheel != 0.0f) {
        zoom(editor, area, limits, io.MouseWheel);
    }
}

/// What the probed ray goes through: a dot for each sample that is seen, larger where it counts for more.
void draw_probe(const ProbeTool &probe, const Volume &volume, const PlaneArea &area) {
    if (!probe.open || volume.large()) {
        return;
    }
    const glm::dvec3 last = volume.grid().dims_d() - 1.0;
    double before = 1.0;
    for (const ReferenceSample &sample : probe.ray.samples) {
        const double share = before - sample.transmittance;
        before = sample.transmittance;
        if (share > 0.002) {
            const glm::ivec3 voxel(glm::clamp(glm::floor(sample.position + 0.5), glm::dvec3(0.0), last));
            area.draw_mark({sample.value, gradient_magnitude(volume, voxel)},
                           scaled(1.5f + 5.0f * static_cast<float>(std::sqrt(share))), IM_COL32(90, 255, 140, 200));
        }
    }
}

void show_new_shapes(PlaneEditor &plane, TransferFunction &transfer, const PlaneLimits &shown) {
    constexpr std::pair<WidgetShape, const char *> shapes[] = {{WidgetShape::triangle, "+ Triangle"},
                                                               {WidgetShape::rectangle, "+ Box"},
                                                               {WidgetShape::gaussian, "+ Gaussian"},
                                                               {WidgetShape::polygon, "+ Polygon"}};
    for (const auto &[shape, name] : shapes) {
        if (shape != shapes[0].first) {
            ImGui::SameLine();
        }
        if (ImGui::Button(name)) {
            transfer.widgets.push_back(new_shape(shape, shown, transfer.widgets.size()));
            plane.selected = transfer.widgets.size() - 1;
        }
        tooltip("A new shape about the middle of what is shown. Drag it, or the white handles of its box; a polygon's "
                "corners are round. A double click on a side of a polygon adds a corner, a right click removes one.");
    }
}

/// Colour, opacity and edge of the selected shape, its place in the list, and the end of it.
void show_fields(PlaneEditor &plane, TransferFunction &transfer) {
    if (!plane.selected) {
        ImGui::AlignTextToFramePadding();
        hint("Click: select. Drag: move, or scale by a handle. Right click: remove. Wheel: zoom, with Shift upwards.");
        return;
    }
    const std::size_t index = *plane.selected;
    TransferWidget &widget = transfer.widgets[index];
    glm::vec3 color = widget.color;
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
        widget.color = color;
    }
    tooltip("Colour of the shape.");
    const double zero = 0.0, one = 1.0;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(scaled(92.0f));
    ImGui::DragScalar("##opacity", ImGuiDataType_Double, &widget.opacity, 0.002f, &zero, &one, "opacity %.3f",
                      ImGuiSliderFlags_AlwaysClamp);
    tooltip("Opacity where the shape is full, of one voxel length. Ctrl+click to type it.");
    if (widget.shape != WidgetShape::gaussian) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(scaled(76.0f));
        double edge = edge_of(widget);
        if (ImGui::DragScalar("##edge", ImGuiDataType_Double, &edge, 0.005f, &zero, &one, "edge %.2f",
                              ImGuiSliderFlags_AlwaysClamp)) {
            widget.edge = edge;
        }
        tooltip("How soft the border is: the share of the way to the middle over which the opacity rises.");
    }
    ImGui::SameLine();
    const bool up = ImGui::ArrowButton("##up", ImGuiDir_Up);
    tooltip("Up in the list, below others in the plane.");
    ImGui::SameLine(0.0f, scaled(2.0f));
    const bool down = ImGui::ArrowButton("##down", ImGuiDir_Down);
    tooltip("Down in the list, above others in the plane.");
    ImGui::SameLine();
    const bool removed = ImGui::Button("Delete") ||
                         (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete)) && !ImGui::GetIO().WantTextInput);
    tooltip("Removes the shape (Delete, or right click on it). The last one stays.");
    if (up && index > 0) {
        std::swap(transfer.widgets[index], transfer.widgets[index - 1]);
        plane.selected = index - 1;
    } else if (down && index + 1 < transfer.widgets.size()) {
        std::swap(transfer.widgets[index], transfer.widgets[index + 1]);
        plane.selected = index + 1;
    } else if (removed) {
        remove_shape(plane, transfer, index);
    }
}

void show_list(PlaneEditor &plane, const TransferFunction &transfer) {
    if (transfer.widgets.size() < 2) {
        return;
    }
    for (std::size_t i = 0; i < transfer.widgets.size(); ++i) {
        const TransferWidget &widget = transfer.widgets[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec4 color(static_cast<float>(widget.color.r), static_cast<float>(widget.color.g),
                           static_cast<float>(widget.color.b), 1.0f);
        const float edge = ImGui::GetTextLineHeight();
        ImGui::ColorButton("##swatch", color, ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                           ImVec2(edge, edge));
        ImGui::SameLine();
        const std::string text = fmt::format("{} {:.4g} .. {:.4g}, {:.2f}", name_of(widget.shape), widget.scalar_low,
                                             widget.scalar_high, widget.opacity);
        if (ImGui::Selectable(text.c_str(), plane.selected == i)) {
            plane.selected = i;
        }
        ImGui::PopID();
    }
}

/// The part of the plane that is seen.
PlaneLimits shown_of(const TransferEditor &editor, const TransferFunction &transfer, const PlaneLimits &limits) {
    const PlaneEditor &plane = editor.plane;
    const double gradient = plane.held ? plane.picture_of.gradient : suitable_gradient(plane, transfer, limits);
    return {editor.zoom.value_or(limits.scalars), plane.gradient_zoom.value_or(gradient)};
}

/// Nothing is selected that is not there any more.
void keep_selection(PlaneEditor &plane, const TransferFunction &transfer) {
    if (plane.selected && *plane.selected >= transfer.widgets.size()) {
        plane.selected.reset();
        plane.held.reset();
    }
}

std::string gradient_unit(const Volume &volume) {
    const Grid &grid = volume.grid();
    return fmt::format("gradient: change per voxel, {:.3g}{}", grid.smallest_spacing(), printed_unit(grid.unit));
}

} // namespace

void show_plane(ViewerState &state, TransferFunction &transfer, float height) {
    TransferEditor &editor = state.tools.transfer;
    PlaneEditor &plane = editor.plane;
    count_plane(plane, state.document, state.jobs);
    keep_selection(plane, transfer);
    const Volume &volume = state.document.volume();
    const PlaneLimits limits = limits_of(state.document), shown = shown_of(editor, transfer, limits);
    const ImVec2 size(ImGui::GetContentRegionAvail().x, height - ImGui::GetTextLineHeightWithSpacing());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plane", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    keep_wheel();
    draw_focus();
    const PlaneArea area(shown, corner, size);
    handle_mouse(editor, transfer, area, limits);
    update_picture(plane, transfer, area, editor.logarithmic);
    area.draw_picture(plane.picture->id());
    for (std::size_t i = 0; i < transfer.widgets.size(); ++i) {
        area.draw_shape(transfer.widgets[i], plane.selected == i);
    }
    draw_probe(state.tools.probe, volume, area);
    area.draw_axes(volume.type(), gradient_unit(volume));
}

void show_plane_fields(ViewerState &state, TransferFunction &transfer) {
    PlaneEditor &plane = state.tools.transfer.plane;
    keep_selection(plane, transfer);
    show_new_shapes(plane, transfer, shown_of(state.tools.transfer, transfer, limits_of(state.document)));
    show_fields(plane, transfer);
    show_list(plane, transfer);
}

std::string one_channel_alone(const Document &document) {
    return document.channels() > 1 ? "Of several channels drawn together each has a function of its values alone." : "";
}

void show_plane_switch(ViewerState &state, TransferFunction &transfer) {
    const bool is_plane = !transfer.widgets.empty();
    const DisabledFor reason(one_channel_alone(state.document));
    if (ImGui::Button(is_plane ? "As curve" : "As plane")) {
        PlaneEditor &plane = state.tools.transfer.plane;
        if (is_plane) {
            plane.put_away = std::exchange(transfer.widgets, {});
        } else {
            transfer.widgets = plane.put_away.empty() ? boxes_of(transfer, limits_of(state.document)) : plane.put_away;
            Classification &classification = state.document.scene.settings.classification;
            classification = classification == Classification::preintegrated ? Classification::post : classification;
        }
        plane.selected.reset();
        state.tools.transfer.selected.clear();
    }
    tooltip(is_plane ? "Colours and opacities by the value alone. The shapes come back with \"As plane\"."
                     : "Shapes in the plane of value and gradient magnitude (how fast values change) in place of the "
                       "curve: boundaries are arches there. The curve comes back with \"As curve\".");
}

} // namespace voxmarch
