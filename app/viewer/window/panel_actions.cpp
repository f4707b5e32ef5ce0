// Actions of the panels Clipping, Measure, Over the picture, Transfer function, Presets, Labels and Appearance, and of
// the time line.
#include "app/viewer/window/panel_actions.h"

#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/save_window.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/clipping.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/measure.h"
#include "app/viewer/panels/presets.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/transfer/files.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/window/settings_store.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double exposure_limit = 10.0; // stops, see PictureFinish

std::string why_nothing(const ViewerState &state) { return state.document.loaded ? "" : "No volume is open."; }

} // namespace

std::vector<Action> file_actions(ViewerState &state) {
    std::vector<Action> actions;
    const std::string why_none = why_nothing(state);
    const bool any = state.document.loaded && !state.document.scene.annotations.empty();
    const std::string why_unmeasured = any ? "" : "Nothing is measured yet: see the panel Measure.";
    actions.push_back({"Export the measurements as a table (CSV) ...", "Measure", "",
                       "Writes all of them: lengths, angles, values, statistics of regions.", why_unmeasured,
                       [&state] { ask_for_measurements(state, ".csv"); }});
    actions.push_back({"Export the measurements with histograms (JSON) ...", "Measure", "",
                       "Writes all of them: lengths, angles, values, statistics of regions.", why_unmeasured,
                       [&state] { ask_for_measurements(state, ".json"); }});
    actions.push_back({"Import a transfer function ...", "Transfer function", "",
                       "Of voxmarch, ParaView, 3D Slicer, Inviwo or Voreen, or a colour map as a picture.", why_none,
                       [&state] { ask_for_transfer_import(state); }});
    actions.push_back({"Export the transfer function ...", "Transfer function", "",
                       "For voxmarch, ParaView, 3D Slicer, Inviwo or Voreen, or as a picture.", why_none,
                       [&state] { ask_for_transfer_export(state); }});
    const bool keeps = !state.store.presets_folder().empty();
    actions.push_back({"Save as preset ...", "Transfer function", "", "Keeps the function under a name of yours.",
                       keeps ? why_none : "Nothing is remembered: there is no folder for it.", [&state] {
                           open_section(state, "Presets");
                           state.tools.presets.saves = true;
                           state.tools.presets.asked.clear();
                           state.tools.presets.typed.clear();
                       }});
    const bool labelled = state.document.loaded && state.document.loaded->labels;
    const std::optional<int> label = labelled ? state.tools.labels.chosen : std::nullopt;
    actions.push_back({"Mesh of this label ...", "Labels", "", "Exports the surface of the chosen label as triangles.",
                       label ? why_no_label_mesh(state.document) : "No label is chosen: see the panel Labels.",
                       [&state, label] { ask_for_label_mesh(state, *label); }});
    const bool keyed = state.document.loaded && !key_times(state.document.scene.time_line).empty();
    actions.push_back({"Save the film ...", "Time line", "", "As an MP4 film, or as pictures in a folder.",
                       keyed ? "" : "There are no key frames (Shift+T adds one).", [&state] { ask_for_film(state); }});
    return actions;
}

std::vector<Action> label_actions(ViewerState &state) {
    std::vector<Action> actions;
    const bool labelled = state.document.loaded && state.document.loaded->labels;
    const std::string why_none = labelled ? "" : "There are no labels.";
    const std::optional<int> label = labelled ? state.tools.labels.chosen : std::nullopt;
    actions.push_back({"Show only this one", "Labels", "", "Hides all labels but the chosen one.",
                       label ? "" : "No label is chosen: see the panel Labels.",
                       [&state, label] { show_only(state.tools.labels, state.document, *label); }});
    for (const bool seen : {true, false}) {
        actions.push_back({seen ? "Show all labels" : "Hide all labels", "Labels", "",
                           "Opens or closes the eyes of all of them.", why_none,
                           [&state, seen] { show_all_labels(state.tools.labels, state.document, seen); }});
    }
    actions.push_back(
        {"Pick a label", "Labels", "", "The next click chooses the label that is seen there.", why_none, [&state] {
             open_section(state, "Labels");
             state.tools.labels.picking = true;
         }});
    return actions;
}

std::vector<Action> clip_actions(ViewerState &state) {
    std::vector<Action> actions;
    const std::size_t planes = state.document.scene.settings.clip_planes.size();
    const auto add = [&](const char *title, const char *help, const std::string &why_not, auto change) {
        const std::string why_none = why_nothing(state);
        actions.push_back({title, "Clipping", "", help, why_none.empty() ? why_not : why_none, [&state, change] {
                               const Scene &scene = state.document.scene;
                               open_section(state, "Clipping"); // where its handles are
                               change(state.document.scene.settings, state.document.grid(), scene.camera);
                           }});
    };
    const std::string why_full = "There are as many planes as there can be.";
    add("Turn the box", "Gives the box rings that turn it.", planes == 0 ? "" : "Remove the planes first.",
        [](RenderSettings &settings, const Grid &grid, const Camera &) { turn_clip_box(settings, grid); });
    add("Add a plane", "Through the middle, facing the camera.", planes < clip_plane_limit ? "" : why_full,
        add_clip_plane);
    add("Add a slab", "Two planes: a slice with a thickness.", planes + 1 < clip_plane_limit ? "" : why_full,
        add_clip_slab);
    add("Reset the clipping", "Removes planes, and opens the box.", "",
        [](RenderSettings &settings, const Grid &, const Camera &) { reset_clipping(settings); });
    return actions;
}

std::vector<Action> measure_actions(ViewerState &state) {
    std::vector<Action> actions;
    for (const MeasureWords &words : measure_words()) {
        actions.push_back({words.name, "Measure", "", words.help, why_nothing(state), [&state, kind = words.kind] {
                               toggle_placing(state.tools.measure, kind);
                               open_section(state, "Measure");
                           }});
    }
    return actions;
}

std::vector<Action> figure_actions(ViewerState &state) {
    std::vector<Action> actions;
    const auto add = [&](const char *title, const char *help, bool FigureChoice::*shown) {
        const bool on = state.document.scene.figure.*shown;
        actions.push_back({fmt::format("{} {}", title, on ? "off" : "on"), "Over the picture", "", help,
                           why_nothing(state), [&state, shown] {
                               bool &choice = state.document.scene.figure.*shown;
                               choice = !choice;
                           }});
    };
    add("Scale bar", "A bar of a round length.", &FigureChoice::scale_bar);
    add("Colour legend", "Which colour means what.", &FigureChoice::legend);
    add("Orientation cube", "The sides of the patient, or the axes of the file.", &FigureChoice::orientation);
    add("Measurements in saved pictures", "Rulers, angles and regions.", &FigureChoice::annotations);
    actions.push_back({"Caption ...", "Over the picture", "", "A text below the picture, and texts in its corners.",
                       why_nothing(state), [&state] { open_section(state, "Over the picture"); }});
    return actions;
}

std::vector<Action> picture_actions(ViewerState &state) {
    std::vector<Action> actions;
    actions.push_back({state.store.transfer_below ? "Dock in the panels" : "Dock below", "Transfer function", "",
                       "Moves the editor of the transfer function to the lower end of the window, or back.", "",
                       [&state] { state.store.transfer_below = !state.store.transfer_below; }});
    for (const double stops : {0.5, -0.5}) {
        actions.push_back({stops > 0.0 ? "Brighter by half a stop" : "Darker by half a stop", "Exposure", "",
                           "Multiplies the colours of the picture, but for the background.", why_nothing(state),
                           [&state, stops] {
                               double &exposure = state.document.scene.settings.finish.exposure;
                               exposure = std::clamp(exposure + stops, -exposure_limit, exposure_limit);
                           }});
    }
    return actions;
}

} // namespace voxmarch
