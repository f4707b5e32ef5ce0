// The transfer function editor: curve and points over the histogram, import and export.
#include "app/remedy_text.h"
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plane_section.h"
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/transfer/plot_mouse.h"
#include "app/viewer/transfer/point_fields.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "transfer/file.h"

#include <algorithm>
#include <functional>

namespace voxmarch {

namespace {

/// Puts the next button beside the last item where there is room for it.
void beside(const char *button) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float width = style.ItemSpacing.x + ImGui::CalcTextSize(button).x + 2.0f * style.FramePadding.x;
    if (ImGui::GetItemRectMax().x + width <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
        ImGui::SameLine();
    }
}

constexpr float transfer_height = 190.0f, bar_height = 16.0f;

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
    ImGui::SetNextItemWidth(scaled(150.0f));
    if (choose("##data", document.scene.data)) {
        take_automatic(document, editor);
    }
    tooltip(("What the automatic function takes the values for. Now: " + document.transfer().description).c_str());
}

/// Does it with a file and tells what there was to tell.
void with_file(Notices &notices, const char *done, const std::filesystem::path &file,
               const std::function<void(TransferNotes &)> &work) {
    TransferNotes notes;
    try {
        work(notes);
        notices.add(done + file.string());
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
    for (const Note &note : notes) {
        notices.add(viewer_text(note));
    }
}

std::vector<std::string> transfer_extensions() {
    std::vector<std::string> all;
    for (const TransferFormat &format : transfer_formats()) {
        for (const std::string_view extension : format.extensions) {
            if (std::ranges::find(all, extension) == all.end()) {
                all.emplace_back(extension);
            }
        }
    }
    return all;
}

void ask_for_import(ViewerState &state, const char *help) {
    ask_for_file(state.dialogs.file,
                 {FileKind::open_file, "Import a transfer function", "Import", help, transfer_extensions(),
                  state.tools.save.folder, [&state](const std::filesystem::path &file) {
                      with_file(state.notices, "read ", file, [&](TransferNotes &notes) {
                          Document &document = state.document;
                          document.transfer() =
                              over_volume(read_transfer(file, &notes), *document.loaded, document.channel());
                          state.tools.transfer.selected.clear();
                      });
                  }});
}

void ask_for_export(ViewerState &state, const char *help) {
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file, "Export the transfer function", "Export", help, transfer_extensions(),
                  state.tools.save.folder / "transfer.json", [&state](const std::filesystem::path &file) {
                      with_file(state.notices, "saved ", file, [&](TransferNotes &notes) {
                          write_transfer(state.document.transfer(), file, &notes);
                          state.tools.save.folder = file.parent_path();
                      });
                  }});
}

void show_files(ViewerState &state) {
    const char *formats =
        "Transfer functions of voxmarch and ParaView (.json), 3D Slicer (.vp.json, .vp), Inviwo (.itf) and "
        "Voreen (.tfi), and colour maps as pictures (.png). The name's end tells the format.";
    if (ImGui::Button("Import")) {
        ask_for_import(state, formats);
    }
    tooltip(formats);
    beside("Export");
    if (ImGui::Button("Export")) {
        ask_for_export(state, formats);
    }
    tooltip(formats);
}

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

/// The plot with what can be edited in it, and the numbers of that.
void show_plot(ViewerState &state) {
    TransferEditor &editor = state.tools.transfer;
    const Volume &volume = state.document.volume();
    TransferFunction &transfer = state.document.transfer();
    if (!transfer.widgets.empty()) {
        show_plane(state, transfer);
        return;
    }
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(transfer_height + bar_height));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plot", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    draw_focus();
    const ValueRange all = default_window(volume.type(), volume.range());
    const TransferPlotArea area(all, editor.zoom.value_or(all), corner, size, scaled(bar_height),
                                isovalue_channel(state.document));
    area.draw_histogram(state.document.histogram(), editor.logarithmic);
    const bool busy = show_isovalues(state, area);
    std::vector<EditPoint> points = edit_points(transfer);
    bool changed = !busy && handle_plot_mouse(editor, area, points);
    area.draw_curve(transfer);
    area.draw_points(points, editor.selected);
    area.draw_axis(volume.type());
    changed = edit_selected(editor, points, volume) || changed;
    show_point_popup(editor, points, changed);
    if (changed) {
        set_edit_points(transfer, points);
    }
    show_gradient_opacities(state, transfer);
}

/// Which of several channels the plot is of.
void show_channel(const Document &document) {
    if (document.channels() > 1) {
        const bool by_luminance = document.scene.settings.channel_blend == ChannelBlend::rgb;
        hint(by_luminance ? "Opacity by luminance"
                          : shortened("Of " + document.name_of(document.channel()), ImGui::GetContentRegionAvail().x));
    }
}

} // namespace

void show_transfer_section(ViewerState &state) {
    ImGui::PushID("transfer");
    show_channel(state.document);
    show_plot(state);
    show_scale_row(state.tools.transfer, state.document);
    beside("As curve");
    show_plane_switch(state, state.document.transfer());
    beside("Import");
    show_files(state);
    ImGui::PopID();
}

} // namespace voxmarch
