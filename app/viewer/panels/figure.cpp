// What lies over the 3D view and over saved pictures: scale bar, legend, cube, texts.
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "scene/figure/figure_painter.h"
#include "scene/scene.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

void show_text(const char *name, const char *help, std::string &text) {
    label(name, help);
    ImGui::PushID(name);
    ImGui::InputText("##text", &text);
    ImGui::PopID();
}

void show_check(const char *name, const char *help, bool &value) {
    ImGui::Checkbox(name, &value);
    tooltip(help);
}

} // namespace

void show_figure_section(Scene &scene) {
    FigureChoice &choice = scene.figure;
    ImGui::PushID("figure");
    show_check("Scale bar", "A bar of a round length, at the depth of the volume's middle.", choice.scale_bar);
    ImGui::SameLine();
    show_check("Legend", "Which colour means what: the transfer function, or isosurfaces, channels, labels.",
               choice.legend);
    ImGui::SameLine();
    show_check("Cube",
               "A cube with the sides of the patient, or the axes of the file. Click a side to look from there.",
               choice.orientation);
    show_check("Measurements in saved pictures", "Rulers, angles and regions with what they measure.",
               choice.annotations);
    show_text("Caption", "Below, in the middle. {name}, {value}, {time} and {date} are filled in.", choice.caption);
    constexpr const char *corners[] = {"Top left", "Top right", "Bottom left", "Bottom right"};
    for (std::size_t i = 0; i < choice.corners.size(); ++i) {
        show_text(corners[i], "A text in this corner. {name}, {value}, {time} and {date} are filled in.",
                  choice.corners[i]);
    }
    if (const std::string unknown = unknown_field(choice); !unknown.empty()) {
        hint(fmt::format("{} is no field: there are {{name}}, {{value}}, {{time}} and {{date}}.", unknown));
    }
    label("Text height", "Pixels; 0: by the size of the picture.");
    const bool in_print = choice.text_millimeters > 0.0;
    auto height = static_cast<float>(in_print ? wanted_text_height(choice, {0.0, 0.0}) : choice.text_height);
    if (ImGui::SliderFloat("##height", &height, 0.0f, 100.0f, height < 4.0f ? "automatic" : "%.0f pixels")) {
        choice.text_millimeters = 0.0;
        choice.text_height = height < 4.0f ? 0.0 : std::min(static_cast<double>(height), 500.0);
    }
    if (!can_paint_figures() && choice.any()) {
        hint("This build lacks Cairo: saved pictures go without.");
    }
    ImGui::PopID();
}

} // namespace voxmarch
