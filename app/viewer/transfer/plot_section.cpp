// The plot of the transfer function editor: histogram, curve, points, isovalues, and what the mouse does with them.
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plane_section.h"
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/transfer/plot_keys.h"
#include "app/viewer/transfer/plot_mouse.h"
#include "app/viewer/transfer/point_fields.h"
#include "app/viewer/transfer/section.h"
#include "app/viewer/view/pointed_value.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"

namespace voxmarch {

namespace {

constexpr float bar_height = 16.0f; // points
constexpr ImU32 pointed_color = IM_COL32(90, 255, 140, 255);

/// The channel whose isovalues are values of the plot; < 0: none, as luminances are.
int isovalue_channel(const Document &document) {
    const bool by_luminance = document.channels() > 1 && document.scene.settings.channel_blend == ChannelBlend::rgb;
    return by_luminance ? -1 : static_cast<int>(document.channel());
}

/// @return whether the mouse is busy with the handle of an isovalue
bool show_isovalues(ViewerState &state, const TransferPlotArea &area) {
    const Document &document = state.document;
    RenderSettings &settings = state.document.scene.settings;
    const IsovalueMouse mouse = drag_isovalue(state.tools.transfer, settings, area);
    if (mouse.extracted) {
        const SurfaceStyle &surface = settings.surfaces[*mouse.extracted];
        ask_for_mesh(state, {{surface.isovalue, surface.channel}});
    }
    if (mouse.hovered) {
        const std::string value = value_text(settings.surfaces[*mouse.hovered].isovalue, document.volume().type());
        const std::string triangles = triangles_text(document, state.view.shown, *mouse.hovered);
        const bool counted = !triangles.empty() && triangles.front() >= '0' && triangles.front() <= '9';
        tooltip(("Isosurface at " + value + (counted ? " with " + triangles + " triangles" : "") +
                 ". Drag moves it, a right click extracts it into a mesh file.")
                    .c_str());
    }
    return mouse.busy;
}

/// What the mouse can take of the selected points, and what holds the one that it drags.
void draw_hand(const TransferEditor &editor, const TransferPlotArea &area, const std::vector<EditPoint> &points,
               ScalarType type) {
    const bool selects = editor.gesture && editor.gesture->kind == PlotGesture::Kind::select;
    if (editor.selected.size() > 1 && !selects && *editor.selected.rbegin() < points.size()) {
        area.draw_selection(box_of(points, editor.selected));
    }
    if (editor.gesture && editor.gesture->reached) {
        const HistogramMark &mark = *editor.gesture->reached;
        area.draw_value(mark.value, (mark.is_peak ? "peak " : "valley ") + value_text(mark.value, type), second_color);
    }
}

void show_curve_plot(ViewerState &state, float height) {
    TransferEditor &editor = state.tools.transfer;
    const Volume &volume = state.document.volume();
    TransferFunction &transfer = state.document.transfer();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, height - ImGui::GetTextLineHeightWithSpacing());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plot", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    keep_wheel();
    draw_focus();
    const bool has_keys = takes_plot_keys();
    editor.drawn = ImGui::IsItemVisible() ? ImGui::GetFrameCount() : editor.drawn;
    const bool watched = mouse_is_over_item() || (ImGui::IsItemActive() && !has_keys);
    const ValueRange all = default_window(volume.type(), volume.range());
    const TransferPlotArea area(all, editor.zoom.value_or(all), corner, size, scaled(bar_height),
                                isovalue_channel(state.document));
    area.draw_histogram(state.document.histogram(), editor.logarithmic);
    const bool busy = show_isovalues(state, area);
    std::vector<EditPoint> points = edit_points(transfer);
    editor.has_keys = has_keys;
    bool changed = has_keys && handle_plot_keys(editor, area, transfer, points);
    changed = (!busy && handle_plot_mouse(editor, area, transfer, state.document.histogram(), points)) || changed;
    area.draw_curve(transfer);
    area.draw_points(points, editor.selected);
    draw_hand(editor, area, points, volume.type());
    if (const auto pointed = value_under_mouse(state); pointed && !watched) {
        area.draw_value(*pointed, value_text(*pointed, volume.type()) + value_unit(state.document), pointed_color);
    }
    area.draw_axes(volume.type(), points);
    if (watched && !busy && !ImGui::IsPopupOpen("point")) {
        const bool held = editor.gesture && editor.gesture->reached;
        ImVec2 mouse = ImGui::GetIO().MousePos;
        mouse.x = held ? area.place(editor.gesture->reached->value, 0.0).x : mouse.x;
        area.draw_crosshair(mouse, transfer, state.document.histogram(), volume.type(), value_unit(state.document));
    } else if (has_keys && editor.selected.size() == 1 && *editor.selected.begin() < points.size()) {
        const EditPoint &chosen = points[*editor.selected.begin()];
        area.draw_crosshair(area.place(chosen.scalar, chosen.opacity), transfer, state.document.histogram(),
                            volume.type(), value_unit(state.document));
    }
    show_point_popup(editor, points, changed);
    if (changed) {
        set_edit_points(transfer, points);
    }
}

} // namespace

void show_transfer_plot(ViewerState &state, float height) {
    ImGui::PushID("transfer");
    if (state.document.transfer().widgets.empty()) {
        show_curve_plot(state, height);
    } else {
        show_plane(state, state.document.transfer(), height);
    }
    ImGui::PopID();
}

} // namespace voxmarch
