// Notices, newest at the lower end.
#include "app/viewer/dialogs/notices.h"

#include "app/viewer/window/clock.h"
#include "app/viewer/window/status_bar.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
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

constexpr std::size_t most_letters = 240; // of a notice over the picture, bytes; Messages has all of it

/// Its beginning, whole letters and words, where it is so long that it would cover the picture.
std::string shown_text(const std::string &text) {
    if (text.size() <= most_letters) {
        return text;
    }
    std::size_t end = text.rfind(' ', most_letters);
    if (end == text.npos || end < most_letters / 2) {
        end = most_letters;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) { // within a letter of UTF-8
            --end;
        }
    }
    return text.substr(0, end) + " ... (all of it: Help, Messages)";
}

/// Seconds that what is shown is read in: slowly, and after it was found.
double reading_time(const std::deque<Notice> &shown) {
    constexpr double letters_each_second = 15.0, to_find = 2.0, longest = 20.0;
    std::size_t letters = 0;
    for (const Notice &notice : shown) {
        letters += std::min(notice.text.size(), most_letters);
    }
    return std::min(to_find + static_cast<double>(letters) / letters_each_second, longest);
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
    list.push_back({trimmed, error, 0.0});
    while (list.size() > limit) {
        list.pop_front();
    }
    list.back().until = seconds_now() + std::max(error ? 12.0 : 5.0, reading_time(list));
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
                               "%s", shown_text(notice.text).c_str());
        }
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

} // namespace voxmarch
