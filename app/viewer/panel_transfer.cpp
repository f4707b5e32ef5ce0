// The transfer function editor: curve and points over the histogram, numbers, import and export.
#include "app/viewer/panels.h"
#include "app/viewer/theme.h"
#include "app/viewer/transfer_edit.h"
#include "app/viewer/transfer_plot_area.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

constexpr float plot_height = 190.0f, bar_height = 16.0f;

std::optional<std::size_t> point_under_mouse(const TransferPlotArea &area, const std::vector<EditPoint> &points) {
    std::optional<std::size_t> nearest;
    float best = scaled(9.0f);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ImVec2 at = area.place(points[i].scalar, points[i].opacity);
        const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (distance <= best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

void select_box(TransferEditor &editor, const std::vector<EditPoint> &points, std::pair<double, double> to) {
    const auto [a, b] = std::minmax(editor.box_from->first, to.first);
    const auto [c, d] = std::minmax(editor.box_from->second, to.second);
    editor.selected.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].scalar >= a && points[i].scalar <= b && points[i].opacity >= c && points[i].opacity <= d) {
            editor.selected.insert(i);
        }
    }
}

/// A press of the left button: takes a point, begins a box, or makes a new point.
void press(TransferEditor &editor, std::vector<EditPoint> &points, std::optional<std::size_t> under,
           std::pair<double, double> mouse) {
    if (under) {
        if (!editor.selected.contains(*under)) {
            editor.selected = {*under};
        }
        editor.dragged = under;
    } else if (ImGui::GetIO().KeyShift) {
        editor.box_from = mouse;
    } else {
        const std::size_t added = add_point(points, mouse.first, mouse.second);
        editor.selected = {added};
        editor.dragged = added;
    }
}

/// Dragging the handles of isovalues. @return whether the mouse is busy with one
bool drag_isovalue(ViewerState &state, const TransferPlotArea &area) {
    std::optional<std::size_t> &dragged = state.transfer.isovalue_dragged;
    RenderSettings &settings = state.scene.settings;
    if (settings.mode == Mode::volume) {
        dragged.reset();
        return false;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto under = ImGui::IsItemHovered() ? area.isovalue_at(mouse, settings.surfaces) : std::nullopt;
    if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        dragged = under;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        dragged.reset();
    }
    if (dragged && *dragged < settings.surfaces.size()) {
        settings.surfaces[*dragged].isovalue = area.value(mouse).first;
    }
    area.draw_isovalues(settings.surfaces);
    return under || dragged;
}

/// Mouse in the plot. @return whether the points changed
bool handle_plot_mouse(ViewerState &state, const TransferPlotArea &area, std::vector<EditPoint> &points) {
    TransferEditor &editor = state.transfer;
    const ImGuiIO &io = ImGui::GetIO();
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    const std::pair<double, double> mouse = area.value(io.MousePos);
    const auto under = hovered ? point_under_mouse(area, points) : std::nullopt;
    bool changed = false;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const std::size_t before = points.size();
        press(editor, points, under, mouse);
        changed = points.size() != before;
    }
    if (hovered && under && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        remove_points(points, {*under});
        editor.selected.clear();
        editor.dragged.reset();
        changed = true;
    }
    if (active && editor.dragged && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
        const auto before = area.value(ImVec2(io.MousePos.x - io.MouseDelta.x, io.MousePos.y - io.MouseDelta.y));
        move_points(points, editor.selected, mouse.first - before.first, mouse.second - before.second, area.all());
        changed = true;
    }
    if (editor.box_from) {
        select_box(editor, points, mouse);
        area.draw_box(*editor.box_from, mouse);
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        editor.dragged.reset();
        editor.box_from.reset();
    }
    if (hovered && under && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        ImGui::OpenPopup("point");
    }
    if (hovered && io.MouseWheel != 0.0f) {
        editor.zoom = area.zoomed(mouse.first, std::pow(1.2, -io.MouseWheel));
    }
    return changed;
}

/// Numbers and colour of the selected points. @return whether they changed
bool edit_selected(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume) {
    if (editor.selected.empty() || *editor.selected.rbegin() >= points.size()) {
        editor.selected.clear();
        hint("Click into the plot for a new point, drag points, Shift+drag selects several, right click removes.");
        return false;
    }
    bool changed = false;
    EditPoint &first = points[*editor.selected.begin()];
    const std::size_t index = *editor.selected.begin();
    glm::vec3 color = first.color;
    ImGui::SetNextItemWidth(scaled(104.0f));
    double scalar = first.scalar, opacity = first.opacity;
    const double speed = std::max(volume.range().max - volume.range().min, 1e-30) / 500.0;
    const double low = index > 0 ? points[index - 1].scalar : -1e30;
    const double high = index + 1 < points.size() ? points[index + 1].scalar : 1e30;
    const char *format = volume.type() == ScalarType::f32 ? "%.5g" : "%.1f";
    if (editor.selected.size() == 1 && ImGui::DragScalar("##value", ImGuiDataType_Double, &scalar,
                                                         static_cast<float>(speed), nullptr, nullptr, format)) {
        first.scalar = std::clamp(scalar, low, high);
        changed = true;
    }
    if (editor.selected.size() == 1) {
        tooltip("Value of the point, in the file's unit. Ctrl+click to type it.");
        ImGui::SameLine();
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%zu points", editor.selected.size());
        ImGui::SameLine();
    }
    ImGui::SetNextItemWidth(scaled(104.0f));
    const double zero = 0.0, one = 1.0;
    if (ImGui::DragScalar("##opacity", ImGuiDataType_Double, &opacity, 0.002f, &zero, &one, "%.4f / voxel")) {
        for (const std::size_t i : editor.selected) {
            points[i].opacity = std::clamp(opacity, 0.0, 1.0);
        }
        changed = true;
    }
    tooltip("Opacity of one voxel length, 0 (clear) to 1 (solid). Ctrl+click to type it.");
    ImGui::SameLine();
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
        for (const std::size_t i : editor.selected) {
            points[i].color = color;
        }
        changed = true;
    }
    tooltip("Colour of the point.");
    ImGui::SameLine();
    if (ImGui::Button("Delete") ||
        (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete)) && !ImGui::GetIO().WantTextInput)) {
        remove_points(points, editor.selected);
        editor.selected.clear();
        changed = true;
    }
    tooltip("Removes the selected points (Delete, or right click on one).");
    return changed;
}

void show_point_popup(TransferEditor &editor, std::vector<EditPoint> &points, bool &changed) {
    if (!ImGui::BeginPopup("point")) {
        return;
    }
    if (!editor.selected.empty() && *editor.selected.begin() < points.size()) {
        EditPoint &point = points[*editor.selected.begin()];
        glm::vec3 color = point.color;
        if (ImGui::ColorPicker3("##picker", &color.x)) {
            point.color = color;
            changed = true;
        }
    }
    ImGui::EndPopup();
}

void show_scale_row(ViewerState &state) {
    TransferEditor &editor = state.transfer;
    ImGui::Checkbox("log", &editor.logarithmic);
    tooltip("Heights of the histogram: logarithms of voxel counts show rare values beside frequent ones.");
    ImGui::SameLine();
    if (ImGui::Button("All values")) {
        editor.zoom.reset();
    }
    tooltip("Shows all values again. The wheel over the plot zooms.");
    ImGui::SameLine();
    if (ImGui::Button("Automatic")) {
        const LoadedVolume &loaded = *state.loaded;
        state.scene.transfer = over_volume(automatic_transfer(loaded.volume.header(), loaded.histogram), loaded);
        editor.selected.clear();
    }
    tooltip("The function that is chosen from type, range and histogram of the data.");
}

void show_widgets(TransferFunction &transfer, const Volume &volume) {
    hint(fmt::format("A 2D transfer function of {} shapes over value and gradient magnitude (how fast values change). "
                     "Its shapes are edited as numbers:",
                     transfer.widgets.size()));
    const float speed = static_cast<float>(std::max(volume.range().max - volume.range().min, 1e-30) / 500.0);
    for (std::size_t i = 0; i < transfer.widgets.size(); ++i) {
        TransferWidget &widget = transfer.widgets[i];
        ImGui::PushID(static_cast<int>(i));
        glm::vec3 color = widget.color;
        if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
            widget.color = color;
        }
        ImGui::SameLine();
        ImGui::SetNextItemWidth(scaled(150.0f));
        double values[2] = {widget.scalar_low, widget.scalar_high};
        if (ImGui::DragScalarN("##values", ImGuiDataType_Double, values, 2, speed, nullptr, nullptr, "%.5g") &&
            values[0] < values[1]) {
            widget.scalar_low = values[0];
            widget.scalar_high = values[1];
        }
        tooltip("Lowest and highest value of the shape, in the file's unit.");
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1.0f);
        const double zero = 0.0, one = 1.0;
        ImGui::SliderScalar("##opacity", ImGuiDataType_Double, &widget.opacity, &zero, &one, "%.3f / voxel");
        tooltip("Opacity of one voxel length where the shape is full.");
        ImGui::PopID();
    }
}

void show_files_row(ViewerState &state) {
    static std::string file;
    if (ImGui::Button("Files ...")) {
        ImGui::OpenPopup("transfer file");
        file = (state.output_folder / "transfer.json").string();
    }
    tooltip("Transfer functions of voxmarch, ParaView, 3D Slicer, Inviwo and Voreen, and colour maps as pictures.");
    if (!ImGui::BeginPopup("transfer file")) {
        return;
    }
    ImGui::SetNextItemWidth(scaled(420.0f));
    ImGui::InputText("##file", &file);
    hint("The name's end tells the format: " + known_extensions());
    TransferNotes notes;
    try {
        if (ImGui::Button("Import")) {
            state.scene.transfer = over_volume(read_transfer(file, &notes), *state.loaded);
            state.transfer.selected.clear();
            state.notify("read " + file);
            ImGui::CloseCurrentPopup();
        }
        ImGui::SameLine();
        if (ImGui::Button("Export")) {
            write_transfer(state.scene.transfer, file, &notes);
            state.notify("saved " + file);
            ImGui::CloseCurrentPopup();
        }
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
    for (const std::string &note : notes) {
        state.notify(note);
    }
    ImGui::EndPopup();
}

} // namespace

void show_transfer_section(ViewerState &state) {
    if (!ImGui::CollapsingHeader("Transfer function", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    ImGui::PushID("transfer");
    const LoadedVolume &loaded = *state.loaded;
    TransferFunction &transfer = state.scene.transfer;
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(plot_height + bar_height));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plot", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const TransferPlotArea area(loaded, state.transfer, corner, size, scaled(bar_height));
    area.draw_histogram(state.transfer.logarithmic);
    const bool busy = drag_isovalue(state, area);
    if (transfer.widgets.empty()) {
        std::vector<EditPoint> points = edit_points(transfer);
        bool changed = !busy && handle_plot_mouse(state, area, points);
        area.draw_curve(transfer);
        area.draw_points(points, state.transfer.selected);
        area.draw_axis(loaded.volume.type());
        changed = edit_selected(state.transfer, points, loaded.volume) || changed;
        show_point_popup(state.transfer, points, changed);
        if (changed) {
            set_edit_points(transfer, points);
        }
    } else {
        area.draw_curve(transfer);
        area.draw_axis(loaded.volume.type());
        show_widgets(transfer, loaded.volume);
    }
    show_scale_row(state);
    ImGui::SameLine();
    show_files_row(state);
    ImGui::PopID();
}

} // namespace voxmarch
