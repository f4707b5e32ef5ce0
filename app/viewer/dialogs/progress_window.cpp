// Work that the user waits for, and the question before it ends with the volume or the program.
#include "app/viewer/dialogs/written_question.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/dock.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/status_bar.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <imgui.h>
#include <imgui_internal.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace voxmarch {

namespace {

/// Work in the background that the user waits for.
struct Work {
    std::string text;
    double share; ///< 0 .. 1
    std::function<void()> cancel;
    bool shown = true; ///< so short a time that nobody waits: not yet
};

constexpr double shown_after = 0.4; // seconds, of pictures

std::optional<Work> work_of(ViewerState &state) {
    if (state.jobs.loader.busy()) {
        return Work{"Reading " + state.jobs.loader.name(), state.jobs.loader.share(), [&state] {
                        state.jobs.loader.cancel();
                        state.notices.add("loading was cancelled");
                    }};
    }
    if (state.jobs.exporter.busy()) {
        return Work{"Extracting " + state.jobs.exporter.name(), state.jobs.exporter.share(), [&state] {
                        state.jobs.exporter.cancel();
                        state.notices.add("no mesh was written");
                    }};
    }
    if (state.jobs.skeletons.busy()) {
        return Work{"Thinning to " + state.jobs.skeletons.name(), state.jobs.skeletons.share(), [&state] {
                        state.jobs.skeletons.cancel();
                        state.notices.add("no skeleton was written");
                    }};
    }
    Animation &animation = state.tools.save.animation;
    if (animation.running) {
        return Work{
            fmt::format("Drawing picture {} of {}", std::min(animation.done + 1, animation.total), animation.total),
            double(animation.done) / animation.total, [&animation] { animation.cancelled = true; }};
    }
    for (const std::shared_ptr<KeptPicture> &picture : state.tools.save.pictures) {
        if (!picture->cancelled) {
            return Work{picture->text, picture->share, [picture] { picture->cancelled = true; },
                        seconds_now() - picture->begun > shown_after};
        }
    }
    return {};
}

} // namespace

bool cancel_work(ViewerState &state) {
    const std::optional<Work> work = work_of(state);
    if (work) {
        work->cancel();
    }
    return work.has_value();
}

void show_progress_window(ViewerState &state) {
    const std::optional<Work> work = work_of(state);
    if (!work || !work->shown) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float docks = status_bar_height() + time_line_height(state); // which it leaves in sight
    const float low = std::min(size.y * 0.86f, size.y - docks - scaled(10.0f));
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, low), ImGuiCond_Always, ImVec2(0.5f, 1.0f));
    ImGui::SetNextWindowSize(ImVec2(scaled(420.0f), 0.0f));
    if (ImGui::Begin("progress", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing)) {
        if (!ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
            ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow()); // before the window that began it
        }
        ImGui::TextWrapped("%s", work->text.c_str());
        ImGui::ProgressBar(static_cast<float>(work->share), ImVec2(-scaled(90.0f), 0.0f));
        ImGui::SameLine();
        if (ImGui::Button("Cancel", ImVec2(-1.0f, 0.0f))) {
            work->cancel();
        }
    }
    ImGui::End();
}

namespace {

/// "An animation", "A mesh", "A picture": what would be lost; "" if nothing.
std::string what_is_written(const ViewerState &state, Ends ends) {
    const Saving &save = state.tools.save;
    const bool quits = ends == Ends::program;
    return save.animation.running                 ? "An animation"
           : quits && state.jobs.exporter.busy()  ? "A mesh"
           : quits && state.jobs.skeletons.busy() ? "A skeleton"
           : !save.pictures.empty()               ? "A picture"
                                                  : "";
}

} // namespace

void when_written(ViewerState &state, Ends ends, std::function<void()> next) {
    if (what_is_written(state, ends).empty()) {
        next();
        return;
    }
    state.dialogs.written = {ends, std::move(next), true};
}

void quit(ViewerState &state) {
    when_written(state, Ends::program, [&state] { when_saved(state, [&state] { state.dialogs.quit = true; }); });
}

void show_written_window(ViewerState &state) {
    WrittenQuestion &question = state.dialogs.written;
    if (!question.next) {
        return;
    }
    const std::string written = what_is_written(state, question.ends);
    const bool quits = question.ends == Ends::program;
    const char *title = quits ? "Quit voxmarch" : "Still being written";
    if (std::exchange(question.opens, false)) {
        ImGui::OpenPopup(title);
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    bool stays = false, goes_on = written.empty(); // it has been written meanwhile
    if (ImGui::BeginPopupModal(title, nullptr,
                               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::Text("%s is being written.", written.c_str());
        ImGui::Spacing();
        const ImVec2 button(scaled(140.0f), 0.0f);
        goes_on = ImGui::Button(quits ? "Quit" : "Do not write it", button) || goes_on;
        ImGui::SameLine();
        stays = !ImGui::Button("Keep writing", button) && !goes_on;
        if (ImGui::IsWindowAppearing()) {
            ImGui::SetKeyboardFocusHere(-1); // Return loses nothing
        }
        if (!stays) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
    if (goes_on || !stays) {
        const std::function<void()> next = std::exchange(question.next, nullptr);
        if (goes_on) {
            next();
        }
    }
}

} // namespace voxmarch
