// On which line of a JSON text something is wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// What makes the text no JSON: "line 3, column 7: ..."; "" if it is JSON.
std::string json_problem(std::string_view text);

/// The line of a field, from 1 on. Of a field that occurs several times within its parent, in a list for example, it is
/// the line of the parent; that of an unknown one, too. 0 where the first name is unknown, or there is no name.
/// @param names  of the field and of what holds it, the outermost first; JSON, nested no deeper than stacks are
int line_of_field(std::string_view json, const std::vector<std::string> &names);

/// A problem of a field, "'camera': 'fov': ...", as base/json_fields.h words it, with the line of that field in front:
/// "line 12: 'camera': ..". As it is where the text has one line, or the problem names no field of it.
std::string with_line(const std::string &problem, std::string_view json);

} // namespace voxmarch
