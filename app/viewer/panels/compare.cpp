// Two settings side by side with a line between them.
#include "app/viewer/panels/compare.h"

#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/channels.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
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

/// Two panes, or one with a line.
void show_layout(Comparison &compare) {
    label("Shown as", "Side by side: two panes of one camera; what turns one turns the other. Behind a line: one pane, "
                      "with a line that is dragged. Key Shift+V.");
    choose("##layout", compare.beside, {{true, "side by side"}, {false, "behind a line"}});
}

/// Which volume is at a side, and whose values they are.
void show_volume_of(Document &document, TransferEditor &editor, const char *side, std::size_t &place,
                    std::size_t other) {
    ImGui::PushID(side);
    const bool edited = document.channel() == place;
    if (ImGui::RadioButton(side, edited) && !edited) {
        edit_function_of(document, editor, place);
    }
    tooltip("Chooses whose transfer function the panels edit.");
    ImGui::SameLine();
    const Volume &volume = channel_of(*document.loaded, place);
    const std::string values =
        fmt::format("{} .. {}{}", value_text(volume.range().min, volume.type()),
                    value_text(volume.range().max, volume.type()), value_unit_of(document, place));
    const std::string &name = volume.header().shown_name();
    if (document.channels() > 2) {
        std::vector<std::pair<std::size_t, const char *>> choices;
        for (std::size_t i = 0; i < document.channels(); ++i) {
            if (i != other) {
                choices.emplace_back(i, channel_of(*document.loaded, i).header().name.c_str());
            }
        }
        ImGui::SetNextItemWidth(-1.0f);
        if (choose("##volume", place, choices) && edited) {
            edit_function_of(document, editor, place);
        }
    } else {
        ImGui::TextUnformatted(shortened(name, ImGui::GetContentRegionAvail().x).c_str());
        tooltip(name.c_str());
    }
    ImGui::Indent();
    hint("values " + values);
    ImGui::Unindent();
    ImGui::PopID();
}

} // namespace

void show_compared_volumes(ViewerState &state) {
    Document &document = state.document;
    Comparison &compare = state.tools.compare;
    TransferEditor &editor = state.tools.transfer;
    VolumePair &pair = *compare.volumes;
    ImGui::PushID("compared");
    hint("The panels edit the function of the one that is marked; all else is the same for both.");
    show_volume_of(document, editor, "A (left)", pair.a, pair.b);
    show_volume_of(document, editor, "B (right)", pair.b, pair.a);
    if (value_unit_of(document, pair.a) != value_unit_of(document, pair.b)) {
        hint("Their values have other units: equal colours do not mean equal values.");
    }
    show_layout(compare);
    if (ImGui::Button("Same function for both")) {
        const std::size_t unedited = document.channel() == pair.a ? pair.b : pair.a;
        document.transfer_of(unedited) = document.transfer();
    }
    tooltip("The other one gets the function of the one that is marked, value for value.");
    beside("Swap");
    if (ImGui::Button("Swap")) {
        std::swap(pair.a, pair.b);
    }
    tooltip("Left becomes right.");
    if (ImGui::Button("End the comparison")) {
        close_comparison(state);
    }
    tooltip(compare.added ? "Closes the volume that was opened for it, and shows what was shown before (V)."
                          : "Shows all volumes together again (V).");
    ImGui::PopID();
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
    if (open && !compare.open) {
        compare.begin(document);
    } else if (compare.open && !open) {
        compare.open = false;
    }
    if (!open) {
        return;
    }
    if (compare.reveals > 0) {
        --compare.reveals;
        ImGui::SetScrollHereY(0.0f);
    }
    ImGui::PushID("compare");
    hint("A is what all panels edit; B keeps what was set when the comparison began.");
    show_layout(compare);
    show_side("A (left)", scene.settings, status.backend);
    show_side("B (right)", compare.other.settings, compare.device < 0 ? status.backend : std::nullopt);
    show_device(compare, status);
    if (ImGui::Button("B = A")) {
        compare.other = scene;
    }
    tooltip("Keeps the present settings and transfer function as B.");
    beside("Swap A and B");
    if (ImGui::Button("Swap A and B")) {
        compare.other = std::exchange(scene, side_of(compare, scene, Side::b));
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
