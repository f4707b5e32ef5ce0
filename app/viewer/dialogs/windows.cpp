// Windows above the view: help, welcome, progress, notices.
#include "app/viewer/panels/panels.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

void center_next_window(ImGuiCond when = ImGuiCond_Appearing) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), when, ImVec2(0.5f, 0.5f));
}

class HelpTable {
public:
    void row(const char *group, const char *name, const char *what) {
        if (group_ != group) {
            end();
            group_ = group;
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(accent_color), "%s", group);
            open_ = ImGui::BeginTable(group, 2);
            if (open_) {
                ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, scaled(210.0f));
                ImGui::TableSetupColumn("what");
            }
        }
        if (open_) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(name);
            ImGui::TableNextColumn();
            ImGui::TextWrapped("%s", what);
        }
    }
    void end() {
        if (open_) {
            ImGui::EndTable();
            ImGui::Spacing();
        }
        open_ = false;
    }

private:
    std::string_view group_;
    bool open_ = false;
};

} // namespace

bool section(ViewerState &state, const char *name, bool open_first) {
    const auto known = state.store.sections.emplace(name, open_first).first;
    ImGui::SetNextItemOpen(known->second, ImGuiCond_Once);
    known->second = ImGui::CollapsingHeader(name);
    return known->second;
}

void show_help_window(ViewerState &state) {
    if (!state.help) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(720.0f), size.x * 0.95f), size.y * 0.85f), ImGuiCond_Appearing);
    if (ImGui::Begin("Keys and mouse", &state.help, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        HelpTable table;
        for (const MouseBinding &binding : mouse_bindings()) {
            table.row(binding.group, binding.name, binding.what);
        }
        for (const KeyBinding &binding : key_bindings()) {
            table.row(binding.group, binding.name, binding.what);
        }
        table.end();
    }
    ImGui::End();
}

void show_welcome_window(ViewerState &state) {
    if (state.welcome_closed || state.file_dialog.open) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x - scaled(24.0f), ImGui::GetFrameHeight() + scaled(24.0f)), ImGuiCond_Always,
                            ImVec2(1.0f, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(scaled(360.0f), 0.0f));
    bool open = true;
    if (ImGui::Begin("Welcome to voxmarch", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::TextWrapped("%sDrop a file or a folder of slices on the window, or:",
                           state.loaded ? "This is a demo volume. " : "");
        if (ImGui::Button("Open a volume ...", ImVec2(-1.0f, 0.0f))) {
            execute(state, Command::open);
        }
        if (ImGui::Button("Show keys and mouse", ImVec2(-1.0f, 0.0f))) {
            execute(state, Command::help);
        }
        const std::vector<std::string> recent = state.store.recent;
        if (!recent.empty()) {
            ImGui::Separator();
            hint("Recent:");
        }
        for (std::size_t i = 0; i < std::min<std::size_t>(recent.size(), 5); ++i) {
            if (ImGui::Selectable(recent[i].c_str())) {
                state.open(recent[i]);
            }
        }
        ImGui::Separator();
        hint("Left drag turns, wheel zooms, middle drag moves, Tab flies, P saves a picture.");
    }
    ImGui::End();
    state.welcome_closed = state.welcome_closed || !open;
}

namespace {

/// Work in the background that the user waits for.
struct Work {
    std::string text;
    double share; ///< 0 .. 1
    std::function<void()> cancel;
};

std::optional<Work> work_of(ViewerState &state) {
    if (state.loader.busy()) {
        return Work{"Reading " + state.loader.name(), state.loader.share(), [&state] {
                        state.loader.cancel();
                        state.notify("loading was cancelled");
                    }};
    }
    if (state.exporter.busy()) {
        return Work{"Extracting " + state.exporter.name(), state.exporter.share(), [&state] {
                        state.exporter.cancel();
                        state.notify("no mesh was written");
                    }};
    }
    AnimationState &animation = state.save.animation;
    if (animation.running) {
        return Work{fmt::format("Drawing picture {} of {}", animation.done + 1, animation.frames),
                    double(animation.done) / animation.frames, [&animation] { animation.cancelled = true; }};
    }
    return {};
}

} // namespace

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

std::string what_is_written(const ViewerState &state) {
    return state.save.animation.running    ? "An animation"
           : state.exporter.busy()         ? "A mesh"
           : !state.save.under_way.empty() ? "A picture"
                                           : "";
}

void show_quit_window(ViewerState &state) {
    const std::string written = what_is_written(state);
    state.quit = state.quit || (state.asks_to_quit && written.empty());
    if (!state.asks_to_quit || written.empty()) {
        return;
    }
    center_next_window();
    ImGui::SetNextWindowFocus();
    if (ImGui::Begin("Quit voxmarch", &state.asks_to_quit,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::Text("%s is being written.", written.c_str());
        const ImVec2 button(scaled(140.0f), 0.0f);
        if (ImGui::Button("Quit", button)) {
            state.quit = true;
        }
        ImGui::SameLine();
        if (ImGui::Button("Keep writing", button)) {
            state.asks_to_quit = false;
        }
    }
    ImGui::End();
}

void show_notices(ViewerState &state) {
    const double now = seconds_now();
    std::erase_if(state.notices, [&](const Notice &notice) {
        const bool explains = notice.error && !state.loaded; // why there is nothing to see
        return notice.until < now && !explains;
    });
    if (state.notices.empty()) {
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
        for (const Notice &notice : state.notices) {
            ImGui::TextColored(notice.error ? ImVec4(1.0f, 0.5f, 0.45f, 1.0f) : ImVec4(0.9f, 0.92f, 0.95f, 1.0f), "%s",
                               notice.text.c_str());
        }
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

} // namespace voxmarch
