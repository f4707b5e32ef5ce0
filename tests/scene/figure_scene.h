// A scene whose figure tests look at, and the shapes of figures by their kind.
#pragma once

#include "renderer/views.h"
#include "scene/figure/figure.h"

#include <algorithm>
#include <string>
#include <vector>

namespace voxmarch {

/// 100 x 80 x 60 voxels of 0.5 mm, black to white from 10 to 110.
inline Scene scene_of(FigureFacts &facts) {
    facts.grid.dims = {100, 80, 60};
    facts.grid.spacing = glm::dvec3(0.5);
    facts.grid.unit = LengthUnit::millimeter;
    facts.name = "head.nrrd";
    facts.windows = {{10.0, 110.0}};
    facts.ranges = {{0.0, 200.0}};
    facts.date = "2026-11-26";
    facts.channel_names = {"channel 0"};
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {1.0, 0.5, 0.25}}};
    scene.transfer.opacities = {{0.0, 0.0}, {1.0, 1.0}};
    scene.camera = standard_view(facts.grid);
    scene.width = 640;
    scene.height = 480;
    facts.transfers = {scene.transfer};
    return scene;
}

template <typename Shape> std::vector<Shape> shapes_of(const Figure &figure) {
    std::vector<Shape> found;
    for (const FigureShape &shape : figure) {
        if (const Shape *one = std::get_if<Shape>(&shape)) {
            found.push_back(*one);
        }
    }
    return found;
}

inline std::vector<std::string> texts_of(const Figure &figure) {
    std::vector<std::string> texts;
    for (const FigureText &text : shapes_of<FigureText>(figure)) {
        texts.push_back(text.text);
    }
    return texts;
}

inline bool has_text(const Figure &figure, const std::string &text) {
    const std::vector<std::string> texts = texts_of(figure);
    return std::ranges::find(texts, text) != texts.end();
}

} // namespace voxmarch
