// ParaView's JSON colour maps: a list of maps, each with RGBPoints (x, r, g, b) and perhaps Points (x, opacity,
// midpoint, sharpness).
#include "base/json_text.h"
#include "transfer/color_space.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "transfer/formats/vtk_curve.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Rows of four numbers out of one flat list.
std::vector<std::vector<double>> rows_of_four(const JsonNode &list, std::vector<JsonNode> &places) {
    places = list.elements();
    if (places.empty() || places.size() % 4 != 0) {
        list.fail(
            fmt::format("\"{}\" must hold four numbers for each point, found {} numbers", list.path(), places.size()));
    }
    std::vector<std::vector<double>> rows(places.size() / 4);
    for (std::size_t i = 0; i < places.size(); ++i) {
        rows[i / 4].push_back(places[i].number());
    }
    return rows;
}

void check_share(const JsonNode &node) {
    if (!(node.number() >= 0.0 && node.number() <= 1.0)) {
        node.fail(fmt::format("\"{}\" {} is outside 0 .. 1", node.path(), node.number()));
    }
}

std::vector<ColorPoint> colors_of(const JsonNode &list) {
    std::vector<JsonNode> places;
    std::vector<VtkNode<ColorPoint>> nodes;
    for (const std::vector<double> &row : rows_of_four(list, places)) {
        for (std::size_t channel = 1; channel < 4; ++channel) {
            check_share(places[4 * nodes.size() + channel]);
        }
        nodes.push_back({{row[0], {row[1], row[2], row[3]}}, {}});
    }
    return unbent(std::move(nodes), &ColorPoint::color);
}

std::vector<OpacityPoint> opacities_of(const JsonNode &list) {
    std::vector<JsonNode> places;
    std::vector<VtkNode<OpacityPoint>> nodes;
    for (const std::vector<double> &row : rows_of_four(list, places)) {
        for (std::size_t field = 1; field < 4; ++field) {
            check_share(places[4 * nodes.size() + field]);
        }
        nodes.push_back({{row[0], row[1]}, {row[2], row[3]}});
    }
    return unbent(std::move(nodes), &OpacityPoint::opacity);
}

/// The first map, whether the file is a list of maps or one map.
JsonNode first_map(const JsonNode &root, TransferNotes &notes) {
    if (!root.is_array()) {
        return root;
    }
    const std::vector<JsonNode> maps = root.elements();
    if (maps.empty()) {
        root.fail("holds no colour map");
    }
    if (maps.size() > 1) {
        notes.push_back(fmt::format("took the first of {} colour maps", maps.size()));
    }
    return maps.front();
}

bool is_unit_range(const std::vector<ColorPoint> &colors, const std::vector<OpacityPoint> &opacities) {
    return colors.front().scalar == 0.0 && colors.back().scalar == 1.0 && opacities.front().scalar >= 0.0 &&
           opacities.back().scalar <= 1.0;
}

} // namespace

TransferFunction read_paraview(const std::string &bytes, TransferNotes &notes) {
    const JsonNode root(bytes);
    const JsonNode map = first_map(root, notes);
    std::vector<std::string> unknown;
    map.collect_unknown(
        {"Name", "Creator", "DefaultMap", "ColorSpace", "RGBPoints", "Points", "NanColor", "NanOpacity"}, unknown);
    note_unknown(unknown, notes);

    TransferFunction transfer;
    transfer.name = map.has("Name") ? map.at("Name").text() : "";
    transfer.description = "imported from a ParaView colour map";
    const std::string space = map.has("ColorSpace") ? map.at("ColorSpace").text() : "RGB";
    bool known = true;
    transfer.colors = in_color_space(colors_of(map.at("RGBPoints")), space, known);
    if (!known) {
        notes.push_back(
            fmt::format("ColorSpace \"{}\" is unknown: colours between the points are mixed in RGB", space));
    }
    if (map.has("Points")) {
        transfer.opacities = opacities_of(map.at("Points"));
    } else {
        transfer.opacities = opacity_ramp(transfer.colors);
        notes.push_back("states no opacities (Points): a ramp from 0 to 0.5 per voxel stands in");
    }
    transfer.domain =
        is_unit_range(transfer.colors, transfer.opacities) ? TransferDomain::normalised : TransferDomain::value;
    return transfer;
}

std::string write_paraview(const TransferFunction &transfer, TransferNotes &) {
    std::vector<std::string> colors, opacities;
    for (const ColorPoint &point : without_steps(transfer.colors)) {
        colors.push_back(fmt::format("      {}, {}, {}, {}", json_text(point.scalar), json_text(point.color.r),
                                     json_text(point.color.g), json_text(point.color.b)));
    }
    for (const OpacityPoint &point : without_steps(transfer.opacities)) {
        opacities.push_back(fmt::format("      {}, {}, 0.5, 0.0", json_text(point.scalar), json_text(point.opacity)));
    }
    return fmt::format("[\n  {{\n    \"Name\": {},\n    \"ColorSpace\": \"RGB\",\n    \"RGBPoints\": [\n{}\n    ],\n"
                       "    \"Points\": [\n{}\n    ]\n  }}\n]\n",
                       json_text(transfer.name), fmt::join(colors, ",\n"), fmt::join(opacities, ",\n"));
}

} // namespace voxmarch
