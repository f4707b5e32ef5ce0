// A list of a folder, a field for a name, and a question before something is replaced.
#include "app/viewer/dialogs/file_dialog.h"

#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool saves(const FileQuestion &question) {
    return question.kind == FileKind::save_file || question.kind == FileKind::save_folder;
}

bool suits(const FileQuestion &question, std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return char(std::tolower(letter)); });
    const auto ends_so = [&](const std::string &extension) { return name.ends_with(extension); };
    return question.extensions.empty() || std::ranges::any_of(question.extensions, ends_so);
}

void enter(FileDialog &dialog, const fs::path &folder) {
    dialog.folder = folder.lexically_normal();
    dialog.folders.clear();
    dialog.files.clear();
    std::error_code error;
    for (auto entry = fs::directory_iterator(dialog.folder, fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code ignored;
        const bool is_folder = entry->is_directory(ignored);
        if (!name.starts_with(".") && (is_folder || suits(dialog.question, name))) {
            (is_folder ? dialog.folders : dialog.files).push_back(name);
        }
    }
    dialog.problem = error ? error.message() : "";
    std::ranges::sort(dialog.folders);
    std::ranges::sort(dialog.files);
}

/// What is there and would be lost.
bool would_replace(const FileQuestion &question, const fs::path &path) {
    std::error_code ignored;
    return question.kind == FileKind::save_folder ? fs::exists(path / "frame-0000.png", ignored)
                                                  : saves(question) && fs::exists(path, ignored);
}

void finish(FileDialog &dialog, SettingsStore &store, const fs::path &path) {
    dialog.open = false;
    std::error_code ignored;
    if (!saves(dialog.question) && fs::exists(path, ignored)) { // what is made is in no folder
        store.last_folder = path.parent_path().string();
        store.save();
    }
    const auto chosen = dialog.question.chosen; // may ask the next question
    chosen(path);
}

/// The user has pressed the button, Enter, or a file twice.
void choose_file(FileDialog &dialog, SettingsStore &store) {
    const FileQuestion &question = dialog.question;
    if (question.kind == FileKind::open_volume && is_made(dialog.typed)) {
        finish(dialog, store, dialog.typed);
        return;
    }
    fs::path path = (dialog.folder / dialog.typed).lexically_normal();
    std::error_code ignored;
    const bool is_folder = fs::is_directory(path, ignored);
    if (is_folder && (question.kind == FileKind::open_file || question.kind == FileKind::save_file)) {
        enter(dialog, path);
        dialog.typed.clear();
        return;
    }
    if (question.kind == FileKind::save_file && !path.has_extension() && !question.extensions.empty()) {
        path += question.extensions.front();
    }
    if (question.kind == FileKind::save_file && !suits(question, path.filename().string())) {
        dialog.problem = fmt::format("The name must end in {}.", fmt::join(question.extensions, ", "));
    } else if (!saves(question) && !fs::exists(path, ignored)) {
        dialog.problem = "There is no " + path.string() + ".";
    } else if (question.kind == FileKind::save_file && !fs::is_directory(path.parent_path(), ignored)) {
        dialog.problem = "There is no folder " + path.parent_path().string() + ".";
    } else if (!dialog.replaces && would_replace(question, path)) {
        dialog.replaces = true;
    } else {
        finish(dialog, store, path);
        return;
    }
    dialog.takes_keys = !dialog.replaces; // the next try
}

/// Which folder is listed, and the way out of it.
void show_folder(FileDialog &dialog) {
    if (ImGui::Button("Up")) {
        enter(dialog, dialog.folder.parent_path());
    }
    tooltip("The folder above.");
    ImGui::SameLine();
    if (const char *home = std::getenv("HOME"); home && ImGui::Button("Home")) {
        enter(dialog, home);
    }
    tooltip("Your home folder.");
    ImGui::SameLine();
    std::string text = dialog.folder.string();
    const float room = ImGui::GetContentRegionAvail().x;
    while (text.size() > 8 && ImGui::CalcTextSize(text.c_str()).x > room) {
        text = "... " + text.substr(text.starts_with("... ") ? 5 : 1);
    }
    ImGui::TextUnformatted(text.c_str());
    tooltip(dialog.folder.c_str());
}

void show_list(FileDialog &dialog, SettingsStore &store) {
    const bool takes_folders = dialog.question.kind == FileKind::open_volume;
    fs::path next;
    bool decided = false;
    for (const std::string &name : dialog.folders) {
        if (ImGui::Selectable((name + "/").c_str(), dialog.typed == name, ImGuiSelectableFlags_AllowDoubleClick)) {
            dialog.typed = takes_folders ? name : dialog.typed;
            if (ImGui::IsMouseDoubleClicked(0)) {
                next = dialog.folder / name;
            }
        }
    }
    for (const std::string &name : dialog.files) {
        if (ImGui::Selectable(name.c_str(), dialog.typed == name, ImGuiSelectableFlags_AllowDoubleClick)) {
            dialog.typed = dialog.question.kind == FileKind::save_folder ? dialog.typed : name;
            dialog.replaces = false;
            decided = ImGui::IsMouseDoubleClicked(0);
        }
    }
    if (dialog.folders.empty() && dialog.files.empty()) {
        hint("Nothing to choose in this folder.");
    }
    if (!next.empty()) {
        enter(dialog, next);
        dialog.typed = takes_folders ? "" : dialog.typed;
    } else if (decided) {
        choose_file(dialog, store);
    }
}

/// The field for the name and the buttons, or the question whether something may be replaced.
void show_name(FileDialog &dialog, SettingsStore &store) {
    const float button = scaled(110.0f);
    if (dialog.replaces) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_colors().odd), "%s",
                           dialog.question.kind == FileKind::save_folder ? "There are pictures in this folder already."
                                                                         : "There is a file of this name already.");
        ImGui::SameLine(ImGui::GetWindowWidth() - 2.0f * button - 2.0f * ImGui::GetStyle().ItemSpacing.x);
        if (ImGui::Button("Replace", ImVec2(button, 0.0f))) {
            choose_file(dialog, store);
        }
        ImGui::SameLine();
        if (ImGui::Button("Cancel", ImVec2(button, 0.0f))) {
            dialog.replaces = false;
            dialog.takes_keys = true;
        }
        return;
    }
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    if (std::exchange(dialog.takes_keys, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    const bool volume = dialog.question.kind == FileKind::open_volume;
    const bool entered = ImGui::InputTextWithHint(
        "##path", volume ? "a file or folder, synthetic:NAME or formula:EXPRESSION" : "a name, or a whole path",
        &dialog.typed, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::SameLine();
    ImGui::BeginDisabled(dialog.typed.empty() && !volume);
    const bool pressed = ImGui::Button(dialog.question.action.c_str(), ImVec2(-1.0f, 0.0f));
    ImGui::EndDisabled();
    if (pressed || (entered && !dialog.typed.empty())) {
        choose_file(dialog, store);
    }
}

} // namespace

void ask_for_file(FileDialog &dialog, FileQuestion question) {
    const fs::path suggestion = fs::absolute(question.suggestion);
    std::error_code ignored;
    const bool is_folder = fs::is_directory(suggestion, ignored) && question.kind != FileKind::save_folder;
    dialog = {true, std::move(question), {}, {}, {}, is_folder ? "" : suggestion.filename().string(), "", true, false};
    enter(dialog, is_folder ? suggestion : suggestion.parent_path());
}

void show_file_dialog(FileDialog &dialog, SettingsStore &store) {
    if (!dialog.open) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(680.0f), size.x * 0.95f), std::min(scaled(520.0f), size.y * 0.9f)),
                             ImGuiCond_Appearing);
    if (dialog.takes_keys) {
        ImGui::SetNextWindowFocus();
    }
    if (ImGui::Begin(dialog.question.title.c_str(), &dialog.open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        show_folder(dialog);
        const float line = ImGui::GetTextLineHeightWithSpacing();
        const float rows = dialog.question.choices ? 2.0f : 1.0f;
        ImGui::BeginChild("list", ImVec2(0.0f, -rows * ImGui::GetFrameHeightWithSpacing() - 2.0f * line), true,
                          nav_flattened);
        show_list(dialog, store);
        ImGui::EndChild();
        if (dialog.question.choices && dialog.question.choices()) {
            dialog.takes_keys = true; // the name can be typed at once
        }
        show_name(dialog, store);
        hint(dialog.problem.empty() ? dialog.question.help : dialog.problem);
    }
    ImGui::End();
}

} // namespace voxmarch
