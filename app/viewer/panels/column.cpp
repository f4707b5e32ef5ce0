// Sections below each other; those that fold stay as they were left.
#include "app/viewer/panels/column.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/edge.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/state.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

constexpr float usual_width = 400.0f, least_width = 240.0f; // points
constexpr float least_view = 320.0f;                        // points that a dragged column leaves to the view

struct Section {
    const char *name;
    bool open_first; ///< the first time
    bool (*exists)(const ViewerState &);
    void (*show)(ViewerState &);
    int workspaces = in_look; ///< unless the user moved it
    bool has_head = true;     ///< else it draws its own
};

bool always(const ViewerState &) { return true; }

bool compares_volumes(const ViewerState &state) { return state.tools.compare.compares_volumes(); }

bool draws_channels(const ViewerState &state) { return has_channels(state.document) && !state.document.has_volumes(); }

const Section sections[] = {
    {"Time", true, [](const ViewerState &state) { return has_times(state.document); },
     [](ViewerState &state) { show_time_section(state.tools.times, state.document, state.jobs.times); },
     in_look | in_lab},
    {"Channels", true, draws_channels, show_channels_section},
    {"Volumes", true,
     [](const ViewerState &state) { return state.document.has_volumes() && !state.tools.compare.compares_volumes(); },
     show_channels_section},
    {"Compare volumes", true, compares_volumes, show_compared_volumes, in_look | in_lab},
    {"Transfer function", true, [](const ViewerState &state) { return !state.store.transfer_below; },
     show_transfer_section},
    {"Presets", false, always, show_presets_section},
    {"Mode", true, always, show_mode_section},
    {"Appearance", true, always,
     [](ViewerState &state) { show_appearance_section(state.document, state.jobs.status); }},
    {"Labels", true, [](const ViewerState &state) { return state.document.loaded->labels.has_value(); },
     show_labels_section},
    {"Clipping", false, always, show_clipping_section},
    {"Slices", true,
     [](const ViewerState &state) { // the 3D view may go on showing them
         return state.tools.slices.open || state.document.scene.slice_planes.shown != PlanesShown::lines;
     },
     [](ViewerState &state) {
         show_slices_section(state.tools.slices, state.document, state.jobs.status.bricks.has_value());
     }},
    {"Measure", false, always, show_measure_section},
    {"Over the picture", false, always, [](ViewerState &state) { show_figure_section(state.document.scene); }},
    {"Quality", false, always,
     [](ViewerState &state) { show_quality_section(state.document.scene, state.jobs.status); }, in_look | in_lab},
    {"Speed", true, always,
     [](ViewerState &state) {
         show_speed_section(state.tools.speed, state.tools.skip, state.document, state.view.shown, state.jobs);
     },
     in_lab},
    {"Compare", false, [](const ViewerState &state) { return !compares_volumes(state); },
     [](ViewerState &state) {
         show_compare_section(state.tools.compare, state.document, state.view.shown, state.jobs.status);
     },
     in_lab, false},
    {"Ray probe", false, always,
     [](ViewerState &state) {
         show_probe_section(state.tools.probe, state.tools.skip, state.tools.compare, state.document);
     },
     in_lab, false},
    {"Volume", false, always, [](ViewerState &state) { show_volume_facts(state.document, state.jobs.status); },
     in_look | in_lab},
};

int workspaces_of(const SettingsStore &store, const std::string &name) {
    if (const auto moved = store.places.find(name); moved != store.places.end()) {
        return moved->second;
    }
    const auto found = std::ranges::find_if(sections, [&](const Section &section) { return section.name == name; });
    return found == std::end(sections) ? 0 : found->workspaces;
}

int shown_workspace(const SettingsStore &store) { return store.lab ? in_lab : in_look; }

/// Where it is kept whether a section is open: each workspace has its own.
std::string open_key(const SettingsStore &store, const std::string &name) { return store.lab ? "lab: " + name : name; }

/// Ends what panels show in the view that the workspace does not have.
void end_hidden_instruments(ViewerState &state) {
    Tools &tools = state.tools;
    if (!is_in_workspace(state.store, "Speed")) {
        tools.speed.heat_map.reset();
        tools.speed.counting = false;
        tools.skip.level = no_boxes;
    }
    if (tools.compare.open && !tools.compare.volumes && !is_in_workspace(state.store, "Compare")) {
        close_comparison(state);
    }
    tools.probe.open = tools.probe.open && is_in_workspace(state.store, "Ray probe");
}

/// A right click on a head: which workspaces have the panel.
void show_place_menu(ViewerState &state, const char *name) {
    if (!ImGui::BeginPopupContextItem()) {
        return;
    }
    SettingsStore &store = state.store;
    int places = workspaces_of(store, name);
    for (const auto &[workspace, title] : {std::pair(in_look, "In Look"), std::pair(in_lab, "In the speed lab")}) {
        if (ImGui::MenuItem(title, nullptr, (places & workspace) != 0)) {
            store.places[name] = places ^ workspace;
            store.save();
            end_hidden_instruments(state);
        }
    }
    ImGui::EndPopup();
}

/// Whether the head that was drawn last lies in the part of the column that is seen.
void note_sight(Dialogs &dialogs, const char *name) {
    if (ImGui::IsItemVisible()) {
        dialogs.out_of_sight.erase(name);
    } else {
        dialogs.out_of_sight.insert(name);
    }
}

/// The head of a section, open when the viewer was last ended with it open. @return whether it is open
bool section_head(ViewerState &state, const Section &section) {
    const auto known = state.store.sections.emplace(open_key(state.store, section.name), section.open_first).first;
    ImGui::SetNextItemOpen(known->second);
    known->second = ImGui::CollapsingHeader(section.name);
    note_sight(state.dialogs, section.name);
    show_place_menu(state, section.name);
    Dialogs &dialogs = state.dialogs;
    if (dialogs.reveals > 0 && dialogs.section == section.name) {
        --dialogs.reveals;
        ImGui::SetScrollHereY(0.0f);
    }
    return known->second;
}

void show_sections(ViewerState &state) {
    for (const Section &section : sections) {
        if (is_in_workspace(state.store, section.name) && section.exists(state) &&
            (!section.has_head || section_head(state, section))) {
            section.show(state);
        }
    }
    state.tools.clip.shown = is_section_open(state, "Clipping");
}

} // namespace

std::vector<std::string> panel_names() {
    std::vector<std::string> names;
    for (const Section &section : sections) {
        names.emplace_back(section.name);
    }
    return names;
}

bool is_in_workspace(const SettingsStore &store, const std::string &name) {
    return (workspaces_of(store, name) & shown_workspace(store)) != 0;
}

void move_panel(ViewerState &state, const std::string &name, bool in) {
    SettingsStore &store = state.store;
    const int others = workspaces_of(store, name) & ~shown_workspace(store);
    store.places[name] = others | (in ? shown_workspace(store) : 0);
    store.save();
    end_hidden_instruments(state);
}

void set_workspace(ViewerState &state, bool lab) {
    state.store.lab = state.store.lab_chosen = lab;
    state.store.save();
    end_hidden_instruments(state);
}

void show_workspace_of(ViewerState &state, const std::string &name) {
    if (!is_in_workspace(state.store, name) && workspaces_of(state.store, name) != 0) {
        state.store.lab = !state.store.lab;
        end_hidden_instruments(state);
    } else if (workspaces_of(state.store, name) == 0) {
        move_panel(state, name, true);
    }
}

std::vector<std::string> section_names(const ViewerState &state) {
    std::vector<std::string> names;
    for (const Section &section : sections) {
        if (section.has_head && state.document.loaded && section.exists(state)) {
            names.emplace_back(section.name);
        }
    }
    return names;
}

bool is_section_open(const ViewerState &state, const std::string &name) {
    const auto known = state.store.sections.find(open_key(state.store, name));
    return state.dialogs.column && is_in_workspace(state.store, name) && known != state.store.sections.end() &&
           known->second;
}

void open_section(ViewerState &state, const std::string &name) {
    Dialogs &dialogs = state.dialogs;
    show_workspace_of(state, name);
    dialogs.column = true;
    dialogs.section = name;
    dialogs.out_of_sight.erase(name);
    dialogs.reveals = 2; // the column knows its new length a frame later
    state.store.sections[open_key(state.store, name)] = true;
}

void close_unseen_section(ViewerState &state, const std::string &name) {
    if (is_section_open(state, name) && state.dialogs.out_of_sight.contains(name)) {
        state.store.sections[open_key(state.store, name)] = false;
    }
}

void toggle_section(ViewerState &state, const std::string &name) {
    if (is_section_open(state, name) && !state.dialogs.out_of_sight.contains(name)) {
        state.store.sections[open_key(state.store, name)] = false;
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
