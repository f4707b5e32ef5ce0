// 3D Slicer's scenes and presets (.mrml, .xml): the first <VolumeProperty>, whose attributes are lists as in .vp files.
#include "base/json_text.h"
#include "base/text.h"
#include "transfer/formats/vtk_curve.h"
#include "transfer/formats/xml_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

using tinyxml2::XMLElement;

/// The first element of that name, at any depth; null if there is none. @param count  gets how many there are
const XMLElement *find_first(const XMLElement &root, const char *name, int &count) {
    const XMLElement *found = nullptr;
    for (const XMLElement *child = root.FirstChildElement(); child != nullptr; child = child->NextSiblingElement()) {
        const bool is_one = std::string_view(child->Name()) == name;
        count += is_one ? 1 : 0;
        const XMLElement *inside = is_one ? child : find_first(*child, name, count);
        found = found == nullptr ? inside : found;
    }
    return found;
}

/// Rows of so many numbers out of an attribute that begins with the number of its values; all but the first of a row
/// lie in 0 .. 1.
std::vector<std::vector<double>> rows_of(const XMLElement &element, const char *attribute, std::size_t columns) {
    const char *text = element.Attribute(attribute);
    if (text == nullptr) {
        fail_xml(element, fmt::format("<{}> has no attribute '{}'", element.Name(), attribute));
    }
    std::vector<double> values;
    for (const std::string &word : text::words(text)) {
        const std::optional<double> value = text::to_double(word);
        if (!value || !std::isfinite(*value)) {
            fail_xml(element, fmt::format("'{:.40}' in '{}' is not a number", word, attribute));
        }
        values.push_back(*value);
    }
    if (values.size() < 2 || values[0] != static_cast<double>(values.size() - 1) ||
        (values.size() - 1) % columns != 0) {
        fail_xml(element, fmt::format("'{}' announces {} values and holds {}; it needs {} for each point", attribute,
                                      values.empty() ? 0.0 : values[0], values.size() - 1, columns));
    }
    std::vector<std::vector<double>> rows((values.size() - 1) / columns);
    for (std::size_t i = 1; i < values.size(); ++i) {
        if ((i - 1) % columns != 0 && !(values[i] >= 0.0 && values[i] <= 1.0)) {
            fail_xml(element, fmt::format("value {} of '{}', {}, is outside 0 .. 1", i, attribute, values[i]));
        }
        rows[(i - 1) / columns].push_back(values[i]);
    }
    return rows;
}

std::vector<OpacityPoint> curve_of(const XMLElement &element, const char *attribute) {
    std::vector<VtkNode<OpacityPoint>> nodes;
    for (const std::vector<double> &row : rows_of(element, attribute, 2)) {
        nodes.push_back({{row[0], row[1]}, {}});
    }
    return unbent(std::move(nodes), &OpacityPoint::opacity);
}

} // namespace

TransferFunction read_slicer_mrml(const std::string &bytes, TransferNotes &notes) {
    tinyxml2::XMLDocument document;
    parse_xml(document, bytes);
    int count = 0;
    const XMLElement *property = find_first(*document.RootElement(), "VolumeProperty", count);
    if (property == nullptr) {
        fail_xml(*document.RootElement(), "holds no <VolumeProperty>");
    }
    if (property->Attribute("scalarOpacity") == nullptr && property->Attribute("storageNodeRef") != nullptr) {
        fail_xml(*property, "keeps its volume property in a file beside it; give that .vp or .vp.json");
    }
    if (count > 1) {
        notes.push_back(fmt::format("took the first of {} volume properties", count));
    }
    TransferFunction transfer;
    const char *name = property->Attribute("name");
    transfer.name = name == nullptr ? "" : name;
    transfer.description = "imported from a 3D Slicer scene";
    transfer.domain = TransferDomain::value;
    std::vector<VtkNode<ColorPoint>> colors;
    for (const std::vector<double> &row : rows_of(*property, "colorTransfer", 4)) {
        colors.push_back({{row[0], {row[1], row[2], row[3]}}, {}});
    }
    transfer.colors = unbent(std::move(colors), &ColorPoint::color);
    transfer.opacities = curve_of(*property, "scalarOpacity");
    if (property->Attribute("gradientOpacity") != nullptr) {
        transfer.gradient_opacities = gradient_points(curve_of(*property, "gradientOpacity"));
    }
    if (property->Attribute("scalarOpacityUnitDistance") != nullptr) {
        transfer.opacity_distance = xml_number(*property, "scalarOpacityUnitDistance");
        if (!(transfer.opacity_distance > 0.0)) {
            fail_xml(*property,
                     fmt::format("'scalarOpacityUnitDistance' {} is not above 0", transfer.opacity_distance));
        }
    }
    return transfer;
}

std::string write_slicer_mrml(const TransferFunction &transfer, TransferNotes &notes) {
    if (transfer.domain == TransferDomain::normalised) {
        notes.push_back("Slicer takes scalars as the file's values: those of a normalised function stay 0 .. 1");
    }
    const auto curve = [](const std::vector<OpacityPoint> &points) {
        std::string text = fmt::format("{}", 2 * points.size());
        for (const OpacityPoint &point : without_steps(points)) {
            text += fmt::format(" {} {}", json_text(point.scalar), json_text(point.opacity));
        }
        return text;
    };
    std::string colors = fmt::format("{}", 4 * transfer.colors.size());
    for (const ColorPoint &point : without_steps(transfer.colors)) {
        colors += fmt::format(" {} {} {} {}", json_text(point.scalar), json_text(point.color.r),
                              json_text(point.color.g), json_text(point.color.b));
    }
    tinyxml2::XMLPrinter text;
    text.PushHeader(false, true);
    text.OpenElement("MRML");
    text.OpenElement("VolumeProperty");
    const auto attribute = [&](const char *name, const std::string &value) { text.PushAttribute(name, value.c_str()); };
    attribute("name", transfer.name);
    attribute("interpolation", "1");
    attribute("shade", "1");
    attribute("scalarOpacity", curve(transfer.opacities));
    attribute("gradientOpacity",
              transfer.gradient_opacities.empty() ? "4 0 1 255 1" : curve(opacity_points(transfer.gradient_opacities)));
    attribute("colorTransfer", colors);
    if (transfer.opacity_distance > 0.0) {
        attribute("scalarOpacityUnitDistance", json_text(transfer.opacity_distance));
    }
    text.CloseElement();
    text.CloseElement();
    return text.CStr();
}

} // namespace voxmarch
