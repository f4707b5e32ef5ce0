// Reads JSON strictly, in time that grows with the text and no faster.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace voxmarch {

/// What the parser itself lets through is refused, too: a field given twice in one object, and more than 32 levels. The
/// deepest format (Slicer's) has 8; who walks values by recursion may do so.
/// @throws FormatProblem "is not valid JSON: line 3, ..." and so on
/// Cost: O(n log n) for objects of n fields, O(n) for lists. The parser's own callbacks look through the whole list
/// again whenever an object in it ends, and its ordered objects through all fields for every new one.
nlohmann::json read_json(std::string_view text);

/// The same with the fields in the order of the text.
nlohmann::ordered_json read_ordered_json(std::string_view text);

} // namespace voxmarch
