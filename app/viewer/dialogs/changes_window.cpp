// "Save changes?"
#include "app/viewer/dialogs/changes_window.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/theme.h"

#include <imgui.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr const char *changes_id = "Save changes?";

enum class Answer { none, save, drop, cancel };

Answer show_answers(const Document &document) {
    Answer answer = Answer::none;
    const ImVec2 button(scaled(120.0f), 0.0f);
    if (ImGui::Button("Save", button)) {
        answer = Answer::save;
    }
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere(-1); // Return saves
    }
    tooltip(where_saved(document).c_str());
    ImGui::SameLine();
    if (ImGui::Button("Don't save", button)) {
        answer = Answer::drop;
    }
    ImGui::SameLine();
    if (ImGui::Button("Cancel", button)) {
        answer = Answer::cancel;
    }
    return answer;
}

} // namespace

std::string where_saved(const Document &document) {
    const std::string file = document.session_file.filename().string();
    return "As Ctrl+S: into " + (file.empty() ? "the next numbered file." : file + ".");
}

void when_saved(ViewerState &state, std::function<void()> next) {
    Document &document = state.document;
    if (document.loaded) {
        document.history.settle_edits(document.scene);
    }
    if (!document.loaded || !document.history.has_unsaved_edits()) {
        next();
        return;
    }
    state.dialogs.changes = {std::move(next), true};
}

void show_changes_window(ViewerState &state) {
    ChangesQuestion &question = state.dialogs.changes;
    if (!question.next) {
        return;
    }
    if (std::exchange(question.opens, false)) {
        ImGui::OpenPopup(changes_id);
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    Answer answer = Answer::cancel; // Esc has closed it
    if (ImGui::BeginPopupModal(changes_id, nullptr,
                               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::Text("What you did to %s is in no session file yet.",
                    state.document.volume().header().shown_name().c_str());
        ImGui::Spacing();
        answer = show_answers(state.document);
        if (answer != Answer::none) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
    if (answer == Answer::none) {
        return;
    }
    const std::function<void()> next = std::exchange(question.next, nullptr);
    if (answer == Answer::save) {
        execute(state, Command::save_session);
        if (state.document.history.has_unsaved_edits()) { // it could not be written
            return;
        }
    }
    if (answer != Answer::cancel) {
        next();
    }
}

} // namespace voxmarch
