// Which installed font has which letter.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

constexpr const char *usual_font = "DejaVu Sans"; ///< of all letters that it has

/// A piece of a line whose letters one font has.
struct FontRun {
    std::string family; ///< of the font
    std::string text;   ///< UTF-8
};

/// The line in pieces, in order: letters that the usual font lacks have the nearest other one with outlines that
/// Fontconfig knows; those that none has stay the usual one's, which draws boxes. Bytes that are no UTF-8 are left out.
/// From any thread.
std::vector<FontRun> font_runs(const std::string &line);

/// Letters of the line that no font has, each as UTF-8.
std::vector<std::string> letters_without_font(const std::string &line);

} // namespace voxmarch
