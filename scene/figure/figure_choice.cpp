// What choices ask for, and how sessions keep them.
#include "scene/figure/figure_choice.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

struct NamedPlace {
    const char *name;
    std::optional<glm::dvec2> FigurePlaces::*place;
};
constexpr NamedPlace named_places[] = {{"scale_bar", &FigurePlaces::scale_bar},
                                       {"legend", &FigurePlaces::legend},
                                       {"orientation", &FigurePlaces::orientation},
                                       {"caption", &FigurePlaces::caption}};

nlohmann::ordered_json places_json(const FigurePlaces &places) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const NamedPlace &one : named_places) {
        if (const std::optional<glm::dvec2> &place = places.*one.place) {
            object[one.name] = {place->x, place->y};
        }
    }
    return object;
}

bool in_range(double value, double low, double high) { return value >= low && value <= high; }

} // namespace

double wanted_text_height(const FigureChoice &choice, glm::dvec2 size) {
    if (choice.text_millimeters > 0.0) {
        return choice.text_millimeters / millimeters_an_inch * choice.dpi.value_or(usual_dpi);
    }
    if (choice.text_height > 0.0) {
        return choice.text_height;
    }
    constexpr double readable_inches = 6.0 / 72.0; // what journals ask for at least
    const double automatic = std::clamp(std::min(size.x, size.y) / 32.0, 10.0, 64.0);
    return std::max(automatic, readable_inches * choice.dpi.value_or(0.0));
}

const std::vector<std::string> &place_names() {
    static const std::vector<std::string> names = {"top-left", "top",         "top-right", "left",        "center",
                                                   "right",    "bottom-left", "bottom",    "bottom-right"};
    return names;
}

std::optional<glm::dvec2> place_of_word(const std::string &word) {
    const auto named = std::ranges::find(place_names(), word);
    if (named != place_names().end()) {
        const auto place = named - place_names().begin();
        return glm::dvec2(place % 3, place / 3) / 2.0; // NOLINT(bugprone-integer-division): column and row
    }
    const std::vector<std::string> parts = text::split(word, ',');
    if (parts.size() != 2) {
        return std::nullopt;
    }
    glm::dvec2 place(0.0);
    for (int i = 0; i < 2; ++i) {
        const std::optional<double> share = text::to_double(parts[static_cast<std::size_t>(i)]);
        if (!share || !in_range(*share, 0.0, 1.0)) {
            return std::nullopt;
        }
        place[i] = *share;
    }
    return place;
}

void validate(const FigureChoice &choice) {
    if (choice.text_height != 0.0 && !in_range(choice.text_height, 4.0, 500.0)) {
        throw UsageError(fmt::format("the height of texts is {}, it must be 4 .. 500 pixels", choice.text_height));
    }
    if (choice.text_millimeters != 0.0 && !in_range(choice.text_millimeters, 0.5, 100.0)) {
        throw UsageError(fmt::format("the height of texts is {} mm, it must be 0.5 .. 100", choice.text_millimeters));
    }
    if (choice.dpi && !in_range(*choice.dpi, 10.0, 2400.0)) {
        throw UsageError(fmt::format("pictures have {} pixels an inch, they must be 10 .. 2400", *choice.dpi));
    }
    for (const NamedPlace &one : named_places) {
        const std::optional<glm::dvec2> &place = choice.places.*one.place;
        if (place && !(in_range(place->x, 0.0, 1.0) && in_range(place->y, 0.0, 1.0))) {
            throw UsageError(fmt::format("the place of the {} has parts beyond 0 .. 1", one.name));
        }
    }
    if (choice.color && !(glm::all(glm::greaterThanEqual(*choice.color, glm::vec3(0.0f))) &&
                          glm::all(glm::lessThanEqual(*choice.color, glm::vec3(1.0f))))) {
        throw UsageError("the colour of texts has parts beyond 0 .. 1");
    }
}

nlohmann::ordered_json to_json(const FigureChoice &choice) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    const auto flag = [&](const char *name, bool value) {
        if (value) {
            object[name] = true;
        }
    };
    flag("scale_bar", choice.scale_bar);
    flag("legend", choice.legend);
    flag("orientation", choice.orientation);
    flag("annotations", choice.annotations);
    if (!choice.caption.empty()) {
        object["caption"] = choice.caption;
    }
    if (choice.corners != FigureChoice{}.corners) {
        object["corners"] = choice.corners;
    }
    if (choice.text_height != 0.0) {
        object["text_height"] = choice.text_height;
    }
    if (choice.color) {
        object["color"] = {choice.color->r, choice.color->g, choice.color->b};
    }
    if (choice.places != FigurePlaces{}) {
        object["places"] = places_json(choice.places);
    }
    if (choice.text_millimeters != 0.0) {
        object["text_millimeters"] = choice.text_millimeters;
    }
    if (choice.dpi) {
        object["dpi"] = *choice.dpi;
    }
    return object;
}

FigureChoice figure_from_json(const nlohmann::json &object) {
    FigureChoice choice;
    choice.scale_bar = object.value("scale_bar", false);
    choice.legend = object.value("legend", false);
    choice.orientation = object.value("orientation", false);
    choice.annotations = object.value("annotations", false);
    choice.caption = object.value("caption", std::string());
    choice.corners = object.value("corners", FigureChoice{}.corners);
    choice.text_height = object.value("text_height", 0.0);
    if (const auto color = object.find("color"); color != object.end()) {
        choice.color = glm::vec3(color->at(0).get<float>(), color->at(1).get<float>(), color->at(2).get<float>());
    }
    if (const auto places = object.find("places"); places != object.end()) {
        for (const NamedPlace &one : named_places) {
            if (const auto place = places->find(one.name); place != places->end()) {
                choice.places.*one.place = glm::dvec2(place->at(0).get<double>(), place->at(1).get<double>());
            }
        }
    }
    choice.text_millimeters = object.value("text_millimeters", 0.0);
    if (const auto dpi = object.find("dpi"); dpi != object.end()) {
        choice.dpi = dpi->get<double>();
    }
    validate(choice);
    return choice;
}

} // namespace voxmarch
