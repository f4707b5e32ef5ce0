// The parts of a figure, each of which adds its shapes.
#pragma once

#include "scene/figure/figure.h"

namespace voxmarch {

constexpr std::size_t longest_text = 1000; ///< bytes of a line

/// What all parts have in common.
struct FigureFrame {
    const Scene &scene;
    const FigureFacts &facts;
    double text_height; ///< pixels
    glm::dvec4 color;   ///< of texts and lines
    double margin;      ///< pixels from the picture's border

    glm::dvec2 size() const { return {scene.width, scene.height}; }

    /// Lines of a text from `at` on downwards, or upwards where the anchor is below the middle; what is not UTF-8, as
    /// names of files may be, becomes a blank.
    void add_lines(Figure &figure, const std::string &text, glm::dvec2 at, glm::dvec2 anchor) const;

    /// Pixels that a corner's text takes from the border on, with the gap behind it.
    double corner_height(std::size_t corner) const;
};

FigureFrame frame_of(const Scene &scene, const FigureFacts &facts);

/// "1200", "0.0125": as many digits as a reader needs.
std::string figure_number(double value);

/// Values in the file's units that the first channel's function runs over.
ValueRange shown_values(const FigureFacts &facts);

/// The text with its fields filled in; what is no field stays as it is.
std::string filled_text(const std::string &text, const Scene &scene, const FigureFacts &facts);

void add_scale_bar(Figure &figure, const FigureFrame &frame);
void add_legend(Figure &figure, const FigureFrame &frame);
void add_orientation_cube(Figure &figure, const FigureFrame &frame);
void add_texts(Figure &figure, const FigureFrame &frame);
void add_annotations(Figure &figure, const FigureFrame &frame);

} // namespace voxmarch
