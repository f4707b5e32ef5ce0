// The window "Keys and mouse".
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/keys.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <imgui.h>
#include <string_view>

namespace voxmarch {

namespace {

class HelpTable {
public:
    void row(const char *group, const char *name, const char *what) {
        if (group_ != group) {
            end();
            group_ = group;
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_colors().accent), "%s", group);
            open_ = ImGui::BeginTable(group, 2);
            if (open_) {
                ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, scaled(210.0f));
                ImGui::TableSetupColumn("what");
            }
        }
        if (open_) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(name);
            ImGui::TableNextColumn();
            ImGui::TextWrapped("%s", what);
        }
    }
    void end() {
        if (open_) {
            ImGui::EndTable();
            ImGui::Spacing();
        }
        open_ = false;
    }

private:
    std::string_view group_;
    bool open_ = false;
};

} // namespace

void show_help_window(bool &open) {
    if (!open) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(720.0f), size.x * 0.95f), size.y * 0.85f), ImGuiCond_Appearing);
    if (ImGui::Begin("Keys and mouse", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        HelpTable table;
        for (const MouseBinding &binding : mouse_bindings()) {
            table.row(binding.group, binding.name, binding.what);
        }
        for (const KeyBinding &binding : key_bindings()) {
            table.row(binding.group, binding.name, binding.what);
        }
        table.end();
    }
    ImGui::End();
}

} // namespace voxmarch
