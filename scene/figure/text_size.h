// How large texts get, for those who lay them out and cannot ask a font.
#pragma once

#include <string_view>

namespace voxmarch {

/// Of a line of text, in its heights: what letters of DejaVu Sans take above and below the baseline.
constexpr double line_extent = 1.164;
constexpr double line_distance = 1.25; ///< from a line to the next, in heights of a text

/// Width of one line of UTF-8 in DejaVu Sans, which pictures are painted with, without kerning: letters beyond ASCII
/// count as wide ones, those from U+3000 on as squares. @param height  of the text, pixels
double text_width(std::string_view text, double height);

/// The beginning of the text with "..." behind it, as far as it is not wider than `most`.
std::string_view longest_beginning(std::string_view text, double height, double most);

} // namespace voxmarch
