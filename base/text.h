// Small text helpers for headers: split, trim, lower case, strict numbers, markup, natural order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch::text {

/// Pieces between separators, empty ones included.
std::vector<std::string> split(std::string_view s, char separator);

/// Pieces between runs of white space.
std::vector<std::string> words(std::string_view s);

std::string trim(std::string_view s);
std::string lower(std::string_view s);

/// The number that the whole string spells; empty otherwise. Independent of the locale.
std::optional<double> to_double(std::string_view s);
std::optional<long long> to_integer(std::string_view s);

/// The text as it fits a message: control characters, bytes that are not UTF-8 and runs of blanks become one blank.
/// @param most  bytes; what is longer ends with "..."
std::string one_line(std::string_view s, std::size_t most);

/// The text as one line of a message: line ends become blanks, other control characters and bytes that are not UTF-8
/// "\x1b" and so on. @param most  bytes, at least 100; what is longer loses its middle, as the end tells what to do
std::string printable(std::string_view s, std::size_t most = 300);

/// The text as a part of the name of a file: letters, digits, ".-+" and what is beyond ASCII stay, all else becomes _.
std::string file_word(std::string_view s);

/// The text as HTML and XML take it, in quotes too.
std::string escape_markup(std::string_view s);

/// Order in which people number files: "slice2" before "slice10".
bool natural_less(std::string_view a, std::string_view b);

} // namespace voxmarch::text
