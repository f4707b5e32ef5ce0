// Our own JSON format; docs/transfer-format.md is the specification.
#include "base/json_text.h"
#include "transfer/formats/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::string_view format_name = "voxmarch-transfer";

/// Version 2 has what version 1 would be drawn wrongly without; a function that needs none of it is written as 1.
constexpr int plain_version = 1, newest_version = 2;

using Unknown = std::vector<std::string>;

void check_version(const JsonNode &root) {
    if (root.at("format").text() != format_name) {
        root.at("format").fail(fmt::format("\"format\" must be \"{}\"", format_name));
    }
    const double version = root.at("version").number();
    if (version != plain_version && version != newest_version) {
        root.at("version").fail(fmt::format("\"version\" must be {} or {}, found {}; program and file do not fit "
                                            "together",
                                            plain_version, newest_version, version));
    }
}

int version_of(const TransferFunction &transfer) {
    const bool plain =
        transfer.gradient_opacities.empty() && transfer.materials.empty() && transfer.emissions.empty() &&
        transfer.opacity_distance == 0.0 && std::ranges::all_of(transfer.widgets, [](const TransferWidget &widget) {
            return !widget.edge && widget.shape != WidgetShape::gaussian && widget.shape != WidgetShape::polygon;
        });
    return plain ? plain_version : newest_version;
}

/// @param path  of the node, for the message
template <NamedEnum Enum> Enum named(const JsonNode &node, const std::string &path) {
    const std::optional<Enum> found = find_value<Enum>(node.text());
    if (!found) {
        std::vector<std::string> words;
        for (const Enum value : values_of<Enum>()) {
            words.push_back(fmt::format("\"{}\"", name_of(value)));
        }
        node.fail(fmt::format("\"{}\" must be {}", path, fmt::join(words, " or ")));
    }
    return *found;
}

glm::dvec3 rgb(const JsonNode &node) {
    const std::vector<double> values = node.numbers(3);
    return {values[0], values[1], values[2]};
}

TransferWidget widget_of(const JsonNode &node, Unknown &unknown) {
    node.collect_unknown({"shape", "scalar", "gradient", "rgb", "opacity", "edge", "corners"}, unknown);
    const auto shape = named<WidgetShape>(node.at("shape"), node.path() + ".shape");
    const std::vector<double> scalar = node.at("scalar").numbers(2);
    const std::vector<double> gradient = node.at("gradient").numbers(2);
    TransferWidget widget{
        shape, scalar[0], scalar[1], gradient[0], gradient[1], rgb(node.at("rgb")), node.at("opacity").number()};
    if (node.has("edge")) {
        widget.edge = node.at("edge").number();
    }
    if (node.has("corners")) {
        for (const JsonNode &corner : node.at("corners").elements()) {
            const std::vector<double> place = corner.numbers(2);
            widget.corners.emplace_back(place[0], place[1]);
        }
    }
    return widget;
}

MaterialPoint material_of(const JsonNode &node, Unknown &unknown) {
    node.collect_unknown({"scalar", "ambient", "diffuse", "specular", "shininess"}, unknown);
    MaterialPoint point;
    point.scalar = node.at("scalar").number();
    for (const auto &[name, member] : {std::pair{"ambient", &MaterialPoint::ambient},
                                       {"diffuse", &MaterialPoint::diffuse},
                                       {"specular", &MaterialPoint::specular},
                                       {"shininess", &MaterialPoint::shininess}}) {
        if (node.has(name)) {
            point.*member = node.at(name).number();
        }
    }
    return point;
}

TransferFunction function_of(const JsonNode &root, Unknown &unknown) {
    root.collect_unknown({"format", "version", "name", "description", "domain", "colors", "opacities", "widgets",
                          "gradient_opacities", "materials", "emissions", "opacity_distance"},
                         unknown);
    check_version(root);
    TransferFunction transfer;
    transfer.name = root.at("name").text();
    transfer.description = root.has("description") ? root.at("description").text() : "";
    transfer.domain = named<TransferDomain>(root.at("domain"), "domain");
    for (const JsonNode &point : root.at("colors").elements()) {
        point.collect_unknown({"scalar", "rgb"}, unknown);
        transfer.colors.push_back({point.at("scalar").number(), rgb(point.at("rgb"))});
    }
    for (const JsonNode &point : root.at("opacities").elements()) {
        point.collect_unknown({"scalar", "opacity"}, unknown);
        transfer.opacities.push_back({point.at("scalar").number(), point.at("opacity").number()});
    }
    if (root.has("widgets")) {
        for (const JsonNode &widget : root.at("widgets").elements()) {
            transfer.widgets.push_back(widget_of(widget, unknown));
        }
    }
    if (root.has("gradient_opacities")) {
        for (const JsonNode &point : root.at("gradient_opacities").elements()) {
            point.collect_unknown({"gradient", "factor"}, unknown);
            transfer.gradient_opacities.push_back({point.at("gradient").number(), point.at("factor").number()});
        }
    }
    if (root.has("materials")) {
        for (const JsonNode &point : root.at("materials").elements()) {
            transfer.materials.push_back(material_of(point, unknown));
        }
    }
    if (root.has("emissions")) {
        for (const JsonNode &point : root.at("emissions").elements()) {
            point.collect_unknown({"scalar", "emission"}, unknown);
            transfer.emissions.push_back({point.at("scalar").number(), point.at("emission").number()});
        }
    }
    if (root.has("opacity_distance")) {
        transfer.opacity_distance = root.at("opacity_distance").number();
        if (!(transfer.opacity_distance > 0.0)) {
            root.at("opacity_distance")
                .fail("\"opacity_distance\" must be a length above 0; leave it out for a voxel "
                      "length");
        }
    }
    return transfer;
}

std::string rgb_text(const glm::dvec3 &color) {
    return fmt::format("[{}, {}, {}]", json_text(color.r), json_text(color.g), json_text(color.b));
}

std::string border_text(const TransferWidget &widget) {
    std::string text = widget.edge ? fmt::format(R"(, "edge": {})", json_text(*widget.edge)) : "";
    std::vector<std::string> corners;
    for (const glm::dvec2 &corner : widget.corners) {
        corners.push_back(fmt::format("[{}, {}]", json_text(corner.x), json_text(corner.y)));
    }
    return corners.empty() ? text : text + fmt::format(R"(, "corners": [{}])", fmt::join(corners, ", "));
}

std::string gradients_text(const std::vector<GradientPoint> &points) {
    std::vector<std::string> lines;
    for (const GradientPoint &point : points) {
        lines.push_back(
            fmt::format(R"(    {{"gradient": {}, "factor": {}}})", json_text(point.gradient), json_text(point.factor)));
    }
    return lines.empty() ? "" : fmt::format(",\n  \"gradient_opacities\": [\n{}\n  ]", fmt::join(lines, ",\n"));
}

std::string materials_text(const std::vector<MaterialPoint> &points) {
    std::vector<std::string> lines;
    for (const MaterialPoint &point : points) {
        lines.push_back(
            fmt::format(R"(    {{"scalar": {}, "ambient": {}, "diffuse": {}, "specular": {}, "shininess": {}}})",
                        json_text(point.scalar), json_text(point.ambient), json_text(point.diffuse),
                        json_text(point.specular), json_text(point.shininess)));
    }
    return lines.empty() ? "" : fmt::format(",\n  \"materials\": [\n{}\n  ]", fmt::join(lines, ",\n"));
}

std::string emissions_text(const std::vector<EmissionPoint> &points) {
    std::vector<std::string> lines;
    for (const EmissionPoint &point : points) {
        lines.push_back(
            fmt::format(R"(    {{"scalar": {}, "emission": {}}})", json_text(point.scalar), json_text(point.emission)));
    }
    return lines.empty() ? "" : fmt::format(",\n  \"emissions\": [\n{}\n  ]", fmt::join(lines, ",\n"));
}

std::string widgets_text(const std::vector<TransferWidget> &widgets) {
    std::vector<std::string> lines;
    for (const TransferWidget &widget : widgets) {
        lines.push_back(fmt::format(
            R"(    {{"shape": "{}", "scalar": [{}, {}], "gradient": [{}, {}], "rgb": {}, "opacity": {}{}}})",
            name_of(widget.shape), json_text(widget.scalar_low), json_text(widget.scalar_high),
            json_text(widget.gradient_low), json_text(widget.gradient_high), rgb_text(widget.color),
            json_text(widget.opacity), border_text(widget)));
    }
    return lines.empty() ? "" : fmt::format(",\n  \"widgets\": [\n{}\n  ]", fmt::join(lines, ",\n"));
}

} // namespace

TransferFunction read_voxmarch(const std::string &bytes, TransferNotes &notes) {
    const JsonNode root(bytes);
    Unknown unknown;
    const TransferFunction transfer = function_of(root, unknown);
    note_unknown(unknown, notes);
    try {
        validate(transfer);
    } catch (const InvalidTransfer &invalid) {
        root.fail_at(invalid.place, invalid.problem);
    }
    return transfer;
}

std::string write_voxmarch(const TransferFunction &transfer, TransferNotes &) {
    std::vector<std::string> colors;
    for (const ColorPoint &point : transfer.colors) {
        colors.push_back(
            fmt::format(R"(    {{"scalar": {}, "rgb": {}}})", json_text(point.scalar), rgb_text(point.color)));
    }
    std::vector<std::string> opacities;
    for (const OpacityPoint &point : transfer.opacities) {
        opacities.push_back(
            fmt::format(R"(    {{"scalar": {}, "opacity": {}}})", json_text(point.scalar), json_text(point.opacity)));
    }
    const std::string distance = transfer.opacity_distance > 0.0 ? fmt::format(",\n  \"opacity_distance\": {}",
                                                                               json_text(transfer.opacity_distance))
                                                                 : "";
    return fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"name\": {},\n  \"description\": {},\n"
                       "  \"domain\": \"{}\",\n  \"colors\": [\n{}\n  ],\n  \"opacities\": [\n{}\n  ]{}{}{}{}{}\n}}\n",
                       format_name, version_of(transfer), json_text(transfer.name), json_text(transfer.description),
                       name_of(transfer.domain), fmt::join(colors, ",\n"), fmt::join(opacities, ",\n"), distance,
                       gradients_text(transfer.gradient_opacities), materials_text(transfer.materials),
                       emissions_text(transfer.emissions), widgets_text(transfer.widgets));
}

} // namespace voxmarch
