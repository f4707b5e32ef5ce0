// The transfer function editor: curve and points over the histogram, import and export.
#include "app/viewer/panels/panels.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/transfer/point_fields.h"
#include "app/viewer/window/theme.h"
#include "transfer/file.h"
#include "transfer/preset.h"

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

constexpr float plot_height = 190.0f, bar_height = 16.0f;

/// The automatic function, with the classification that suits it.
void take_automatic(ViewerState &state) {
    const LoadedVolume &loaded = *state.loaded;
    const VolumeHeader &header = loaded.volume.header();
    const DataGuess guess = guess_data_class(header, loaded.survey, state.scene.data);
    const Blend blend = state.scene.settings.blend;
    state.scene.settings.blend = Blend::composite;
    state.scene.transfer = over_volume(automatic_transfer(header, loaded.survey.histogram, guess), loaded);
    state.scene.window.reset();
    set_blend(state, blend);
    Classification &classification = state.scene.settings.classification;
    if (guess.data_class == DataClass::labels) {
        classification = Classification::pre;
    } else if (classification == Classification::pre) {
        classification = Classification::post;
    }
    state.transfer.selected.clear();
}

void show_scale_row(ViewerState &state) {
    TransferEditor &editor = state.transfer;
    ImGui::Checkbox("log", &editor.logarithmic);
    tooltip("Heights of the histogram: logarithms of voxel counts show rare values beside frequent ones.");
    beside("All values");
    if (ImGui::Button("All values")) {
        editor.zoom.reset();
    }
    tooltip("Shows all values again. The wheel over the plot zooms.");
    beside("Automatic");
    if (ImGui::Button("Automatic")) {
        take_automatic(state);
    }
    tooltip("The function that is chosen from type, range, histogram and neighbours of the data.");
    ImGui::SetNextItemWidth(scaled(150.0f));
    if (choose("##data", state.scene.data)) {
        take_automatic(state);
    }
    tooltip(("What the automatic function takes the values for. Now: " + state.scene.transfer.description).c_str());
}

/// Does it with a file and tells what there was to tell.
void with_file(ViewerState &state, const char *done, const std::filesystem::path &file,
               const std::function<void(TransferNotes &)> &work) {
    TransferNotes notes;
    try {
        work(notes);
        state.notify(done + file.string());
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
    for (const std::string &note : notes) {
        state.notify(note);
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

void show_files(ViewerState &state) {
    const char *formats =
        "Transfer functions of voxmarch and ParaView (.json), 3D Slicer (.vp.json, .vp), Inviwo (.itf) and "
        "Voreen (.tfi), and colour maps as pictures (.png). The name's end tells the format.";
    if (ImGui::Button("Import")) {
        ask_for_file(state, {FileKind::open_file, "Import a transfer function", "Import", formats,
                             transfer_extensions(), state.output_folder, [&state](const std::filesystem::path &file) {
                                 with_file(state, "read ", file, [&](TransferNotes &notes) {
                                     state.scene.transfer = over_volume(read_transfer(file, &notes), *state.loaded);
                                     state.transfer.selected.clear();
                                 });
                             }});
    }
    tooltip(formats);
    beside("Export");
    if (ImGui::Button("Export")) {
        ask_for_file(state,
                     {FileKind::save_file, "Export the transfer function", "Export", formats, transfer_extensions(),
                      state.output_folder / "transfer.json", [&state](const std::filesystem::path &file) {
                          with_file(state, "saved ", file, [&](TransferNotes &notes) {
                              write_transfer(state.scene.transfer, file, &notes);
                              state.output_folder = file.parent_path();
                          });
                      }});
    }
    tooltip(formats);
}

} // namespace

void show_transfer_section(ViewerState &state) {
    if (!section(state, "Transfer function", true)) {
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
    beside("Import");
    show_files(state);
    ImGui::PopID();
}

} // namespace voxmarch
