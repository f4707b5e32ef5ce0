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
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/transfer/plot_mouse.h"
#include "app/viewer/transfer/point_fields.h"
#include "app/viewer/view/view.h"
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
    tooltip(("What the automatic function takes the values for. Now: " + document.scene.transfer.description).c_str());
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
                          document.scene.transfer = over_volume(read_transfer(file, &notes), *document.loaded);
                          state.tools.transfer.selected.clear();
                      });
                  }});
}

void ask_for_export(ViewerState &state, const char *help) {
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file, "Export the transfer function", "Export", help, transfer_extensions(),
                  state.tools.save.folder / "transfer.json", [&state](const std::filesystem::path &file) {
                      with_file(state.notices, "saved ", file, [&](TransferNotes &notes) {
                          write_transfer(state.document.scene.transfer, file, &notes);
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

/// @return whether the mouse is busy with the handle of an isovalue
bool show_isovalues(ViewerState &state, const TransferPlotArea &area) {
    const Document &document = state.document;
    RenderSettings &settings = state.document.scene.settings;
    const IsovalueMouse mouse = drag_isovalue(state.tools.transfer, settings, area);
    if (mouse.extracted) {
        ask_for_mesh(state, {settings.surfaces[*mouse.extracted].isovalue});
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
    const LoadedVolume &loaded = *state.document.loaded;
    const Volume &volume = loaded.volume;
    TransferFunction &transfer = state.document.scene.transfer;
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(transfer_height + bar_height));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plot", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const ValueRange all = default_window(volume.type(), volume.range());
    const TransferPlotArea area(all, editor.zoom.value_or(all), corner, size, scaled(bar_height));
    area.draw_histogram(loaded.histogram, editor.logarithmic);
    const bool busy = show_isovalues(state, area);
    if (transfer.widgets.empty()) {
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
    } else {
        area.draw_curve(transfer);
        area.draw_axis(volume.type());
        show_shapes(transfer, volume);
    }
}

} // namespace

void show_transfer_section(ViewerState &state) {
    ImGui::PushID("transfer");
    show_plot(state);
    show_scale_row(state.tools.transfer, state.document);
    beside("Import");
    show_files(state);
    ImGui::PopID();
}

} // namespace voxmarch
