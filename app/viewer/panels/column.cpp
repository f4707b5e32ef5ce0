// Sections below each other; those that fold stay as they were left.
#include "app/viewer/panels/column.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/edge.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/state.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr float usual_width = 400.0f, least_width = 240.0f; // points
constexpr float least_view = 320.0f;                        // points that a dragged column leaves to the view

/// The head of a section, open when the viewer was last ended with it open.
/// @param open_first  the first time  @return whether it is open
bool section(SettingsStore &store, const char *name, bool open_first) {
    const auto known = store.sections.emplace(name, open_first).first;
    ImGui::SetNextItemOpen(known->second, ImGuiCond_Once);
    known->second = ImGui::CollapsingHeader(name);
    return known->second;
}

void show_sections(ViewerState &state) {
    Document &document = state.document;
    Tools &tools = state.tools;
    ShownPicture &shown = state.view.shown;
    const auto opens = [&](const char *name, bool first) { return section(state.store, name, first); };
    if (has_times(document) && opens("Time", true)) {
        show_time_section(tools.times, document, state.jobs.times);
    }
    if (has_channels(document) && opens(channels_title(document), true)) {
        show_channels_section(state);
    }
    if (!state.store.transfer_below && opens("Transfer function", true)) {
        show_transfer_section(state);
    }
    if (opens("Presets", false)) {
        show_presets_section(state);
    }
    if (opens("Mode", true)) {
        show_mode_section(state);
    }
    if (opens("Appearance", true)) {
        show_appearance_section(document);
    }
    if (document.loaded->labels && opens("Labels", true)) {
        show_labels_section(tools.labels, document);
    }
    tools.clip.shown = opens("Clipping", false);
    if (tools.clip.shown) {
        show_clipping_section(tools.clip, document);
    }
    if (tools.slices.open && opens("Slices", true)) {
        show_slices_section(tools.slices, document);
    }
    if (opens("Measure", false)) {
        show_measure_section(state);
    }
    if (opens("Over the picture", false)) {
        show_figure_section(document.scene);
    }
    if (opens("Quality", false)) {
        show_quality_section(document.scene, state.jobs.status);
    }
    if (opens("Speed", false)) {
        show_speed_section(tools.speed, tools.skip, document, shown, state.jobs);
    }
    show_compare_section(tools.compare, document, shown, state.jobs.status);
    show_probe_section(tools.probe, tools.skip, document);
    if (opens("Volume", false)) {
        show_volume_facts(document, state.jobs.status);
    }
}

} // namespace

float column_width(const SettingsStore &store) {
    const float window = ImGui::GetIO().DisplaySize.x, half = std::floor(window / 2.0f);
    if (!store.column_width) {
        return std::min(scaled(usual_width), half);
    }
    const float most = std::max(half, window - scaled(least_view)), least = std::min(scaled(least_width), most);
    return std::floor(std::clamp(scaled(static_cast<float>(*store.column_width)), least, most));
}

void drag_column_edge(SettingsStore &store, float top, float bottom) {
    const float x = column_width(store);
    const EdgeDrag drag = show_edge("edge of the panels", ImVec2(x, top), ImVec2(x, bottom));
    if (drag.to) {
        store.column_width = *drag.to / scaled(1.0f);
    }
    if (drag.reset) {
        store.column_width.reset();
    }
    if (drag.let_go) {
        store.column_width =
            store.column_width ? std::optional<double>(column_width(store) / scaled(1.0f)) : std::nullopt;
        store.save();
    }
}

void show_column(ViewerState &state, float top, float bottom) {
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(column_width(state.store), bottom - top));
    ImGui::Begin("panels", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_AlwaysVerticalScrollbar);
    show_sections(state);
    ImGui::End();
}

} // namespace voxmarch
