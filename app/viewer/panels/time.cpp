// The times of a series: play, choose one, how fast.
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/time_steps.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/window/clock.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

void show_time_section(TimePlayer &player, const Document &document, const TimeSteps &steps) {
    const TimeSeries &series = *document.loaded->series;
    ImGui::PushID("time");
    if (ImGui::Button(player.playing ? "Pause##play" : "Play##play")) {
        toggle_play(player, document, seconds_now());
    }
    tooltip("Shows one time after the other (Space).");
    ImGui::SameLine();
    if (ImGui::Button("<##back")) {
        step_time(player, document, -1);
    }
    tooltip("The time before (,).");
    ImGui::SameLine();
    if (ImGui::Button(">##on")) {
        step_time(player, document, 1);
    }
    tooltip("The next time (.).");
    ImGui::SameLine();
    ImGui::Checkbox("Loop", &player.loop);
    tooltip("After the last time comes the first again.");
    label("Time", "The step of the series that is shown.");
    const std::string text =
        "%d   " + (series.axis().at.empty() ? std::string() : time_text(series.axis(), player.wanted));
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::SliderInt("##step", &player.wanted, 0, series.count() - 1, text.c_str(), ImGuiSliderFlags_AlwaysClamp)) {
        player.playing = false;
    }
    label("Frames/s", "How many times a second are shown, as far as they can be read and drawn.");
    slider("##rate", player.rate, 0.5, 60.0, "%.1f", ImGuiSliderFlags_Logarithmic);
    hint(fmt::format("{} of {} times are in memory.", steps.kept(), series.count()));
    ImGui::PopID();
}

} // namespace voxmarch
