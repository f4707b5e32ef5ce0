// The parts of a figure, each of which adds its shapes.
#pragma once

#include "scene/figure/figure_layout.h"

#include <optional>
#include <string>
#include <utility>

namespace voxmarch {

constexpr std::size_t longest_text = 1000; ///< bytes of a line

constexpr double figure_margin = 0.8; ///< from the picture's border, heights of a text

/// What all parts have in common.
struct FigureFrame {
    const Scene &scene;
    const FigureFacts &facts;
    double text_height; ///< pixels
    glm::dvec4 color;   ///< of texts and lines

    glm::dvec2 size() const { return {scene.width, scene.height}; }
};

FigureFrame frame_of(const Scene &scene, const FigureFacts &facts, double text_height);

/// All but annotations at their places.
FigureLayout lay_out_figure(const Scene &scene, const FigureFacts &facts);

/// See crowding_note() of scenes. @param size  of the picture
std::string crowding_note(const FigureLayout &layout, const FigureChoice &choice, glm::dvec2 size);

/// Whether lines of a text at this place begin there (0), end there (1) or have their middle there (0.5).
double alignment(glm::dvec2 anchor);

std::string corner_name(std::size_t corner); ///< "top-left"

/// Its place, shares of the width and height: (0, 0) of the top left one.
constexpr glm::dvec2 corner_place(std::size_t corner) { return {double(corner % 2), double(corner / 2)}; }

/// "1200", "0.0125": as many digits as a reader needs.
std::string figure_number(double value);

/// The same of four digits, but for whole numbers of more: "0.0125", "59951".
std::string short_number(double value);

/// Digits behind the point of numbers that stand beside each other: the largest has so many digits in all. Empty where
/// it needs an exponent.
std::optional<int> common_decimals(double largest, int digits);

/// Two numbers with as many digits behind the point each, four of the larger one: "193.4", "96.7"; "400", "40".
std::pair<std::string, std::string> alike_numbers(double first, double second);

/// " mm", " \u00b5m", " mm\u00b3": a unit as it is printed, behind a number; "": unknown.
/// @param power  1 to 3
std::string printed_unit(LengthUnit unit, int power = 1);

/// Values in the file's units that a channel's function runs over.
ValueRange shown_values(const FigureFacts &facts, std::size_t channel = 0);

/// The text with its fields filled in; what is no field stays as it is.
std::string filled_text(const std::string &text, const Scene &scene, const FigureFacts &facts);

/// @param most     width of a line, pixels; words are not cut  @param aligned  see alignment()
FigureBlock text_block(const FigureFrame &frame, const std::string &text, double most, double aligned);

/// The part with a text, whose lines are broken where they are longer than a share of its area's width, less margins.
/// It refers to scene and facts. @param size  of the text, heights of others
FigurePart with_text(FigurePart part, const Scene &scene, const FigureFacts &facts, const std::string &text,
                     double share, double size = 1.0);

/// One line as it is, of UTF-8.
FigureBlock line_block(const FigureFrame &frame, const std::string &text, double aligned);

/// A bar of this length, with it written above. @param pixels  as long
FigureBlock bar_block(const FigureFrame &frame, double length, double pixels);

FigureBlock scale_bar_block(const FigureFrame &frame);

/// @param at_left  colours lie at the left, texts behind them  @param most  pixels of its width
/// @param attempt  as for FigurePart::make
std::optional<FigureBlock> legend_block(const FigureFrame &frame, bool at_left, double most, int attempt);

constexpr const char *orientation_cube_name = "the orientation cube";
FigureBlock orientation_cube_block(const FigureFrame &frame);

void add_annotations(Figure &figure, const FigureFrame &frame);

} // namespace voxmarch
