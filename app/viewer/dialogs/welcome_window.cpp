// What the first window says: how to open a volume.
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"

#include <imgui.h>

namespace voxmarch {

void show_welcome_window(ViewerState &state) {
    if (state.dialogs.welcome_closed || state.dialogs.file.open) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x - scaled(24.0f), ImGui::GetFrameHeight() + scaled(24.0f)), ImGuiCond_Always,
                            ImVec2(1.0f, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(scaled(360.0f), 0.0f));
    bool open = true;
    if (ImGui::Begin("Welcome to voxmarch", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::TextWrapped("%sDrop a file or a folder of slices on the window, or:",
                           state.document.loaded ? "This is a demo volume. " : "");
        if (ImGui::Button("Open a volume ...", ImVec2(-1.0f, 0.0f))) {
            execute(state, Command::open);
        }
        if (ImGui::Button("Show keys and mouse", ImVec2(-1.0f, 0.0f))) {
            execute(state, Command::help);
        }
        if (!state.store.recent.empty()) {
            ImGui::Separator();
            hint("Recent:");
            show_recent_list(state, 5, ImGui::GetContentRegionAvail().x);
        }
        ImGui::Separator();
        hint("Left drag turns, wheel zooms, middle drag moves, G flies, P saves a picture.");
    }
    ImGui::End();
    state.dialogs.welcome_closed = state.dialogs.welcome_closed || !open;
}

} // namespace voxmarch
