// A small dialog to choose a file or a folder.
#include "app/viewer/panels.h"
#include "app/viewer/theme.h"

#include <algorithm>
#include <filesystem>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

struct Listing {
    fs::path folder;
    std::vector<std::string> folders, files;
    std::string problem;
};

Listing list_folder(const fs::path &folder) {
    Listing listing{folder, {}, {}, {}};
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with(".")) {
            (entry->is_directory(ignored) ? listing.folders : listing.files).push_back(name);
        }
    }
    listing.problem = error ? error.message() : "";
    std::sort(listing.folders.begin(), listing.folders.end());
    std::sort(listing.files.begin(), listing.files.end());
    return listing;
}

fs::path first_folder(const ViewerState &state) {
    std::error_code ignored;
    const fs::path last(state.store.last_folder);
    return fs::is_directory(last, ignored) ? last : fs::current_path(ignored);
}

void open_chosen(ViewerState &state, const fs::path &chosen) {
    std::error_code ignored;
    if (fs::exists(chosen, ignored)) { // synthetic:NAME is in no folder
        state.store.last_folder = chosen.parent_path().string();
        state.store.save();
    }
    state.open(chosen.string());
    state.file_dialog = false;
}

} // namespace

void show_file_dialog(ViewerState &state) {
    static Listing listing;
    static std::string typed;
    if (!state.file_dialog) {
        listing.folder.clear();
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(680.0f), size.x * 0.95f), std::min(scaled(520.0f), size.y * 0.9f)),
                             ImGuiCond_Appearing);
    if (!ImGui::Begin("Open a volume, a folder of slices or a session", &state.file_dialog,
                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::End();
        return;
    }
    fs::path next;
    if (listing.folder.empty()) {
        next = first_folder(state);
    }
    ImGui::SetNextItemWidth(-scaled(90.0f));
    const bool entered = ImGui::InputTextWithHint("##path", "path of a file or folder, or synthetic:NAME", &typed,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if ((ImGui::Button("Open", ImVec2(-1.0f, 0.0f)) || entered) && !typed.empty()) {
        open_chosen(state, typed);
    }
    ImGui::BeginChild("list", ImVec2(0.0f, -ImGui::GetFrameHeightWithSpacing()), true);
    if (ImGui::Selectable(".. (the folder above)", false, ImGuiSelectableFlags_AllowDoubleClick) &&
        ImGui::IsMouseDoubleClicked(0)) {
        next = listing.folder.parent_path();
    }
    for (const std::string &name : listing.folders) {
        if (ImGui::Selectable((name + "/").c_str(), false, ImGuiSelectableFlags_AllowDoubleClick)) {
            typed = (listing.folder / name).string();
            if (ImGui::IsMouseDoubleClicked(0)) {
                next = listing.folder / name;
            }
        }
    }
    for (const std::string &name : listing.files) {
        if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_AllowDoubleClick)) {
            typed = (listing.folder / name).string();
            if (ImGui::IsMouseDoubleClicked(0)) {
                open_chosen(state, typed);
            }
        }
    }
    ImGui::EndChild();
    hint(listing.problem.empty() ? "Double click opens a folder's list or a file; Open takes a folder as slices."
                                 : listing.problem);
    ImGui::End();
    if (!next.empty()) {
        listing = list_folder(next);
        typed = next.string();
    }
}

} // namespace voxmarch
