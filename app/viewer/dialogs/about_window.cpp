// The window "About voxmarch": what runs here, on what, and where to read more.
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <string_view>

namespace voxmarch {

namespace {

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
    }
    ImGui::End();
}

} // namespace voxmarch
