// A/B: two settings side by side with a line between them.
#include "app/viewer/panels.h"
#include "app/viewer/theme.h"
#include "app/viewer/widgets.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// The settings of one side that comparisons are most often about.
void show_side(const char *name, RenderSettings &settings) {
    ImGui::PushID(name);
    label(name, "Where the transfer function is applied; then how empty space is skipped; then the step.");
    const float width = (ImGui::GetContentRegionAvail().x - scaled(2.0f) * ImGui::GetStyle().ItemSpacing.x) / 3.0f;
    ImGui::SetNextItemWidth(width);
    choose("##classification", settings.classification,
           {{Classification::post, "after"},
            {Classification::pre, "before"},
            {Classification::preintegrated, "integrated"}});
    tooltip("Classification: after, before, or integrated between samples.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    if (ImGui::BeginCombo("##traversal", std::string(name_of(settings.traversal)).c_str())) {
        for (const TraversalInfo &info : traversals()) {
            if (ImGui::Selectable(std::string(info.name).c_str(), info.traversal == settings.traversal)) {
                settings.traversal = info.traversal;
                settings.loops.reset();
            }
        }
        ImGui::EndCombo();
    }
    tooltip("How empty space is skipped.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1.0f);
    slider("##step", settings.step, 0.05, 4.0, "%.2f vox", ImGuiSliderFlags_Logarithmic);
    tooltip("Distance of samples, voxels.");
    ImGui::PopID();
}

} // namespace

void show_compare_section(ViewerState &state) {
    CompareState &compare = state.compare;
    ImGui::SetNextItemOpen(compare.open);
    const bool open = ImGui::CollapsingHeader("Compare (A/B)");
    if (open != compare.open) {
        execute(state, Command::toggle_compare);
    }
    if (!open) {
        return;
    }
    ImGui::PushID("compare");
    hint("A is what all panels edit; B keeps what was set when the comparison began. Drag the line in the view.");
    show_side("A", state.scene.settings);
    show_side("B", compare.other.settings);
    if (ImGui::Button("B = A")) {
        compare.other = state.scene;
    }
    tooltip("Keeps the present settings and transfer function as B.");
    ImGui::SameLine();
    if (ImGui::Button("Swap A and B")) {
        Scene next = compare.other;
        next.camera = state.scene.camera;
        next.width = state.scene.width;
        next.height = state.scene.height;
        compare.other = std::exchange(state.scene, std::move(next));
    }
    ImGui::Text("A: %s    B: %s", time_text(state.shown.statistics.frame_ms).c_str(),
                time_text(state.shown.other_statistics.frame_ms).c_str());
    tooltip("Time of the ray casting kernel of each picture.");
    if (compare.is_measured) {
        ImGui::TextWrapped("%s", compare.measured.largest == 0
                                     ? "The pictures are equal, bit for bit."
                                     : fmt::format("{} pixels differ, by at most {} of 255, on average {:.3f}.",
                                                   count_text(double(compare.measured.pixels_above)),
                                                   compare.measured.largest, compare.measured.mean)
                                           .c_str());
    }
    ImGui::PopID();
}

} // namespace voxmarch
