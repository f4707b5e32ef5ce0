// Inviwo's transfer functions (.itf): XML with points of position and RGBA, in two generations.
//
// Now <InviwoWorkspace><Points><Point><pos content="0.5"/><rgba x y z w/>, and <type content="1"/> for positions in the
// data's values; before <InviwoTreeData><dataPoints><point><pos x="0.5" y="opacity"/><rgba .../>.
#include "base/json_text.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "transfer/formats/xml_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

using tinyxml2::XMLElement;

double channel(const XMLElement &rgba, const char *name) {
    const double value = xml_number(rgba, name);
    if (!(value >= 0.0 && value <= 1.0)) {
        fail_xml(rgba, fmt::format("'{}' of <rgba> {} is outside 0 .. 1", name, value));
    }
    return value;
}

MergedPoint point_of(const XMLElement &element, std::vector<std::string> &unknown) {
    xml_unknown(element, {"pos", "rgba"}, unknown);
    const XMLElement &position = xml_child(element, "pos");
    const XMLElement &rgba = xml_child(element, "rgba");
    const double scalar = xml_number(position, position.Attribute("content") ? "content" : "x");
    const glm::dvec4 color{channel(rgba, "x"), channel(rgba, "y"), channel(rgba, "z"), channel(rgba, "w")};
    return {scalar, color, color};
}

std::string point_text(double scalar, const glm::dvec4 &color) {
    return fmt::format("        <Point>\n            <pos content=\"{}\" />\n"
                       "            <rgba x=\"{}\" y=\"{}\" z=\"{}\" w=\"{}\" />\n        </Point>\n",
                       json_text(scalar), json_text(color.r), json_text(color.g), json_text(color.b),
                       json_text(color.a));
}

} // namespace

TransferFunction read_inviwo(const std::string &bytes, TransferNotes &notes) {
    tinyxml2::XMLDocument document;
    parse_xml(document, bytes);
    const XMLElement &root = *document.RootElement();
    std::vector<std::string> unknown;
    xml_unknown(root, {"maskMin", "maskMax", "type", "Points", "dataPoints", "interpolationType_"}, unknown);
    const XMLElement *list = root.FirstChildElement("dataPoints");
    if (list == nullptr) {
        list = &xml_child(root, "Points");
    }
    TransferFunction transfer;
    transfer.description = "imported from an Inviwo transfer function";
    const bool absolute = xml_number_or(root, "type", "content", 0.0) == 1.0;
    transfer.domain = absolute ? TransferDomain::value : TransferDomain::normalised;
    std::vector<MergedPoint> points;
    for (const XMLElement *element = list->FirstChildElement(); element; element = element->NextSiblingElement()) {
        points.push_back(point_of(*element, unknown));
        if (!absolute && !(points.back().scalar >= 0.0 && points.back().scalar <= 1.0)) {
            fail_xml(*element, fmt::format("position {} is outside 0 .. 1", points.back().scalar));
        }
    }
    if (points.empty()) {
        fail_xml(*list, fmt::format("<{}> holds no point", list->Name()));
    }
    set_points(transfer, std::move(points));
    // The mask is relative to the window in both kinds; only here its values are known.
    const double low = xml_number_or(root, "maskMin", "content", 0.0);
    const double high = xml_number_or(root, "maskMax", "content", 1.0);
    if (!absolute && (low > 0.0 || high < 1.0) && low <= high) {
        cut_opacity(transfer, std::max(0.0, low), std::min(1.0, high));
    } else if (low > 0.0 || high < 1.0) {
        notes.push_back(fmt::format("the mask {} .. {} is not applied", low, high));
    }
    note_unknown(unknown, notes);
    return transfer;
}

std::string write_inviwo(const TransferFunction &transfer, TransferNotes &) {
    std::string points;
    for (const MergedPoint &point : merged_points(transfer)) {
        points += point_text(point.scalar, point.left);
        if (point.left != point.right) {
            points += point_text(point.scalar, point.right);
        }
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<InviwoWorkspace version=\"3\">\n"
                       "    <maskMin content=\"0\" />\n    <maskMax content=\"1\" />\n    <type content=\"{}\" />\n"
                       "    <Points>\n{}    </Points>\n</InviwoWorkspace>\n",
                       transfer.domain == TransferDomain::value ? 1 : 0, points);
}

} // namespace voxmarch
