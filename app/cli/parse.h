// Turns words of the command line into values; every wrong word is a UsageError that says what was expected.
#pragma once

#include "volume/volume.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// The whole text as a finite number.
std::optional<double> to_number(std::string_view text);

/// Finite numbers separated by `separator`, exactly `count` of them, nothing before, between or after.
/// @param what  names the option in errors
std::vector<double> parse_numbers(const std::string &text, std::size_t count, char separator, const std::string &what);

/// One finite number in [low, high].
double parse_number(const std::string &text, double low, double high, const std::string &what);

/// One whole number in [low, high].
int parse_integer(const std::string &text, int low, int high, const std::string &what);

/// Width and height in pixels.
struct PixelSize {
    int width, height;
};

/// Largest edge of a picture, pixels.
constexpr int picture_edge_limit = 16384;

/// "1024x768": whole numbers in [1, picture_edge_limit].
PixelSize parse_size(const std::string &text, const std::string &what);

/// The same, or the name of a usual size: 720p, 1080p, 1440p, 4k (3840x2160), 8k (7680x4320).
PixelSize parse_picture_size(const std::string &text, const std::string &what);

/// "x,y,z"
glm::dvec3 parse_vector(const std::string &text, const std::string &what);

/// "#rrggbb", "#rgb", a colour name of CSS, or "r,g,b" with parts in [0, 1]; empty for anything else.
std::optional<glm::vec3> to_color(const std::string &text);

/// The same, refusing anything else.
glm::vec3 parse_color(const std::string &text, const std::string &what);

/// "x" for all three, or "r,g,b"; parts in [0, 1].
glm::vec3 parse_factor(const std::string &text, const std::string &what);

/// Names of the windows of CT that parse_window() takes: "brain, subdural, ...".
std::string window_names();

/// "lo:hi" with lo < hi, "level/width" with width > 0, which means level - width/2 .. level + width/2, or a name of
/// named_windows() in small letters with dashes: "soft-tissue".
ValueRange parse_window(const std::string &text, const std::string &what);

/// The word of `words` that is nearest to `word` if that is near enough to be a slip of the fingers, else "".
std::string nearest_word(const std::string &word, const std::vector<std::string> &words);

} // namespace voxmarch
