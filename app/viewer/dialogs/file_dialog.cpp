// Places at the left, a list of a folder, a field that completes what is typed, and a question before something is
// replaced.
#include "app/viewer/dialogs/file_dialog.h"

#include "app/viewer/dialogs/native_dialog.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "base/text.h"
#include "scene/scene.h"
#include "volume/formats/volume_names.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Writes into the field, which may be edited now.
void put(FileDialog &dialog, const std::string &text) {
    dialog.typed = text;
    dialog.puts_text = true;
}

void filter_and_sort(FileDialog &dialog) {
    const bool filters = dialog.question.kind == FileKind::open_volume;
    dialog.entries.clear();
    for (const FileEntry &entry : dialog.listed) {
        if (entry.is_folder || !filters || passes(dialog.filter, entry.name)) {
            dialog.entries.push_back(entry);
        }
    }
    sort_entries(dialog.entries, dialog.order);
    dialog.marked = first_match(dialog.entries, dialog.typed);
}

void enter(FileDialog &dialog, const fs::path &folder) {
    dialog.folder = folder.lexically_normal();
    if (!dialog.folder.has_filename() && dialog.folder.has_relative_path()) {
        dialog.folder = dialog.folder.parent_path(); // "a/"
    }
    FileList list = list_folder(dialog.folder, dialog.question.extensions);
    for (const FileEntry &entry : list.entries) {
        note_letters(entry.name);
    }
    note_letters(dialog.folder.string());
    dialog.listed = std::move(list.entries);
    dialog.problem = std::move(list.problem);
    filter_and_sort(dialog);
}

/// A folder that was chosen in the list or by its name is listed.
void look_inside(FileDialog &dialog, const fs::path &folder) {
    if (dialog.question.kind != FileKind::save_file) {
        put(dialog, "");
    }
    enter(dialog, folder);
    dialog.takes_keys = true;
}

void go_up(FileDialog &dialog) { look_inside(dialog, dialog.folder.parent_path()); }

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

/// The user has named this path. @param whole  a folder is meant as it is, not to look inside
void choose_path(FileDialog &dialog, SettingsStore &store, fs::path path, bool whole) {
    const FileQuestion &question = dialog.question;
    std::error_code ignored;
    const bool is_folder = fs::is_directory(path, ignored);
    const bool takes_it = question.kind == FileKind::save_folder ||
                          (question.kind == FileKind::open_volume && whole && is_volume_folder(path));
    if (is_folder && !takes_it) {
        look_inside(dialog, path);
        return;
    }
    if (question.kind == FileKind::save_file && !path.has_extension() && !question.extensions.empty()) {
        path += question.extensions.front();
    }
    if (question.kind == FileKind::save_file && !ends_like(path.filename().string(), question.extensions)) {
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

/// The user has pressed the button, Enter, or an entry twice.
void choose_file(FileDialog &dialog, SettingsStore &store) {
    const FileQuestion &question = dialog.question;
    const std::string &typed = dialog.typed;
    if (question.kind == FileKind::open_volume && is_made(typed)) {
        finish(dialog, store, typed);
        return;
    }
    std::string name = typed;
    std::error_code ignored;
    if (!saves(question) && dialog.marked && !typed.empty() && !fs::exists(dialog.folder / typed, ignored)) {
        name = dialog.entries[*dialog.marked].name; // as much of it as was needed is typed
    }
    if (name.empty() && question.kind == FileKind::open_volume) { // the folder that is listed
        if (is_volume_folder(dialog.folder)) {
            finish(dialog, store, dialog.folder);
        } else {
            dialog.problem = "Choose a file, or a folder that is a volume: this one holds no slices alone.";
        }
        return;
    }
    const bool inside = name.size() > 1 && name.ends_with('/');
    choose_path(dialog, store, (dialog.folder / (inside ? name.substr(0, name.size() - 1) : name)).lexically_normal(),
                !inside);
}

// Parts of the window, from its left and upper edges.

void show_places(FileDialog &dialog) {
    ImGui::BeginChild("places", ImVec2(scaled(150.0f), 0.0f), true, nav_flattened);
    const float room = ImGui::GetContentRegionAvail().x;
    for (const FilePlace &place : dialog.places) {
        ImGui::PushID(place.folder.c_str());
        if (ImGui::Selectable(shortened(place.name, room).c_str(), place.folder == dialog.folder)) {
            look_inside(dialog, place.folder);
        }
        tooltip(place.folder.c_str());
        ImGui::PopID();
    }
    ImGui::EndChild();
}

/// Which folder is listed, and the way out of it.
void show_folder(FileDialog &dialog) {
    if (ImGui::Button("Up")) {
        go_up(dialog);
    }
    tooltip("The folder above. Backspace in the empty field, too.");
    ImGui::SameLine();
    std::string text = dialog.folder.string();
    const float room = ImGui::GetContentRegionAvail().x;
    while (text.size() > 8 && ImGui::CalcTextSize(text.c_str()).x > room) {
        text = "... " + text.substr(text.starts_with("... ") ? 5 : 1);
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    tooltip(dialog.folder.c_str());
}

/// The order that a click on the head of a column has asked for.
void take_order(FileDialog &dialog) {
    ImGuiTableSortSpecs *specs = ImGui::TableGetSortSpecs();
    if (!specs || !specs->SpecsDirty || specs->SpecsCount < 1) {
        return;
    }
    const FileOrder order{static_cast<FileColumn>(specs->Specs->ColumnUserID),
                          specs->Specs->SortDirection == ImGuiSortDirection_Descending};
    specs->SpecsDirty = false;
    if (order != dialog.order) {
        dialog.order = order;
        filter_and_sort(dialog);
        dialog.takes_keys = true; // typing goes on
    }
}

void show_head() {
    const auto column = [](const char *name, FileColumn which, ImGuiTableColumnFlags flags, float width) {
        ImGui::TableSetupColumn(name, flags, width, static_cast<ImGuiID>(which));
    };
    constexpr ImGuiTableColumnFlags fixed = ImGuiTableColumnFlags_WidthFixed;
    constexpr ImGuiTableColumnFlags newest = fixed | ImGuiTableColumnFlags_PreferSortDescending;
    column("Name", FileColumn::name, ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_DefaultSort, 0.0f);
    column("Size", FileColumn::size, newest, scaled(74.0f));
    column("Date", FileColumn::date, newest, scaled(132.0f));
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
}

/// @return whether it was pressed twice
bool show_entry(FileDialog &dialog, std::size_t index) {
    const FileEntry entry = dialog.entries[index];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool marked = dialog.marked == index;
    const std::string name = entry.is_folder ? entry.name + "/" : entry.name;
    bool twice = false;
    ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetColorU32(ImGuiCol_ButtonActive, 0.7f));
    const bool pressed = ImGui::Selectable(name.c_str(), marked,
                                           ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_SpanAllColumns);
    ImGui::PopStyleColor();
    if (pressed) {
        const FileKind kind = dialog.question.kind;
        if (entry.is_folder ? kind == FileKind::open_volume : kind != FileKind::save_folder) {
            put(dialog, entry.name);
        }
        dialog.marked = index;
        dialog.replaces = false;
        dialog.problem.clear();
        dialog.takes_keys = true;
        twice = ImGui::IsMouseDoubleClicked(0);
    }
    if (marked && std::exchange(dialog.shows_marked, false)) {
        ImGui::SetScrollHereY(0.5f);
    }
    ImGui::TableNextColumn();
    if (!entry.is_folder) {
        const std::string size = size_text(entry.size);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                             ImGui::CalcTextSize(size.c_str()).x);
        ImGui::TextDisabled("%s", size.c_str());
    }
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", date_text(entry.modified).c_str());
    return twice;
}

void show_list(FileDialog &dialog, SettingsStore &store, float height) {
    std::optional<std::size_t> decided;
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                      ImGuiTableFlags_BordersOuter | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("list", 3, flags, ImVec2(0.0f, height))) {
        return;
    }
    show_head();
    take_order(dialog);
    for (std::size_t i = 0; i < dialog.entries.size(); ++i) {
        if (show_entry(dialog, i)) {
            decided = i;
        }
    }
    dialog.shows_marked = false;
    if (dialog.entries.empty()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        hint(dialog.listed.empty() ? "Nothing to choose in this folder." : "Nothing of this kind in this folder.");
    }
    ImGui::EndTable();
    if (!decided) {
        return;
    }
    const FileEntry entry = dialog.entries[*decided];
    const fs::path path = dialog.folder / entry.name;
    if (entry.is_folder && dialog.question.kind != FileKind::open_volume) {
        look_inside(dialog, path);
    } else {
        choose_path(dialog, store, path, true);
    }
}

/// Marks the entry above or below, and writes its name.
void step(FileDialog &dialog, int by) {
    const auto count = static_cast<int>(dialog.entries.size());
    if (count == 0) {
        return;
    }
    const int from = dialog.marked ? static_cast<int>(*dialog.marked) + by : by > 0 ? 0 : count - 1;
    dialog.marked = static_cast<std::size_t>(std::clamp(from, 0, count - 1));
    dialog.shows_marked = true;
}

/// Lists the folder that a typed path has come to. @return what is left of it to be typed
std::string look_along(FileDialog &dialog, const std::string &typed) {
    const std::size_t slash = typed.rfind('/');
    if (slash == std::string::npos || is_made(typed)) {
        return typed;
    }
    std::string way = typed.substr(0, slash + 1);
    if (const char *home = std::getenv("HOME"); home && way.starts_with("~/")) {
        way = home + way.substr(1);
    }
    std::error_code ignored;
    const fs::path folder = (dialog.folder / way).lexically_normal();
    if (!fs::is_directory(folder, ignored)) {
        return typed;
    }
    enter(dialog, folder);
    return typed.substr(slash + 1);
}

/// What keys do in the field: a slash opens the folder before it, Tab completes, arrows walk through the list, and what
/// is typed marks an entry.
int edit_field(ImGuiInputTextCallbackData *data) {
    FileDialog &dialog = *static_cast<FileDialog *>(data->UserData);
    const auto replace = [&](const std::string &text) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text.c_str());
    };
    switch (data->EventFlag) {
    case ImGuiInputTextFlags_CallbackCompletion:
        replace(look_along(dialog, completed(dialog.folder, data->Buf)));
        break;
    case ImGuiInputTextFlags_CallbackHistory:
        step(dialog, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
        if (dialog.marked && dialog.question.kind != FileKind::save_folder) {
            replace(dialog.entries[*dialog.marked].name);
            data->SelectAll();
        }
        break;
    case ImGuiInputTextFlags_CallbackEdit:
        if (const std::string rest = look_along(dialog, data->Buf); rest.size() < std::size_t(data->BufTextLen)) {
            replace(rest);
        }
        dialog.marked = first_match(dialog.entries, data->Buf);
        dialog.shows_marked = true;
        dialog.problem.clear();
        break;
    case ImGuiInputTextFlags_CallbackAlways:
        if (std::exchange(dialog.puts_text, false)) {
            replace(dialog.typed);
            data->SelectAll();
        }
        break;
    default: break;
    }
    return 0;
}

void show_filter(FileDialog &dialog) {
    static const std::vector<std::pair<FileFilter, const char *>> filters{
        {FileFilter::volumes_and_sessions, "Volumes, sessions"},
        {FileFilter::volumes, "Volumes"},
        {FileFilter::sessions, "Sessions, pictures"},
        {FileFilter::all, "All files"}};
    ImGui::SetNextItemWidth(scaled(160.0f));
    if (choose("##filter", dialog.filter, filters)) {
        filter_and_sort(dialog);
    }
    ImGui::SameLine();
}

/// The question whether something may be replaced.
void show_replacing(FileDialog &dialog, SettingsStore &store, float button) {
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
}

/// The field for the name and the buttons, or that question.
void show_name(FileDialog &dialog, SettingsStore &store) {
    const float button = scaled(110.0f);
    if (dialog.replaces) {
        show_replacing(dialog, store, button);
        return;
    }
    const bool volume = dialog.question.kind == FileKind::open_volume;
    if (volume) {
        show_filter(dialog);
    }
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    if (std::exchange(dialog.takes_keys, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    const bool was_empty = dialog.typed.empty();
    constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                                          ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackHistory |
                                          ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways;
    const bool entered = ImGui::InputTextWithHint(
        "##path",
        volume ? "type the begin of a name, a path, synthetic:NAME or formula:EXPRESSION" : "a name or a path",
        &dialog.typed, flags, edit_field, &dialog);
    const bool editing = ImGui::IsItemActive();
    dialog.puts_text = dialog.puts_text && editing; // what is not edited has its text already
    const bool up = editing && was_empty && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Backspace), false);
    ImGui::SameLine();
    ImGui::BeginDisabled(dialog.typed.empty() && !volume);
    const bool pressed = ImGui::Button(dialog.question.action.c_str(), ImVec2(-1.0f, 0.0f));
    ImGui::EndDisabled();
    if (entered && dialog.typed.empty()) { // typing goes on
        dialog.takes_keys = true;
        dialog.problem = saves(dialog.question) ? "Type a name." : "Type a name, or choose one in the list.";
    }
    if (up) {
        go_up(dialog);
    } else if (pressed || (entered && !dialog.typed.empty())) {
        choose_file(dialog, store);
    }
}

void show_window(FileDialog &dialog, SettingsStore &store) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(820.0f), size.x * 0.95f), std::min(scaled(540.0f), size.y * 0.9f)),
                             ImGuiCond_Appearing);
    if (dialog.takes_keys) {
        ImGui::SetNextWindowFocus();
    }
    if (ImGui::Begin(dialog.question.title.c_str(), &dialog.open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        const float line = ImGui::GetTextLineHeightWithSpacing();
        const float rows = dialog.question.choices ? 2.0f : 1.0f;
        const float below = rows * ImGui::GetFrameHeightWithSpacing() + 2.0f * line;
        ImGui::BeginChild("above", ImVec2(0.0f, -below), false, nav_flattened);
        show_places(dialog);
        ImGui::SameLine();
        ImGui::BeginGroup();
        show_folder(dialog);
        show_list(dialog, store, ImGui::GetContentRegionAvail().y);
        ImGui::EndGroup();
        ImGui::EndChild();
        if (dialog.question.choices && dialog.question.choices()) {
            dialog.takes_keys = true; // the name can be typed at once
        }
        show_name(dialog, store);
        dialog.problem.empty() ? hint(dialog.question.help) : warn(dialog.problem);
    }
    ImGui::End();
}

/// A file of slices stands for its folder: the desktop's dialogs choose files or folders, not both. Other files that
/// lie beside slices are meant themselves.
fs::path meant(const FileQuestion &question, const fs::path &path) {
    const std::string extension = text::lower(path.extension().string());
    const bool may_be_slice = extension.empty() || extension == ".dcm" || extension == ".ima" || extension == ".png";
    const bool slice = question.kind == FileKind::open_volume && path.has_parent_path() && may_be_slice &&
                       !is_session(path) && is_volume_folder(path.parent_path());
    return slice ? path.parent_path() : path;
}

/// Whether the desktop's dialog has asked before it replaces what the question's answer stands for.
bool has_asked(const FileQuestion &question, const fs::path &path) {
    return question.kind == FileKind::save_file && path.has_extension();
}

/// Opens the desktop's dialog, or takes what came of it. @return whether it is open
bool ask_natively(FileDialog &dialog, SettingsStore &store, NativeDialog &native) {
    if (!dialog.asked_natively) {
        dialog.asked_natively = true;
        native.cancel(); // a dialog that is still open answers another question
        if (store.native_dialogs && has_native_dialogs() && !dialog.question.choices) { // they have no such rows
            native.start(dialog.question);
        }
    }
    if (const auto answer = native.take()) {
        switch (answer->kind) {
        case NativeAnswer::Kind::chosen: {
            const bool asked = has_asked(dialog.question, answer->path);
            dialog.replaces = asked;
            put(dialog, answer->path.string()); // where this one goes on
            choose_path(dialog, store, meant(dialog.question, answer->path), true);
            dialog.replaces = dialog.replaces && !asked;
            break;
        }
        case NativeAnswer::Kind::cancelled: dialog.open = false; break;
        case NativeAnswer::Kind::failed: break; // this one goes on
        }
    }
    return native.busy();
}

} // namespace

void ask_for_file(FileDialog &dialog, FileQuestion question) {
    const fs::path suggestion = fs::absolute(question.suggestion);
    std::error_code ignored;
    const bool is_folder = fs::is_directory(suggestion, ignored) && question.kind != FileKind::save_folder;
    FileDialog next;
    next.open = true;
    next.question = std::move(question);
    next.order = dialog.order;
    next.filter = dialog.filter;
    next.typed = is_folder ? "" : suggestion.filename().string();
    next.takes_keys = true;
    dialog = std::move(next);
    enter(dialog, is_folder ? suggestion : suggestion.parent_path());
}

void show_file_dialog(FileDialog &dialog, SettingsStore &store, NativeDialog &native) {
    if (!dialog.open) {
        native.cancel(); // something else has closed it
        return;
    }
    if (dialog.places.empty()) {
        dialog.places = places(store.recent);
    }
    if (!ask_natively(dialog, store, native) && dialog.open) {
        show_window(dialog, store);
    }
}

} // namespace voxmarch
