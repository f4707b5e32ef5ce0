// 3D Slicer's volume property as JSON (.vp.json, schema volume-property 1.0.0).
#include "base/json_text.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "transfer/formats/vtk_curve.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

using Unknown = std::vector<std::string>;

constexpr std::string_view schema = "https://raw.githubusercontent.com/slicer/slicer/main/Modules/Loadable/"
                                    "VolumeRendering/Resources/Schema/volume-property-schema-v1.0.0.json#";

double share(const JsonNode &node) {
    const double value = node.number();
    if (!(value >= 0.0 && value <= 1.0)) {
        node.fail(fmt::format("\"{}\" {} is outside 0 .. 1", node.path(), value));
    }
    return value;
}

VtkBend bend_of(const JsonNode &point) {
    return {point.has("midpoint") ? share(point.at("midpoint")) : 0.5,
            point.has("sharpness") ? share(point.at("sharpness")) : 0.0};
}

std::vector<JsonNode> points_of(const JsonNode &function) {
    std::vector<JsonNode> points = function.at("points").elements();
    if (points.empty()) {
        function.at("points").fail(fmt::format("\"{}.points\" is empty", function.path()));
    }
    return points;
}

std::vector<OpacityPoint> opacities_of(const JsonNode &function, Unknown &unknown) {
    std::vector<VtkNode<OpacityPoint>> nodes;
    for (const JsonNode &point : points_of(function)) {
        point.collect_unknown({"x", "y", "midpoint", "sharpness"}, unknown);
        nodes.push_back({{point.at("x").number(), share(point.at("y"))}, bend_of(point)});
    }
    return unbent(std::move(nodes), &OpacityPoint::opacity);
}

std::vector<ColorPoint> colors_of(const JsonNode &function, Unknown &unknown) {
    std::vector<VtkNode<ColorPoint>> nodes;
    for (const JsonNode &point : points_of(function)) {
        point.collect_unknown({"x", "color", "midpoint", "sharpness"}, unknown);
        point.at("color").numbers(3);
        const std::vector<JsonNode> rgb = point.at("color").elements();
        nodes.push_back({{point.at("x").number(), {share(rgb[0]), share(rgb[1]), share(rgb[2])}}, bend_of(point)});
    }
    return unbent(std::move(nodes), &ColorPoint::color);
}

/// What the component says of opacities beside their curve.
void read_opacity_rules(TransferFunction &transfer, const JsonNode &component, Unknown &unknown) {
    if (component.has("gradientOpacity") &&
        !(component.has("disableGradientOpacity") && component.at("disableGradientOpacity").truth())) {
        component.at("gradientOpacity").collect_unknown({"type", "points"}, unknown);
        transfer.gradient_opacities = gradient_points(opacities_of(component.at("gradientOpacity"), unknown));
    }
    if (component.has("scalarOpacityUnitDistance")) {
        const JsonNode distance = component.at("scalarOpacityUnitDistance");
        if (!(distance.number() > 0.0)) {
            distance.fail(fmt::format("\"{}\" {} is not above 0", distance.path(), distance.number()));
        }
        transfer.opacity_distance = distance.number();
    }
}

JsonNode first_of(const JsonNode &object, const char *field, TransferNotes &notes) {
    const std::vector<JsonNode> list = object.at(field).elements();
    if (list.empty()) {
        object.at(field).fail(fmt::format("\"{}\" is empty", object.at(field).path()));
    }
    if (list.size() > 1) {
        notes.push_back(fmt::format("took the first of {} {}", list.size(), field));
    }
    return list.front();
}

template <typename Point, typename Write> std::string points_text(const std::vector<Point> &points, Write write) {
    std::vector<std::string> lines;
    for (const Point &point : without_steps(points)) {
        lines.push_back(fmt::format(R"(            {{"x": {}, {}, "midpoint": 0.5, "sharpness": 0.0}})",
                                    json_text(point.scalar), write(point)));
    }
    return fmt::format("{}", fmt::join(lines, ",\n"));
}

} // namespace

TransferFunction read_slicer(const std::string &bytes, TransferNotes &notes) {
    const JsonNode root(bytes);
    Unknown unknown;
    root.collect_unknown({"@schema", "volumeProperties", "name", "description"}, unknown);
    if (root.has("@schema") && root.at("@schema").text().find("volume-property-schema-v1.") == std::string::npos) {
        notes.push_back("its @schema is not volume-property-schema-v1: " + root.at("@schema").text());
    }
    const JsonNode property = first_of(root, "volumeProperties", notes);
    property.collect_unknown({"effectiveRange", "isoSurfaceValues", "independentComponents", "interpolationType",
                              "useClippedVoxelIntensity", "clippedVoxelIntensity", "scatteringAnisotropy",
                              "components"},
                             unknown);
    const JsonNode component = first_of(property, "components", notes);
    component.collect_unknown({"componentWeight", "shade", "lighting", "disableGradientOpacity",
                               "scalarOpacityUnitDistance", "scalarOpacity", "gradientOpacity", "rgbTransferFunction"},
                              unknown);
    TransferFunction transfer;
    transfer.name = root.has("name") ? root.at("name").text() : "";
    transfer.description =
        root.has("description") ? root.at("description").text() : "imported from a 3D Slicer volume property";
    transfer.domain = TransferDomain::value;
    for (const JsonNode &function : {component.at("scalarOpacity"), component.at("rgbTransferFunction")}) {
        function.collect_unknown({"type", "points"}, unknown);
    }
    transfer.opacities = opacities_of(component.at("scalarOpacity"), unknown);
    transfer.colors = colors_of(component.at("rgbTransferFunction"), unknown);
    read_opacity_rules(transfer, component, unknown);
    note_unknown(unknown, notes);
    return transfer;
}

std::string write_slicer(const TransferFunction &transfer, TransferNotes &notes) {
    if (transfer.domain == TransferDomain::normalised) {
        notes.push_back("Slicer takes scalars as the file's values: those of a normalised function stay 0 .. 1");
    }
    const std::string colors = points_text(transfer.colors, [](const ColorPoint &point) {
        return fmt::format(R"("color": [{}, {}, {}])", json_text(point.color.r), json_text(point.color.g),
                           json_text(point.color.b));
    });
    const std::string opacities = points_text(transfer.opacities, [](const OpacityPoint &point) {
        return fmt::format(R"("y": {})", json_text(point.opacity));
    });
    std::string gradients;
    if (!transfer.gradient_opacities.empty()) {
        gradients =
            fmt::format(",\n          \"gradientOpacity\": {{\"type\": \"piecewiseLinearFunction\", \"points\": [\n{}\n"
                        "          ]}}",
                        points_text(opacity_points(transfer.gradient_opacities), [](const OpacityPoint &point) {
                            return fmt::format(R"("y": {})", json_text(point.opacity));
                        }));
    }
    const std::string distance =
        transfer.opacity_distance > 0.0
            ? fmt::format("          \"scalarOpacityUnitDistance\": {},\n", json_text(transfer.opacity_distance))
            : "";
    const double low = std::min(transfer.colors.front().scalar, transfer.opacities.front().scalar);
    const double high = std::max(transfer.colors.back().scalar, transfer.opacities.back().scalar);
    return fmt::format(
        "{{\n  \"@schema\": \"{}\",\n  \"name\": {},\n  \"description\": {},\n  \"volumeProperties\": [\n    {{\n"
        "      \"effectiveRange\": [{}, {}],\n      \"interpolationType\": \"linear\",\n      \"components\": [\n"
        "        {{\n          \"shade\": true,\n{}"
        "          \"rgbTransferFunction\": {{\"type\": \"colorTransferFunction\", \"points\": [\n{}\n          ]}},\n"
        "          \"scalarOpacity\": {{\"type\": \"piecewiseLinearFunction\", \"points\": [\n{}\n          ]}}{}\n"
        "        }}\n      ]\n    }}\n  ]\n}}\n",
        schema, json_text(transfer.name), json_text(transfer.description), json_text(low), json_text(high), distance,
        colors, opacities, gradients);
}

} // namespace voxmarch
