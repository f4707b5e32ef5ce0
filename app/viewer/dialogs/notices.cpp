// Notices, newest at the lower end.
#include "app/viewer/dialogs/notices.h"

#include "app/viewer/window/clock.h"
#include "app/viewer/window/status_bar.h"
#include "app/viewer/window/theme.h"

#include <imgui.h>

namespace voxmarch {

void Notices::add(const std::string &text, bool error) {
    constexpr std::size_t limit = 4;
    const std::string trimmed = text.substr(0, text.find_last_not_of(" \n") + 1);
    if (trimmed.empty()) {
        return;
    }
    list.push_back({trimmed, error, seconds_now() + (error ? 12.0 : 5.0)});
    while (list.size() > limit) {
        list.pop_front();
    }
}

void show_notices(Notices &notices, bool keep_errors) {
    const double now = seconds_now();
    std::erase_if(notices.list,
                  [&](const Notice &notice) { return notice.until < now && !(notice.error && keep_errors); });
    if (notices.list.empty()) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x - scaled(12.0f), size.y - status_bar_height() - scaled(12.0f)),
                            ImGuiCond_Always, ImVec2(1.0f, 1.0f));
    ImGui::SetNextWindowBgAlpha(0.88f);
    if (ImGui::Begin("notices", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing)) {
        ImGui::PushTextWrapPos(size.x * 0.7f); // whole paths in one line, where they fit
        for (const Notice &notice : notices.list) {
            ImGui::TextColored(notice.error ? ImVec4(1.0f, 0.5f, 0.45f, 1.0f) : ImVec4(0.9f, 0.92f, 0.95f, 1.0f), "%s",
                               notice.text.c_str());
        }
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

} // namespace voxmarch
