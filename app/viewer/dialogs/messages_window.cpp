// The window "Messages": all that was told since the program began.
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/theme.h"

#include <algorithm>

namespace voxmarch {

namespace {

std::string line_of(const Message &message) {
    return message.time + "  " + (message.error ? "error: " : "") + message.text;
}

void show_message(const Message &message, int number) {
    ImGui::PushID(number);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::TableNextColumn();
    const float height = ImGui::CalcTextSize(message.text.c_str(), nullptr, false, ImGui::GetContentRegionAvail().x).y;
    ImGui::PushStyleColor(ImGuiCol_Text, message.error ? ImGui::ColorConvertU32ToFloat4(theme_colors().bad)
                                                       : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    ImGui::TextWrapped("%s", message.text.c_str());
    ImGui::PopStyleColor();
    ImGui::TableSetColumnIndex(0);
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::Selectable("##line", false, ImGuiSelectableFlags_SpanAllColumns, ImVec2(width, height))) {
        ImGui::SetClipboardText(line_of(message).c_str());
    }
    tooltip("A click copies this line.");
    ImGui::SetCursorScreenPos(corner);
    ImGui::TextDisabled("%s", message.time.c_str());
    ImGui::PopID();
}

} // namespace

void show_messages_window(ViewerState &state) {
    bool &open = state.dialogs.messages;
    if (!open) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(680.0f), size.x * 0.95f), std::min(scaled(420.0f), size.y * 0.8f)),
                             ImGuiCond_Appearing);
    if (ImGui::Begin("Messages", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        const std::deque<Message> &log = state.notices.log;
        ImGui::BeginChild("list", ImVec2(0.0f, -ImGui::GetFrameHeightWithSpacing()), false, nav_flattened);
        if (log.empty()) {
            hint("Nothing was told yet.");
        } else if (ImGui::BeginTable("lines", 2)) {
            ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("00:00:00").x);
            ImGui::TableSetupColumn("text");
            for (int i = 0; i < static_cast<int>(log.size()); ++i) {
                show_message(log[static_cast<std::size_t>(i)], i);
            }
            ImGui::EndTable();
            if (ImGui::IsWindowAppearing()) {
                ImGui::SetScrollHereY(1.0f);
            }
        }
        ImGui::EndChild();
        ImGui::BeginDisabled(log.empty());
        if (ImGui::Button("Copy all")) {
            std::string all;
            for (const Message &message : log) {
                all += line_of(message) + "\n";
            }
            ImGui::SetClipboardText(all.c_str());
        }
        ImGui::EndDisabled();
        tooltip("All lines into the clipboard.");
    }
    ImGui::End();
}

} // namespace voxmarch
