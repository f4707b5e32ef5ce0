// The window's parts, from its edges inwards.
#include "app/viewer/window/layout.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/dialogs/save_window.h"
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/dock.h"
#include "app/viewer/transfer/dock.h"
#include "app/viewer/view/light_wait.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/view/view_pane.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/menu.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/status_bar.h"
#include "app/viewer/window/toolbar.h"
#include "scene/pick.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

bool shows_panels(const ViewerState &state) { return state.dialogs.column && state.document.loaded; }

/// Height of the time line and the status bar.
float below_docks(const ViewerState &state) { return time_line_height(state) + status_bar_height(); }

/// Height of the transfer function editor below the view.
float dock_height(const ViewerState &state) {
    return shows_panels(state) && state.store.transfer_below
               ? transfer_dock_height(state.store, ImGui::GetFrameHeight() + toolbar_height(state), below_docks(state))
               : 0.0f;
}

/// The 3D view, and slices beside it.
void show_views(ViewerState &state, PaneRect pane) {
    Slices &slices = state.tools.slices;
    const bool open = slices.open && state.document.loaded;
    bool comes_out = false; // from behind a slice, under the mouse, whose click is none in the view then
    state.document.scene.slice_planes.open = open;
    slices.only = state.tools.compare.compares_volumes() ? std::optional(state.document.channel()) : std::nullopt;
    if (open || (state.document.loaded && state.document.scene.slice_planes.shown != PlanesShown::lines)) {
        update_slices(slices, state.document, state.jobs.slices,
                      static_cast<int>(std::max(pane.size.x, pane.size.y) / 2.0f));
    }
    if (open) {
        const bool takes_mouse =
            !ImGui::GetIO().WantCaptureMouse && !state.view.motion.flying && !state.tools.save.slices_wanted;
        const bool was_alone = slices.alone.has_value();
        show_slices(slices, state.document, state.tools.measure, pane, takes_mouse);
        comes_out = was_alone && !slices.alone;
        if (LabelList &labels = state.tools.labels;
            labels.picking && slices.under_mouse && takes_mouse && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            choose_label(labels,
                         label_at(state.document, world_of(state.document.grid(), glm::dvec3(*slices.under_mouse))));
        }
        if (slices.alone) {
            state.view.dragged = false;
            return;
        }
        pane.size = ImVec2(std::floor(pane.size.x / 2.0f), std::floor(pane.size.y / 2.0f));
    }
    show_view(state, pane, !comes_out);
}

void show_above(ViewerState &state) {
    Dialogs &dialogs = state.dialogs;
    const bool hidden = state.tools.save.slices_wanted; // nothing lies over the picture of slices
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, hidden ? 0.0f : ImGui::GetStyle().Alpha);
    show_welcome_window(state);
    show_progress_window(state);
    show_help_window(dialogs.help);
    show_messages_window(state);
    show_about_window(state);
    show_reading_window(state);
    show_written_window(state);
    show_device_window(state);
    show_file_dialog(dialogs.file, state.store, state.jobs.native);
    show_raw_question(state);
    show_save_window(state);
    show_palette(state);
    show_changes_window(state);
    if (!hidden) {
        show_notices(state.notices, !state.document.loaded);
    }
    ImGui::PopStyleVar();
}

/// What clicks measure, else what is open, and which time of it.
std::string what_is_shown(const ViewerState &state) {
    const Document &document = state.document;
    if (!document.loaded) {
        return "";
    }
    const Comparison &compare = state.tools.compare;
    if (compare.compares_volumes()) {
        return caption_of(compare, document, Side::a) + "   " + caption_of(compare, document, Side::b);
    }
    if (const std::string placing = placing_text(state.tools.measure); !placing.empty()) {
        return placing;
    }
    const std::string times = player_text(state.tools.times, document, seconds_now());
    return document.volume().header().shown_name() + (times.empty() ? "" : "   " + times);
}

} // namespace

ImVec2 view_space(const ViewerState &state) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float left = shows_panels(state) ? column_width(state.store) : 0.0f;
    const float above = ImGui::GetFrameHeight() + toolbar_height(state);
    return ImVec2(
        std::max(size.x - left, 16.0f),
        std::max(size.y - above - reading_strip_height(state) - dock_height(state) - below_docks(state), 16.0f));
}

void show_window(ViewerState &state) {
    float &margin = ImGui::GetStyle().DisplaySafeAreaPadding.y;
    margin = ImGuiStyle().DisplaySafeAreaPadding.y; // the menu would be higher by it
    show_menu(state);
    margin = status_bar_height(); // popups end above it
    show_toolbar(state, ImGui::GetFrameHeight());
    const float top = ImGui::GetFrameHeight() + toolbar_height(state);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (shows_panels(state)) { // edges first: they lie over what they divide
        drag_column_edge(state.store, top, size.y - below_docks(state) - dock_height(state));
        if (state.store.transfer_below) {
            drag_dock_edge(state.store, size.y - below_docks(state) - dock_height(state), below_docks(state));
        }
    }
    const float strip = reading_strip_height(state);
    const ImVec2 space = view_space(state);
    const float below = top + strip + space.y;
    if (shows_panels(state)) {
        if (state.store.transfer_below) {
            show_transfer_dock(state, below, size.y - below_docks(state));
        }
        show_column(state, top, below);
    }
    if (time_line_height(state) > 0.0f) {
        show_time_line(state, size.y - below_docks(state), size.y - status_bar_height());
    }
    if (strip > 0.0f) {
        show_reading_strip(state, ImVec2(size.x - space.x, top), ImVec2(space.x, strip));
    }
    show_views(state, {ImVec2(size.x - space.x, top + strip), space});
    const Slices &slices = state.tools.slices;
    const bool hidden = slices.open && slices.alone;
    if (show_status_bar(state.jobs.status, hidden ? nullptr : &state.view.shown, what_is_shown(state).c_str(),
                        light_button(state))) {
        press_light_button(state);
    }
    show_above(state);
}

} // namespace voxmarch
