// Reads small XML files with errors that name the line.
#pragma once

#include "transfer/formats/format.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <tinyxml2.h>

namespace voxmarch {

/// @throws FormatProblem with the line of the first mistake
void parse_xml(tinyxml2::XMLDocument &document, const std::string &bytes);

/// @throws FormatProblem "line 3: ..."
[[noreturn]] void fail_xml(const tinyxml2::XMLElement &element, const std::string &problem);

/// The first child of that name. @throws FormatProblem if there is none
const tinyxml2::XMLElement &xml_child(const tinyxml2::XMLElement &parent, const char *name);

/// The attribute as a finite number. @throws FormatProblem if missing or no number
double xml_number(const tinyxml2::XMLElement &element, const char *attribute);

/// The attribute of an optional child, or `otherwise`. @throws FormatProblem if it is there but no number
double xml_number_or(const tinyxml2::XMLElement &parent, const char *child, const char *attribute, double otherwise);

/// Names the children other than `known` in `unknown`.
void xml_unknown(const tinyxml2::XMLElement &parent, std::initializer_list<std::string_view> known,
                 std::vector<std::string> &unknown);

} // namespace voxmarch
