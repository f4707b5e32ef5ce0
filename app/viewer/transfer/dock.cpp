// The plot at the left, as wide as can be, and numbers and buttons at the right.
#include "app/viewer/transfer/dock.h"

#include "app/viewer/panels/edge.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/section.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr float least_height = 150.0f;   // points
constexpr float largest_share = 0.65f;   // of what menu and status bar leave
constexpr float controls_width = 380.0f; // points
constexpr float controls_share = 0.45f;  // of the window, at most

constexpr ImGuiWindowFlags part_of_window = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                            ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                            ImGuiWindowFlags_NoBringToFrontOnFocus;

} // namespace

float transfer_dock_height(const SettingsStore &store, float above, float below) {
    const float room = std::max(ImGui::GetIO().DisplaySize.y - above - below, 16.0f);
    const float most = std::floor(largest_share * room), least = std::min(scaled(least_height), most);
    return std::floor(std::clamp(scaled(static_cast<float>(store.transfer_height)), least, most));
}

void drag_dock_edge(SettingsStore &store, float y, float below) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const EdgeDrag drag = show_edge("edge of the editor", ImVec2(0.0f, y), ImVec2(size.x, y));
    if (drag.to) {
        store.transfer_height = std::max((size.y - below - *drag.to) / scaled(1.0f), 50.0f);
    }
    if (drag.reset) {
        store.transfer_height = SettingsStore::usual_transfer_height;
    }
    if (drag.let_go) {
        store.save();
    }
}

void show_transfer_dock(ViewerState &state, float top, float bottom) {
    const float width = ImGui::GetIO().DisplaySize.x, height = bottom - top;
    const float controls = std::floor(std::min(scaled(controls_width), controls_share * width));
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(width - controls, height));
    ImGui::Begin("plot", nullptr, part_of_window | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    show_transfer_plot(state, ImGui::GetContentRegionAvail().y);
    ImGui::End();
    ImGui::SetNextWindowPos(ImVec2(width - controls, top));
    ImGui::SetNextWindowSize(ImVec2(controls, height));
    ImGui::Begin("plot controls", nullptr, part_of_window | ImGuiWindowFlags_AlwaysVerticalScrollbar);
    show_transfer_channel(state);
    show_transfer_controls(state);
    ImGui::End();
}

void show_dock_button(SettingsStore &store) {
    if (ImGui::Button(store.transfer_below ? "Dock in the panels" : "Dock below")) {
        store.transfer_below = !store.transfer_below;
        store.save();
    }
    tooltip(store.transfer_below ? "Moves the editor back into the column of panels."
                                 : "Moves the editor to the lower edge of the window, where it is wide.");
}

} // namespace voxmarch
