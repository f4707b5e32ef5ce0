// Moves the parts of a figure to their places so that none covers another.
#pragma once

#include "scene/figure/figure.h"

#include <functional>

namespace voxmarch {

/// A rectangle of the picture, pixels, y down.
struct FigureBox {
    glm::dvec2 low{0.0}, high{0.0};
};

/// Shapes that are moved as one; they lie between (0, 0) and the size.
struct FigureBlock {
    Figure shapes; ///< none: there is nothing to show
    glm::dvec2 size{0.0};
};

/// Something that is to lie over a picture.
struct FigurePart {
    std::string name;  ///< for messages: "the scale bar"
    int rank = 0;      ///< where there is no room for all, parts of high ranks are left out first
    FigureBox area;    ///< the part of the picture in which it lies
    double margin;     ///< from the area's border, heights of a text
    glm::dvec2 anchor; ///< its place there: (0, 0) is the upper left corner, (1, 1) the lower right one

    /// @param height   of a text, pixels  @param attempt  0: as it should be; 1 and more: smaller
    /// @return empty: it gets no smaller
    std::function<std::optional<FigureBlock>(double height, int attempt)> make{};

    double aside = 0.0; ///< how far it may give way to narrow parts at a side, heights of a text
};

/// Where a part lies.
struct PlacedPart {
    std::string name;
    FigureBox box;
};

struct FigureLayout {
    Figure figure;
    std::vector<PlacedPart> placed;
    std::vector<std::string> left_out; ///< names of parts that there was no room for, each once
    double text_height = 0.0;          ///< pixels
};

/// Parts go to their places one after the other; one that would cover another moves up or down, away from the border,
/// or aside, as far as it may. One that would have to move far gets smaller first. Where there is no room for all, all
/// texts get smaller, down to 7 pixels; where that is not enough, parts are left out.
/// @param text_height  that is wanted, pixels
FigureLayout lay_out(const std::vector<FigurePart> &parts, double text_height);

/// "the caption and the orientation cube": of what was left out; "": nothing was.
std::string left_out_text(const FigureLayout &layout);

} // namespace voxmarch
