// Strict numbers and named children over tinyxml2.
#include "transfer/formats/xml_text.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

using tinyxml2::XMLElement;

void parse_xml(tinyxml2::XMLDocument &document, const std::string &bytes) {
    if (document.Parse(bytes.data(), bytes.size()) != tinyxml2::XML_SUCCESS) {
        throw FormatProblem(
            fmt::format("line {}: is not valid XML ({})", std::max(1, document.ErrorLineNum()), document.ErrorName()));
    }
    if (document.RootElement() == nullptr) {
        throw FormatProblem("line 1: holds no XML element");
    }
}

void fail_xml(const XMLElement &element, const std::string &problem) {
    throw FormatProblem(fmt::format("line {}: {}", element.GetLineNum(), problem));
}

const XMLElement &xml_child(const XMLElement &parent, const char *name) {
    const XMLElement *child = parent.FirstChildElement(name);
    if (child == nullptr) {
        fail_xml(parent, fmt::format("<{}> has no <{}>", parent.Name(), name));
    }
    return *child;
}

double xml_number(const XMLElement &element, const char *attribute) {
    const char *text = element.Attribute(attribute);
    if (text == nullptr) {
        fail_xml(element, fmt::format("<{}> has no attribute '{}'", element.Name(), attribute));
    }
    const std::optional<double> value = text::to_double(text::trim(text));
    if (!value || !std::isfinite(*value)) {
        fail_xml(element, fmt::format("'{}' of <{}> is '{:.40}', not a number", attribute, element.Name(), text));
    }
    return *value;
}

double xml_number_or(const XMLElement &parent, const char *child, const char *attribute, double otherwise) {
    const XMLElement *element = parent.FirstChildElement(child);
    return element == nullptr ? otherwise : xml_number(*element, attribute);
}

void xml_unknown(const XMLElement &parent, std::initializer_list<std::string_view> known,
                 std::vector<std::string> &unknown) {
    for (const XMLElement *child = parent.FirstChildElement(); child != nullptr; child = child->NextSiblingElement()) {
        const bool is_known = std::find(known.begin(), known.end(), child->Name()) != known.end();
        const std::string name = fmt::format("<{}>", child->Name());
        if (!is_known && std::find(unknown.begin(), unknown.end(), name) == unknown.end()) {
            unknown.push_back(name);
        }
    }
}

} // namespace voxmarch
