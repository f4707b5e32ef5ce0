// Our own JSON format; docs/transfer-format.md is the specification.
#include "base/json_text.h"
#include "transfer/formats/format.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::string_view format_name = "voxmarch-transfer";
constexpr int format_version = 1;

using Unknown = std::vector<std::string>;

void check_version(const JsonNode &root) {
    if (root.at("format").text() != format_name) {
        root.at("format").fail(fmt::format("\"format\" must be \"{}\"", format_name));
    }
    if (root.at("version").number() != format_version) {
        root.at("version").fail(fmt::format("\"version\" must be {}, found {}; program and file do not fit together",
                                            format_version, root.at("version").number()));
    }
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
    node.collect_unknown({"shape", "scalar", "gradient", "rgb", "opacity"}, unknown);
    const auto shape = named<WidgetShape>(node.at("shape"), node.path() + ".shape");
    const std::vector<double> scalar = node.at("scalar").numbers(2);
    const std::vector<double> gradient = node.at("gradient").numbers(2);
    return {shape, scalar[0], scalar[1], gradient[0], gradient[1], rgb(node.at("rgb")), node.at("opacity").number()};
}

TransferFunction function_of(const JsonNode &root, Unknown &unknown) {
    root.collect_unknown({"format", "version", "name", "description", "domain", "colors", "opacities", "widgets"},
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
    return transfer;
}

std::string rgb_text(const glm::dvec3 &color) {
    return fmt::format("[{}, {}, {}]", json_text(color.r), json_text(color.g), json_text(color.b));
}

std::string widgets_text(const std::vector<TransferWidget> &widgets) {
    std::vector<std::string> lines;
    for (const TransferWidget &widget : widgets) {
        lines.push_back(
            fmt::format(R"(    {{"shape": "{}", "scalar": [{}, {}], "gradient": [{}, {}], "rgb": {}, "opacity": {}}})",
                        name_of(widget.shape), json_text(widget.scalar_low), json_text(widget.scalar_high),
                        json_text(widget.gradient_low), json_text(widget.gradient_high), rgb_text(widget.color),
                        json_text(widget.opacity)));
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
    return fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"name\": {},\n  \"description\": {},\n"
                       "  \"domain\": \"{}\",\n  \"colors\": [\n{}\n  ],\n  \"opacities\": [\n{}\n  ]{}\n}}\n",
                       format_name, format_version, json_text(transfer.name), json_text(transfer.description),
                       name_of(transfer.domain), fmt::join(colors, ",\n"), fmt::join(opacities, ",\n"),
                       widgets_text(transfer.widgets));
}

} // namespace voxmarch
