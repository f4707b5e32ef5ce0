// Notices, newest at the lower end.
#include "app/viewer/dialogs/notices.h"

#include "app/viewer/window/clock.h"
#include "app/viewer/window/status_bar.h"
#include "app/viewer/window/theme.h"

#include <ctime>
#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    return fmt::format("{:02}:{:02}:{:02}", parts.tm_hour, parts.tm_min, parts.tm_sec);
}

} // namespace

void Notices::add(const std::string &text, bool error) {
    constexpr std::size_t limit = 4;
    const std::string trimmed = text.substr(0, text.find_last_not_of(" \n") + 1);
    if (trimmed.empty()) {
        return;
    }
    note_letters(trimmed);
    log.push_back({time_of_day(), trimmed, error});
    if (log.size() > message_limit) {
        log.pop_front();
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
            ImGui::TextColored(notice.error ? ImGui::ColorConvertU32ToFloat4(theme_colors().bad)
                                            : ImGui::GetStyleColorVec4(ImGuiCol_Text),
                               "%s", notice.text.c_str());
        }
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

} // namespace voxmarch
