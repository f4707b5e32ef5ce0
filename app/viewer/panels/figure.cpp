// What lies over the 3D view and over saved pictures: scale bar, legend, cube, texts.
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "scene/figure/figure_painter.h"
#include "scene/scene.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/glm.hpp>
#include <imgui_stdlib.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// One of nine places or where the part usually lies, and below, once one is chosen, its shares of the picture.
void show_place(const char *name, const char *usual, std::optional<glm::dvec2> &place) {
    label(name, "Where it lies. Parts give way to others there.");
    ImGui::PushID(name);
    std::vector<std::pair<std::optional<glm::dvec2>, const char *>> choices{{std::nullopt, usual}};
    for (const std::string &word : place_names()) {
        choices.emplace_back(place_of_word(word), word.c_str());
    }
    if (std::ranges::find(choices, place, [](const auto &choice) { return choice.first; }) == choices.end()) {
        choices.emplace_back(place, "elsewhere");
    }
    choose("##place", place, choices);
    if (place) {
        label("across, down", "Shares of the width and the height of the picture, from its upper left corner.");
        constexpr double none = 0.0, all = 1.0;
        ImGui::DragScalarN("##shares", ImGuiDataType_Double, &place->x, 2, 0.005f, &none, &all, "%.2f",
                           ImGuiSliderFlags_AlwaysClamp);
    }
    ImGui::PopID();
}

void show_places(FigureChoice &choice) {
    if (choice.scale_bar) {
        show_place("Bar at", "lower right", choice.places.scale_bar);
    }
    if (choice.legend) {
        show_place("Legend at", "right", choice.places.legend);
    }
    if (choice.orientation) {
        show_place("Cube at", "lower left", choice.places.orientation);
    }
    if (!choice.caption.empty()) {
        show_place("Caption at", "below, in the middle", choice.places.caption);
    }
}

enum class TextSize { automatic, pixels, millimeters };

/// @param size  of the picture, pixels
void show_text_height(FigureChoice &choice, glm::dvec2 size) {
    label("Text height", "Bars, cubes and legends go with it.");
    TextSize unit = choice.text_millimeters > 0.0 ? TextSize::millimeters
                    : choice.text_height > 0.0    ? TextSize::pixels
                                                  : TextSize::automatic;
    if (choose("##unit", unit,
               {{TextSize::automatic, "by the size of the picture"},
                {TextSize::pixels, "pixels"},
                {TextSize::millimeters, "mm in print"}})) { // it stays as high as it is
        const double pixels = wanted_text_height(choice, size);
        const double millimeters = pixels / choice.dpi.value_or(usual_dpi) * millimeters_an_inch;
        choice.text_height = unit == TextSize::pixels ? std::clamp(std::round(pixels), 4.0, 500.0) : 0.0;
        choice.text_millimeters = unit == TextSize::millimeters ? std::clamp(millimeters, 0.5, 100.0) : 0.0;
    }
    if (unit == TextSize::pixels) {
        label("pixels", "Of the picture, 4 to 500.");
        slider("##height", choice.text_height, 4.0, 500.0, "%.0f", ImGuiSliderFlags_Logarithmic);
    } else if (unit == TextSize::millimeters) {
        label("mm", "In print, 0.5 to 100; 8 points are 2.8 mm.");
        slider("##millimeters", choice.text_millimeters, 0.5, 100.0, "%.1f", ImGuiSliderFlags_Logarithmic);
    }
}

/// A setting that may be none. @param first  its value when it is switched on
template <typename T>
void show_optional(const char *name, const std::string &help, std::optional<T> &value, const T &first) {
    bool there = value.has_value();
    if (ImGui::Checkbox(name, &there)) {
        value = there ? std::optional(first) : std::nullopt;
    }
    tooltip(help.c_str());
}

} // namespace

void show_figure_section(Scene &scene) {
    FigureChoice &choice = scene.figure;
    ImGui::PushID("figure");
    show_check("Scale bar", "A bar of a round length, at the depth of the volume's middle.", choice.scale_bar);
    beside("Legend");
    show_check("Legend", "Which colour means what: the transfer function, or isosurfaces, channels, labels.",
               choice.legend);
    beside("Cube");
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
    show_places(choice);
    show_text_height(choice, {scene.width, scene.height});
    show_optional("Pixels an inch",
                  fmt::format("Saved pictures tell it, and page layouts print them in that size. Off: they tell none, "
                              "and mm are of {:g}.",
                              usual_dpi),
                  choice.dpi, 300.0);
    if (choice.dpi) {
        label("an inch", "10 to 2400; print wants 300.");
        slider("##dpi", *choice.dpi, 10.0, 2400.0, "%.0f", ImGuiSliderFlags_Logarithmic);
    }
    show_optional("Own colour of texts", "Off: black or white, as the background asks for.", choice.color,
                  glm::vec3(1.0f, 0.8f, 0.2f));
    if (choice.color) {
        label("Colour", "Of texts and lines.");
        ImGui::ColorEdit3("##color", &choice.color->x);
    }
    if (!can_paint_figures() && choice.any()) {
        hint("This build lacks Cairo: saved pictures go without.");
    }
    ImGui::PopID();
}

} // namespace voxmarch
