// How sessions keep what is drawn over pictures.
#include "scene/figure/figure_choice.h"

#include <nlohmann/json.hpp>

namespace voxmarch {

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
    validate(choice);
    return choice;
}

} // namespace voxmarch
