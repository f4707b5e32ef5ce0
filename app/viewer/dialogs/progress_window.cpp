// Work that the user waits for, and the question before the program ends while it goes on.
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <imgui.h>
#include <optional>
#include <string>

namespace voxmarch {

namespace {

/// Work in the background that the user waits for.
struct Work {
    std::string text;
    double share; ///< 0 .. 1
    std::function<void()> cancel;
};

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
    if (!work) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y * 0.82f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(scaled(420.0f), 0.0f));
    if (ImGui::Begin("progress", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing)) {
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

/// "An animation", "A mesh", "A picture": what would be lost if the program ended now; "" if nothing.
std::string what_is_written(const ViewerState &state) {
    const Saving &save = state.tools.save;
    return save.animation.running        ? "An animation"
           : state.jobs.exporter.busy()  ? "A mesh"
           : state.jobs.skeletons.busy() ? "A skeleton"
           : !save.under_way.empty()     ? "A picture"
                                         : "";
}

} // namespace

void quit(ViewerState &state) {
    Dialogs &dialogs = state.dialogs;
    dialogs.asks_to_quit = !what_is_written(state).empty();
    if (!dialogs.asks_to_quit) {
        when_saved(state, [&dialogs] { dialogs.quit = true; });
    }
}

void show_quit_window(ViewerState &state) {
    const std::string written = what_is_written(state);
    Dialogs &dialogs = state.dialogs;
    if (dialogs.asks_to_quit && written.empty()) {
        quit(state);
    }
    if (!dialogs.asks_to_quit) {
        return;
    }
    center_next_window();
    ImGui::SetNextWindowFocus();
    if (ImGui::Begin("Quit voxmarch", &dialogs.asks_to_quit,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::Text("%s is being written.", written.c_str());
        const ImVec2 button(scaled(140.0f), 0.0f);
        if (ImGui::Button("Quit", button)) {
            dialogs.asks_to_quit = false;
            when_saved(state, [&dialogs] { dialogs.quit = true; });
        }
        ImGui::SameLine();
        if (ImGui::Button("Keep writing", button)) {
            dialogs.asks_to_quit = false;
        }
    }
    ImGui::End();
}

} // namespace voxmarch
