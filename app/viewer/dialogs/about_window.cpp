// The window "About voxmarch": what runs here, on what, and where to read more.
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/theme.h"

#include <SDL.h>
#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <string_view>

namespace voxmarch {

namespace {

/// docs/viewer.md beside the program as it is installed, or in the sources that it was built of; "" if it is nowhere.
std::filesystem::path find_manual() {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    for (std::filesystem::path folder = program.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        for (const char *docs : {"share/doc/voxmarch/docs/viewer.md", "docs/viewer.md"}) {
            if (std::filesystem::is_regular_file(folder / docs, ignored)) {
                return folder / docs;
            }
        }
    }
    return {};
}

const std::filesystem::path &manual_page() {
    static const std::filesystem::path page = find_manual();
    return page;
}

/// What a report of a problem should tell, line by line.
std::vector<std::pair<std::string, std::string>> about_lines(const RenderStatus &status) {
    const std::string_view commit = VOXMARCH_COMMIT;
    std::vector<std::pair<std::string, std::string>> lines{{"Version", VOXMARCH_VERSION}};
    if (commit != "unknown") {
        lines.emplace_back("Commit", commit);
    }
    for (const std::string &driver : status.drivers) {
        lines.emplace_back("Device", driver);
    }
    if (status.drivers.empty()) {
        lines.emplace_back("Device", status.error.empty() ? "opening ..." : status.error);
    }
    lines.emplace_back("Licence", "BSD 3-Clause; see the file LICENSE");
    lines.emplace_back("Manual", "README.md and docs/viewer.md; voxmarch --help");
    return lines;
}

} // namespace

std::string why_no_manual() {
    return manual_page().empty() ? "The manual is not installed here: voxmarch --help tells of all commands." : "";
}

void open_manual(ViewerState &state) {
    const std::string page = manual_page().string();
    if (SDL_OpenURL(("file://" + page).c_str()) != 0) {
        state.notices.add(fmt::format("the desktop opens no files; the manual is {}", page), true);
    }
}

void show_about_window(ViewerState &state) {
    bool &open = state.dialogs.about;
    if (!open) {
        return;
    }
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(520.0f), ImGui::GetIO().DisplaySize.x * 0.95f), 0.0f));
    if (ImGui::Begin("About voxmarch", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextWrapped("voxmarch draws volumes by ray casting and isosurfaces by Marching Cubes, through OpenCL.");
        const auto lines = about_lines(state.jobs.status);
        if (ImGui::BeginTable("about", 2)) {
            ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, scaled(80.0f));
            ImGui::TableSetupColumn("what");
            for (const auto &[name, text] : lines) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextDisabled("%s", name.c_str());
                ImGui::TableNextColumn();
                ImGui::TextWrapped("%s", text.c_str());
            }
            ImGui::EndTable();
        }
        if (ImGui::Button("Copy")) {
            std::string all = "voxmarch\n";
            for (const auto &[name, text] : lines) {
                all += fmt::format("{}: {}\n", name, text);
            }
            ImGui::SetClipboardText(all.c_str());
        }
        tooltip("All of this into the clipboard, for a report of a problem.");
        ImGui::SameLine();
        const DisabledFor missing(why_no_manual());
        if (ImGui::Button("Open the manual")) {
            open_manual(state);
        }
        tooltip(manual_page().c_str());
    }
    ImGui::End();
}

} // namespace voxmarch
