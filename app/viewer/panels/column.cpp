// Sections below each other; those that fold stay as they were left.
#include "app/viewer/panels/column.h"

#include "app/viewer/dialogs/dialogs.h"
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

struct Section {
    const char *name; ///< null: it draws its own head
    bool open_first;  ///< the first time
    bool (*exists)(const ViewerState &);
    void (*show)(ViewerState &);
};

bool always(const ViewerState &) { return true; }

bool draws_channels(const ViewerState &state) { return has_channels(state.document) && !state.document.has_volumes(); }

const Section sections[] = {
    {"Time", true, [](const ViewerState &state) { return has_times(state.document); },
     [](ViewerState &state) { show_time_section(state.tools.times, state.document, state.jobs.times); }},
    {"Channels", true, draws_channels, show_channels_section},
    {"Volumes", true, [](const ViewerState &state) { return state.document.has_volumes(); }, show_channels_section},
    {"Transfer function", true, [](const ViewerState &state) { return !state.store.transfer_below; },
     show_transfer_section},
    {"Presets", false, always, show_presets_section},
    {"Mode", true, always, show_mode_section},
    {"Appearance", true, always, [](ViewerState &state) { show_appearance_section(state.document); }},
    {"Labels", true, [](const ViewerState &state) { return state.document.loaded->labels.has_value(); },
     show_labels_section},
    {"Clipping", false, always, show_clipping_section},
    {"Slices", true, [](const ViewerState &state) { return state.tools.slices.open; },
     [](ViewerState &state) { show_slices_section(state.tools.slices, state.document); }},
    {"Measure", false, always, show_measure_section},
    {"Over the picture", false, always, [](ViewerState &state) { show_figure_section(state.document.scene); }},
    {"Quality", false, always,
     [](ViewerState &state) { show_quality_section(state.document.scene, state.jobs.status); }},
    {"Speed", false, always,
     [](ViewerState &state) {
         show_speed_section(state.tools.speed, state.tools.skip, state.document, state.view.shown, state.jobs);
     }},
    {nullptr, false, always,
     [](ViewerState &state) {
         show_compare_section(state.tools.compare, state.document, state.view.shown, state.jobs.status);
     }},
    {nullptr, false, always,
     [](ViewerState &state) { show_probe_section(state.tools.probe, state.tools.skip, state.document); }},
    {"Volume", false, always, [](ViewerState &state) { show_volume_facts(state.document, state.jobs.status); }},
};

/// The head of a section, open when the viewer was last ended with it open. @return whether it is open
bool section_head(ViewerState &state, const Section &section) {
    const auto known = state.store.sections.emplace(section.name, section.open_first).first;
    ImGui::SetNextItemOpen(known->second);
    known->second = ImGui::CollapsingHeader(section.name);
    Dialogs &dialogs = state.dialogs;
    if (dialogs.reveals > 0 && dialogs.section == section.name) {
        --dialogs.reveals;
        ImGui::SetScrollHereY(0.0f);
    }
    return known->second;
}

void show_sections(ViewerState &state) {
    for (const Section &section : sections) {
        if (section.exists(state) && (!section.name || section_head(state, section))) {
            section.show(state);
        }
    }
    state.tools.clip.shown = state.store.sections.at("Clipping");
}

} // namespace

std::vector<std::string> section_names(const ViewerState &state) {
    std::vector<std::string> names;
    for (const Section &section : sections) {
        if (section.name && state.document.loaded && section.exists(state)) {
            names.emplace_back(section.name);
        }
    }
    return names;
}

bool is_section_open(const ViewerState &state, const std::string &name) {
    const auto known = state.store.sections.find(name);
    return state.dialogs.column && known != state.store.sections.end() && known->second;
}

void open_section(ViewerState &state, const std::string &name) {
    Dialogs &dialogs = state.dialogs;
    dialogs.column = true;
    dialogs.section = name;
    dialogs.reveals = 2; // the column knows its new length a frame later
    state.store.sections[name] = true;
}

void toggle_section(ViewerState &state, const std::string &name) {
    if (is_section_open(state, name)) {
        state.store.sections[name] = false;
    } else {
        open_section(state, name);
    }
}

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
