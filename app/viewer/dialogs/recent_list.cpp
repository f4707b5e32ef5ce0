// Looks at the files again every few seconds while the list is shown.
#include "app/viewer/dialogs/recent_list.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <system_error>

namespace voxmarch {

namespace {

constexpr double pause_between_looks = 3.0;     // seconds
constexpr double pause_between_pictures = 10.0; // seconds
constexpr float recent_height = 54.0f;          // points

std::string kind_of_source(const std::filesystem::path &path, bool folder) {
    if (folder) {
        return "Folder";
    }
    std::string extension = path.extension().string();
    if (extension == ".json") {
        return "Session";
    }
    if (extension == ".png") {
        return "Picture with its session";
    }
    if (extension == ".gz") {
        extension = path.stem().extension().string();
    }
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::toupper(letter); });
    return extension.empty() ? "Volume" : extension.substr(1) + " volume";
}

std::string changed_text(std::filesystem::file_time_type changed) {
    const auto at = std::chrono::file_clock::to_sys(changed);
    const std::time_t seconds =
        std::chrono::system_clock::to_time_t(std::chrono::time_point_cast<std::chrono::system_clock::duration>(at));
    return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(seconds));
}

void look_again(RecentList &list, const std::vector<std::string> &sources) {
    const bool same = std::ranges::equal(sources, list.rows, {}, {}, &RecentRow::source);
    if (same && list.looked >= 0.0 && seconds_now() - list.looked < pause_between_looks) {
        return;
    }
    list.rows.clear();
    std::ranges::transform(sources, std::back_inserter(list.rows), recent_row);
    for (const RecentRow &row : list.rows) {
        note_letters(row.name);
    }
    list.looked = seconds_now();
}

const Texture *texture_of(RecentList &list, const std::string &source) {
    const auto [place, anew] = list.textures.try_emplace(source);
    if (anew) {
        if (const std::optional<Image> image = list.pictures.find(source)) {
            place->second = std::make_unique<Texture>();
            place->second->show(*image);
        }
    }
    return place->second.get();
}

void draw_recent_row(const RecentRow &row, const Texture *texture, ImVec2 corner, float width) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const float height = scaled(recent_height), inset = scaled(2.0f);
    const ImVec2 low(corner.x + inset, corner.y + inset);
    const ImVec2 high(low.x + (height - 2.0f * inset) * 4.0f / 3.0f, corner.y + height - inset);
    const float round = scaled(3.0f);
    if (texture) {
        list.AddImageRounded(texture->id(), low, high, ImVec2(0, 0), ImVec2(1, 1),
                             IM_COL32(255, 255, 255, row.missing ? 90 : 255), round);
    } else {
        list.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_Text, 0.08f), round);
    }
    const float left = high.x + scaled(10.0f), room = corner.x + width - left;
    const float line = ImGui::GetTextLineHeight(), top = corner.y + (height - 2.0f * line - scaled(3.0f)) / 2.0f;
    const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    list.AddText(ImVec2(left, top), row.missing ? dim : ImGui::GetColorU32(ImGuiCol_Text),
                 shortened(row.name, room).c_str());
    list.AddText(ImVec2(left, top + line + scaled(3.0f)), dim, shortened(row.kind, room).c_str());
}

void remove_recent(ViewerState &state, const std::string &source) {
    std::erase(state.store.recent, source);
    state.store.save();
}

} // namespace

RecentRow recent_row(const std::string &source) {
    if (is_made(source)) {
        return {source, source, "Example", false};
    }
    std::error_code problem;
    const std::filesystem::path path(source);
    const std::filesystem::path named = path.has_filename() ? path : path.parent_path();
    const bool is_pattern = source.find_first_of("{*?") != source.npos || source.find("://") != source.npos;
    const auto status = std::filesystem::status(path, problem);
    RecentRow row{source, named.filename().string(), "", !is_pattern && !std::filesystem::exists(status)};
    row.kind = kind_of_source(named, std::filesystem::is_directory(status));
    const auto changed = std::filesystem::last_write_time(path, problem);
    row.kind += row.missing ? ", is not there any more" : problem ? "" : ", " + changed_text(changed);
    return row;
}

void keep_recent_picture(ViewerState &state, double now) {
    const Document &document = state.document;
    RecentList &list = state.dialogs.recent;
    if (!document.loaded || document.loaded->provisional || state.tools.compare.open || state.tools.speed.heat_map) {
        return;
    }
    const std::string &source = document.loaded->opened;
    const bool is_listed = std::ranges::find(state.store.recent, source) != state.store.recent.end();
    const std::uint64_t request = state.view.shown.frame.request;
    const bool is_kept =
        list.kept == source && (list.kept_request == request || now - list.kept_at < pause_between_pictures);
    if (!is_listed || is_kept) {
        return;
    }
    list.pictures.keep(source, state.view.shown.image);
    list.textures.erase(source);
    list.kept = source;
    list.kept_request = request;
    list.kept_at = now;
}

void show_recent_list(ViewerState &state, std::size_t most, float width) {
    RecentList &list = state.dialogs.recent;
    look_again(list, state.store.recent);
    const float edge = ImGui::GetFrameHeight();
    std::string removed;
    for (std::size_t i = 0; i < std::min(list.rows.size(), most); ++i) {
        const RecentRow &row = list.rows[i];
        ImGui::PushID(row.source.c_str());
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float across = row.missing ? width - edge - scaled(8.0f) : width;
        if (ImGui::Selectable("##open", false, row.missing ? ImGuiSelectableFlags_Disabled : 0,
                              ImVec2(across, scaled(recent_height)))) {
            state.window.keys().release();
            open_source(state, row.source);
        }
        draw_focus();
        tooltip(row.source.c_str());
        if (!row.missing && ImGui::BeginPopupContextItem("more")) {
            if (ImGui::MenuItem("Remove from the list")) {
                removed = row.source;
            }
            ImGui::EndPopup();
        }
        draw_recent_row(row, texture_of(list, row.source), corner, across);
        if (row.missing) {
            ImGui::SetCursorScreenPos(
                ImVec2(corner.x + width - edge, corner.y + (scaled(recent_height) - edge) / 2.0f));
            if (ImGui::Button("x", ImVec2(edge, edge))) {
                removed = row.source;
            }
            tooltip("Removes it from the list.");
            ImGui::SetCursorScreenPos(
                ImVec2(corner.x, corner.y + scaled(recent_height) + ImGui::GetStyle().ItemSpacing.y));
        }
        ImGui::PopID();
    }
    if (!removed.empty()) {
        remove_recent(state, removed);
    }
}

} // namespace voxmarch
