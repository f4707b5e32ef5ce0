// Two settings side by side with a line between them.
#include "app/viewer/panels/compare.h"

#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/shown_picture.h"
#include "app/viewer/window/theme.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// The settings of one side that comparisons are most often about.
void show_side(const char *name, RenderSettings &settings, std::optional<SamplingBackend> backend) {
    ImGui::PushID(name);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_colors().accent), "%s", name);
    label("Colours are of", "What the transfer function is applied to: see Appearance.");
    choose("##classification", settings.classification);
    label("Empty space", "How empty space is skipped: changes the time, not the picture. See Speed.");
    choose_traversal(settings, backend);
    label("Sample distance", "In voxels: see Quality.");
    slider("##step", settings.step, 0.05, 4.0, "%.2f voxels", ImGuiSliderFlags_Logarithmic);
    ImGui::PopID();
}

/// Which device draws B.
void show_device(Comparison &compare, const RenderStatus &status) {
    const std::vector<std::string> &devices = status.devices;
    const DisabledFor missing(brick_limit(status.bricks, "Comparisons of two devices", false));
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
            if (index != status.device_index && ImGui::Selectable(name(index).c_str(), index == compare.device)) {
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

void Comparison::toggle(const Scene &scene) {
    open = !open;
    reveals = open ? 2 : 0; // the panel knows its new length a frame later
    if (open) {
        other = scene;
        device = -1;
    }
}

Scene other_of(const Comparison &compare, const Scene &scene) {
    Scene other = compare.other;
    other.camera = scene.camera;
    other.width = scene.width;
    other.height = scene.height;
    return other;
}

std::string comparison_text(const Comparison &compare, const Scene &scene, const Frame &shown,
                            const RenderStatus &status) {
    const bool one_device = compare.device < 0 || compare.device == status.device_index;
    const std::string text = race_text(shown.race, one_device && edit_of(scene) == edit_of(compare.other));
    return text.empty() ? "Measuring ..." : text;
}

void show_compare_section(Comparison &compare, Document &document, ShownPicture &shown, const RenderStatus &status) {
    Scene &scene = document.scene;
    ImGui::SetNextItemOpen(compare.open);
    const bool open = ImGui::CollapsingHeader("Compare (A/B)");
    if (open != compare.open) {
        compare.toggle(scene);
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
    show_side("A (left)", scene.settings, status.backend);
    show_side("B (right)", compare.other.settings, compare.device < 0 ? status.backend : std::nullopt);
    show_device(compare, status);
    if (ImGui::Button("B = A")) {
        compare.other = scene;
    }
    tooltip("Keeps the present settings and transfer function as B.");
    ImGui::SameLine();
    if (ImGui::Button("Swap A and B")) {
        compare.other = std::exchange(scene, other_of(compare, scene));
    }
    if (ImGui::Checkbox("Difference on the right", &compare.difference)) {
        shown.show_other(compare.difference);
    }
    tooltip("Right of the line: where A and B differ, 16 times as strong.");
    const bool full = !shown.outdated; // both pictures are there in full
    const bool measures = full && shown.has_other;
    ImGui::TextWrapped("%s", measures ? comparison_text(compare, scene, shown.frame, status).c_str() : "Refining ...");
    tooltip(fmt::format("Time that each picture of {} x {} pixels took on its device at full quality, without the way "
                        "back to the window: both are drawn in turns, up to eight times each, and the median of the "
                        "faster two thirds counts. One side wins if that is shorter by more than the times of both "
                        "vary.",
                        scene.width, scene.height)
                .c_str());
    if (full && shown.difference) {
        const ImageDifference &difference = *shown.difference;
        ImGui::TextWrapped("%s", difference.largest == 0
                                     ? "The pictures are equal, bit for bit."
                                     : fmt::format("{} pixels differ, by at most {} of 255, on average {:.3f}.",
                                                   count_text(double(difference.pixels_above)), difference.largest,
                                                   difference.mean)
                                           .c_str());
    }
    ImGui::PopID();
}

} // namespace voxmarch
