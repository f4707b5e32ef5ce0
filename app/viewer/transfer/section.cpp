// The transfer function editor in the column, and what stands below its plot.
#include "app/viewer/transfer/section.h"

#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/dock.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/files.h"
#include "app/viewer/transfer/plane_section.h"
#include "app/viewer/transfer/point_fields.h"
#include "app/viewer/transfer/whole_function.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr float plot_height = 206.0f, plane_height = 230.0f; // points; without the numbers below them

/// The automatic function in place of the user's.
void take_automatic(Document &document, TransferEditor &editor) {
    take_automatic_transfer(document);
    editor.selected.clear();
}

void show_scale_row(TransferEditor &editor, Document &document) {
    ImGui::Checkbox("log", &editor.logarithmic);
    tooltip("Heights of the histogram: logarithms of voxel counts show rare values beside frequent ones.");
    beside("All values");
    if (ImGui::Button("All values")) {
        editor.zoom.reset();
        editor.plane.gradient_zoom.reset();
    }
    tooltip("Shows all values again. The wheel over the plot zooms.");
    beside("Automatic");
    if (ImGui::Button("Automatic")) {
        take_automatic(document, editor);
    }
    tooltip("The function that is chosen from type, range, histogram and neighbours of the data.");
}

/// What the data are taken for.
void show_data(TransferEditor &editor, Document &document) {
    ImGui::SetNextItemWidth(scaled(150.0f));
    if (choose("##data", document.scene.data)) {
        take_automatic(document, editor);
    }
    tooltip(("What the automatic function takes the values for. Now: " + document.transfer().description).c_str());
}

/// Numbers of the points that are selected.
void show_point_fields(ViewerState &state) {
    TransferFunction &transfer = state.document.transfer();
    std::vector<EditPoint> points = edit_points(transfer);
    if (edit_selected(state.tools.transfer, points, state.document.volume(), value_unit(state.document))) {
        set_edit_points(transfer, points);
    }
}

/// How points of a function glow: where light is traced, or the function does already.
void show_glow(ViewerState &state) {
    Document &document = state.document;
    TransferFunction &transfer = document.transfer();
    if (!is_traced(document.scene.settings) && transfer.emissions.empty()) {
        return;
    }
    const std::vector<EditPoint> points = edit_points(transfer);
    const std::set<std::size_t> &selected = state.tools.transfer.selected;
    const bool any = !selected.empty() && *selected.rbegin() < points.size();
    const DisabledFor reason(document.channels() > 1 ? "Of several channels all matter glows alike: Glow of the panel "
                                                       "Appearance."
                             : any                   ? ""
                                                     : "Select a point of the curve: its value is what glows.");
    label("Glow", "Light of its own that matter with the value of the selected point sends out, times its colour, "
                  "where light is traced. It fades to that of the neighbours, and stays at this value where the point "
                  "is moved. 0: none. Ctrl+click on the number to type it.");
    double glow = any ? glow_at(transfer, points[*selected.begin()].scalar) : 0.0;
    if (!slider("glow", glow, 0.0, 100.0, "%.3g", ImGuiSliderFlags_Logarithmic)) {
        return;
    }
    for (const std::size_t i : selected) {
        if (!set_glow(transfer, points[i].scalar, glow)) {
            state.notices.add(fmt::format("A transfer function glows at {} values at most: take glow from another "
                                          "point first.",
                                          emission_point_limit),
                              true);
            return;
        }
    }
}

} // namespace

void show_transfer_channel(const ViewerState &state) {
    const Document &document = state.document;
    if (document.channels() > 1) {
        const bool by_luminance = document.scene.settings.channel_blend == ChannelBlend::rgb;
        hint(by_luminance ? "Opacity by luminance"
                          : shortened("Of " + document.name_of(document.channel()), ImGui::GetContentRegionAvail().x));
    }
}

void show_transfer_controls(ViewerState &state) {
    ImGui::PushID("transfer");
    TransferFunction &transfer = state.document.transfer();
    if (transfer.widgets.empty()) {
        show_point_fields(state);
        show_glow(state);
        show_opacity_factor(state.tools.transfer, transfer);
        show_color_maps(state.tools.transfer, transfer);
        show_gradient_opacities(state, transfer);
    } else {
        show_plane_fields(state, transfer);
        show_opacity_factor(state.tools.transfer, transfer);
    }
    show_scale_row(state.tools.transfer, state.document);
    beside("Dock in the panels");
    show_dock_button(state.store);
    show_data(state.tools.transfer, state.document);
    beside("As curve");
    show_plane_switch(state, transfer);
    beside("Import");
    show_transfer_files(state);
    ImGui::PopID();
}

void show_transfer_section(ViewerState &state) {
    show_transfer_channel(state);
    const bool is_plane = !state.document.transfer().widgets.empty();
    show_transfer_plot(state, scaled(is_plane ? plane_height : plot_height) + ImGui::GetTextLineHeightWithSpacing());
    show_transfer_controls(state);
}

} // namespace voxmarch
