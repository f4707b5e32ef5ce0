// The window of a device that lets its user down: what happened, and what can be done.
#include "app/viewer/dialogs/device_window.h"

#include "app/environment.h"
#include "app/slow_call_words.h"
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/theme.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr int largest_reduction = 4;

/// A device that does not answer is left as it is, with the thread that waits for it.
void draw_anew(ViewerState &state, const std::string &device) {
    abandon_animation(state.tools.save, state.notices);
    call_watch().leave_behind();
    state.tools.compare.device = -1;
    state.jobs.draw_anew(device, state.document.loaded);
}

bool has_edits(ViewerState &state) {
    Document &document = state.document;
    if (document.loaded) {
        document.history.settle_edits(document.scene);
    }
    return document.loaded && document.history.has_unsaved_edits();
}

/// Saves the session where there is something to save, and has the program end. @param problem  for its last words
void end(ViewerState &state, const std::string &problem) {
    std::string words = problem;
    if (has_edits(state)) {
        execute(state, Command::save_session);
        if (state.document.history.has_unsaved_edits()) {
            return; // it could not be written, which a notice tells
        }
        words += fmt::format("; the session is in {}", state.document.session_file.string());
    }
    state.dialogs.device.farewell = words;
}

/// Of all devices but the one that draws, one in a row each.
void show_other_devices(ViewerState &state) {
    const RenderStatus &status = state.jobs.status;
    bool first = true;
    for (int index = 0; index < static_cast<int>(status.devices.size()); ++index) {
        if (index == status.device_index) {
            continue;
        }
        if (std::exchange(first, false)) {
            ImGui::Spacing();
            ImGui::TextUnformatted("Draw on another device, with all settings:");
        }
        if (ImGui::Button(status.devices[static_cast<std::size_t>(index)].c_str())) {
            draw_anew(state, std::to_string(index));
            return;
        }
    }
}

/// @param lost  it was lost; else it does not answer
void show_smaller(ViewerState &state, bool lost) {
    View &view = state.view;
    if (view.reduction >= largest_reduction) {
        return;
    }
    ImGui::SameLine();
    if (ImGui::Button("Smaller picture")) {
        view.reduction *= 2;
        state.notices.add("pictures have half the width and height; F5 draws them in full again");
        if (lost) {
            state.jobs.render->restart();
        } else {
            draw_anew(state, state.jobs.device);
        }
    }
    tooltip("Half the width and height: a quarter of the work and of the memory. F5 draws in full again.");
}

/// @param problem  one line
void show_end(ViewerState &state, const std::string &problem) {
    ImGui::SameLine();
    const bool saves = has_edits(state);
    if (ImGui::Button(saves ? "Save and end###end" : "End###end")) {
        end(state, problem);
    }
    tooltip(saves ? "Saves the session as Ctrl+S does, and ends the program." : "Nothing would be lost.");
}

void show_silent(ViewerState &state, const SlowCall &call) {
    const std::string problem = fmt::format("{} does not answer: {}", call.device, words_of(call));
    ImGui::TextUnformatted(problem.c_str());
    hint("It may come back: then this window goes, and all goes on. Edits are possible meanwhile.");
    ImGui::Spacing();
    if (ImGui::Button("Wait on")) {
        state.dialogs.device.next = 2.0 * call.seconds;
    }
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere(-1); // Return waits, and it asks again when the call has taken twice as long
    }
    const bool draws = state.jobs.render->working(); // else a mesh or a skeleton is made, whose end is waited for
    if (draws) {
        show_smaller(state, false);
    }
    show_end(state, problem);
    if (draws) {
        show_other_devices(state);
    }
}

void show_lost(ViewerState &state) {
    const RenderStatus &status = state.jobs.status;
    const std::string problem =
        fmt::format("{} fails: {}", status.device.empty() ? "the device" : status.device, status.failure);
    ImGui::TextUnformatted(problem.c_str());
    hint(fmt::format("All was built again {} times, in vain. No setting is lost.", RenderThread::attempts));
    ImGui::Spacing();
    if (ImGui::Button("Try again")) {
        state.jobs.render->restart();
    }
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere(-1); // Return tries
    }
    show_smaller(state, true);
    show_end(state, problem);
    show_other_devices(state);
}

} // namespace

void show_device_window(ViewerState &state) {
    const std::optional<SlowCall> call = state.jobs.slow_call; // a copy: what is pressed changes it
    double &next = state.dialogs.device.next;
    next = call ? next : 0.0;
    const bool is_silent = call && call->expired && call->seconds >= next;
    if (!is_silent && !state.jobs.status.lost) {
        return;
    }
    center_next_window();
    ImGui::SetNextWindowSizeConstraints(ImVec2(scaled(440.0f), 0.0f), ImVec2(scaled(760.0f), scaled(2000.0f)));
    if (ImGui::Begin("Device", nullptr,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::PushTextWrapPos(scaled(700.0f));
        is_silent ? show_silent(state, *call) : show_lost(state);
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

} // namespace voxmarch
