// Actions of the panels Measure, Over the picture, Transfer function and Appearance.
#include "app/viewer/window/panel_actions.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/state.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/window/settings_store.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double exposure_limit = 10.0; // stops, see PictureFinish

std::string why_nothing(const ViewerState &state) { return state.document.loaded ? "" : "No volume is open."; }

} // namespace

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
