// A/B: two settings side by side with a line between them.
#include "app/viewer/panels/panels.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/theme.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// The settings of one side that comparisons are most often about.
void show_side(const char *name, RenderSettings &settings, std::optional<SamplingBackend> backend) {
    ImGui::PushID(name);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(accent_color), "%s", name);
    label("Classification", "Where the transfer function is applied.");
    choose("##classification", settings.classification);
    label("Space skipping", "How empty space is skipped: changes the time, not the picture.");
    choose_traversal(settings, backend);
    label("Step size", "Distance of samples, voxels.");
    slider("##step", settings.step, 0.05, 4.0, "%.2f voxels", ImGuiSliderFlags_Logarithmic);
    ImGui::PopID();
}

/// Which device draws B.
void show_device(ViewerState &state) {
    const std::vector<std::string> &devices = state.status.devices;
    CompareState &compare = state.compare;
    const bool choice = devices.size() > 1;
    label("Device of B", choice ? "B on another OpenCL device, which then holds the volume too, for as long as this "
                                  "comparison is open. Devices round differently: single bits may differ."
                                : "There is one OpenCL device here. With another one (see voxmarch devices) B could "
                                  "be drawn on it.");
    const auto name = [&](int index) {
        const bool other = index >= 0 && index < static_cast<int>(devices.size());
        return other ? devices[static_cast<std::size_t>(index)] : std::string("the same as A");
    };
    ImGui::BeginDisabled(!choice);
    if (ImGui::BeginCombo("##device", name(compare.device).c_str())) {
        for (int index = -1; index < static_cast<int>(devices.size()); ++index) {
            ImGui::PushID(index);
            if (index != state.status.device_index && ImGui::Selectable(name(index).c_str(), index == compare.device)) {
                compare.device = index;
            }
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    if (!choice) {
        tooltip("There is one OpenCL device here: B is drawn on it, too.");
    }
}

} // namespace

std::string comparison_text(const ViewerState &state) {
    const CompareState &compare = state.compare;
    const bool one_device = compare.device < 0 || compare.device == state.status.device_index;
    const std::string text =
        race_text(state.shown.race, one_device && edit_text(state.scene) == edit_text(compare.other));
    return text.empty() ? "Measuring ..." : text;
}

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
    if (compare.reveals > 0) {
        --compare.reveals;
        ImGui::SetScrollHereY(0.0f);
    }
    ImGui::PushID("compare");
    hint("A is what all panels edit; B keeps what was set when the comparison began. Drag the line in the view.");
    show_side("A (left)", state.scene.settings, state.status.backend);
    show_side("B (right)", compare.other.settings, compare.device < 0 ? state.status.backend : std::nullopt);
    show_device(state);
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
    ImGui::Checkbox("Difference on the right", &compare.difference);
    tooltip("Right of the line: where A and B differ, 16 times as strong.");
    const bool full = !state.outdated; // both pictures are there in full
    ImGui::TextWrapped("%s", full && state.other_shown ? comparison_text(state).c_str() : "Refining ...");
    tooltip(fmt::format("Time that each picture of {} x {} pixels took on its device at full quality, without the way "
                        "back to the window: both are drawn in turns, up to eight times each, and the median of the "
                        "faster two thirds counts. One side wins if that is shorter by more than the times of both "
                        "vary.",
                        state.scene.width, state.scene.height)
                .c_str());
    if (full && compare.is_measured) {
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
