// Voreen's one-dimensional transfer functions (.tfi): XML with keys of intensity and 8-bit RGBA on either side.
#include "base/json_text.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "transfer/formats/xml_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

using tinyxml2::XMLElement;

glm::dvec4 color_of(const XMLElement &element) {
    glm::dvec4 color;
    const char *names[] = {"r", "g", "b", "a"};
    for (int channel = 0; channel < 4; ++channel) {
        const double value = xml_number(element, names[channel]);
        if (!(value >= 0.0 && value <= 255.0)) {
            fail_xml(element,
                     fmt::format("'{}' of <{}> {} is outside 0 .. 255", names[channel], element.Name(), value));
        }
        color[channel] = value / 255.0;
    }
    return color;
}

/// A key, its intensity (0 .. 1) taken to the domain.
MergedPoint key_of(const XMLElement &key, ValueRange domain, std::vector<std::string> &unknown) {
    xml_unknown(key, {"intensity", "split", "colorL", "colorR"}, unknown);
    const double intensity = xml_number(xml_child(key, "intensity"), "value");
    if (!(intensity >= 0.0 && intensity <= 1.0)) {
        fail_xml(key, fmt::format("intensity {} is outside 0 .. 1", intensity));
    }
    const glm::dvec4 left = color_of(xml_child(key, "colorL"));
    const XMLElement *split = key.FirstChildElement("split");
    const char *is_split = split == nullptr ? nullptr : split->Attribute("value");
    const bool two_sided = is_split != nullptr && std::string_view(is_split) == "true";
    return {std::lerp(domain.min, domain.max, intensity), left, two_sided ? color_of(xml_child(key, "colorR")) : left};
}

/// Effects of the whole function: alpha switched off or full, and the part outside of the thresholds cut away.
void apply_modes(TransferFunction &transfer, const XMLElement &function, ValueRange domain, TransferNotes &notes) {
    const double alpha_mode = xml_number_or(function, "alphaMode", "value", 1.0);
    if (alpha_mode != 1.0) {
        for (OpacityPoint &point : transfer.opacities) {
            point.opacity = alpha_mode == 2.0 ? 1.0 : 0.0;
        }
        notes.push_back(
            fmt::format("its alphaMode {} makes everything {}", alpha_mode, alpha_mode == 2.0 ? "opaque" : "clear"));
    }
    const double low = xml_number_or(function, "threshold", "x", 0.0);
    const double high = xml_number_or(function, "threshold", "y", 1.0);
    if ((low > 0.0 || high < 1.0) && low >= 0.0 && low <= high && high <= 1.0) {
        cut_opacity(transfer, std::lerp(domain.min, domain.max, low), std::lerp(domain.min, domain.max, high));
    }
    if (const double gamma = xml_number_or(function, "gammaValue", "value", 1.0); gamma != 1.0) {
        notes.push_back(fmt::format("gammaValue {} is not applied", gamma));
    }
}

std::string color_text(const char *name, const glm::dvec4 &color) {
    const auto byte = [](double share) { return std::lround(share * 255.0); };
    return fmt::format("                <{} r=\"{}\" g=\"{}\" b=\"{}\" a=\"{}\" />\n", name, byte(color.r),
                       byte(color.g), byte(color.b), byte(color.a));
}

} // namespace

TransferFunction read_voreen(const std::string &bytes, TransferNotes &notes) {
    tinyxml2::XMLDocument document;
    parse_xml(document, bytes);
    const XMLElement &function = xml_child(*document.RootElement(), "TransFuncIntensity");
    std::vector<std::string> unknown;
    xml_unknown(function,
                {"alphaMode", "texDimensions", "filter", "dataType", "gammaValue", "domain", "threshold", "Keys"},
                unknown);
    const ValueRange domain{xml_number_or(function, "domain", "x", 0.0), xml_number_or(function, "domain", "y", 1.0)};
    if (!(domain.min < domain.max)) {
        fail_xml(xml_child(function, "domain"), fmt::format("domain {} .. {} does not ascend", domain.min, domain.max));
    }
    TransferFunction transfer;
    transfer.description = "imported from a Voreen transfer function";
    transfer.domain = domain.min == 0.0 && domain.max == 1.0 ? TransferDomain::normalised : TransferDomain::value;
    const XMLElement &keys = xml_child(function, "Keys");
    std::vector<MergedPoint> points;
    for (const XMLElement *key = keys.FirstChildElement("key"); key; key = key->NextSiblingElement("key")) {
        points.push_back(key_of(*key, domain, unknown));
    }
    if (points.empty()) {
        fail_xml(keys, "<Keys> holds no key");
    }
    set_points(transfer, std::move(points));
    apply_modes(transfer, function, domain, notes);
    note_unknown(unknown, notes);
    return transfer;
}

std::string write_voreen(const TransferFunction &transfer, TransferNotes &notes) {
    const std::vector<MergedPoint> points = merged_points(transfer);
    ValueRange domain{0.0, 1.0};
    if (transfer.domain == TransferDomain::value) {
        domain = {points.front().scalar, std::max(points.back().scalar, points.front().scalar + 1.0)};
    }
    notes.push_back("colours and opacities are rounded to 1/255");
    std::string keys;
    for (const MergedPoint &point : points) {
        const bool split = point.left != point.right;
        keys +=
            fmt::format("            <key type=\"TransFuncMappingKey\">\n                <intensity value=\"{}\" />\n"
                        "                <split value=\"{}\" />\n",
                        json_text((point.scalar - domain.min) / (domain.max - domain.min)), split);
        keys += color_text("colorL", point.left);
        keys += split ? color_text("colorR", point.right) : "";
        keys += "            </key>\n";
    }
    return fmt::format("<?xml version=\"1.0\" ?>\n<VoreenData version=\"1\">\n"
                       "    <TransFuncIntensity type=\"TransFuncIntensity\">\n        <alphaMode value=\"1\" />\n"
                       "        <gammaValue value=\"1\" />\n        <domain x=\"{}\" y=\"{}\" />\n"
                       "        <threshold x=\"0\" y=\"1\" />\n        <Keys>\n{}        </Keys>\n"
                       "    </TransFuncIntensity>\n</VoreenData>\n",
                       json_text(domain.min), json_text(domain.max), keys);
}

} // namespace voxmarch
