// Words and numbers about labels.
#include "app/cli/label_text.h"

#include "app/cli/color_names.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// A unit for volumes.
struct VolumeUnit {
    double factor = 1.0; ///< of the grid's unit, cubed
    std::string symbol;  ///< " ml"; "" where the grid has no unit
};

std::optional<double> millilitres_per_cube(const Grid &grid) {
    const auto millimetres = millimetres_per(grid.unit);
    return millimetres ? std::optional(std::pow(*millimetres, 3) / 1000.0) : std::nullopt;
}

VolumeUnit volume_unit(const Grid &grid) {
    if (grid.unit == LengthUnit::meter || grid.unit == LengthUnit::millimeter) {
        return {*millilitres_per_cube(grid), " ml"};
    }
    const std::string_view symbol = name_of(grid.unit);
    return {1.0, symbol.empty() ? "" : fmt::format(" {}3", symbol)};
}

double voxel_volume(const Grid &grid) { return grid.spacing.x * grid.spacing.y * grid.spacing.z; }

} // namespace

std::string label_name(const LabelNames &names, int label) {
    const auto found = names.find(label);
    return found == names.end() ? fmt::format("label {}", label) : found->second.name;
}

std::string labels_text(const std::vector<LabelExtent> &extents, const Grid &grid, const LabelNames &names) {
    const VolumeUnit unit = volume_unit(grid);
    const auto objects = std::count_if(extents.begin(), extents.end(), [](const auto &e) { return e.label != 0; });
    std::string text = fmt::format("\n  {} label{}\n  {:>8} {:>12} {:>16}  name\n", objects, objects == 1 ? "" : "s",
                                   "label", "voxels", "volume");
    for (const LabelExtent &extent : extents) {
        const double volume = static_cast<double>(extent.voxels) * voxel_volume(grid) * unit.factor;
        const auto named = names.find(extent.label);
        text += fmt::format("  {:>8} {:>12} {:>16}  {}\n", extent.label, extent.voxels,
                            fmt::format("{:.6g}{}", volume, unit.symbol),
                            named != names.end() ? named->second.name
                            : extent.label == 0  ? "background"
                                                 : "");
    }
    return text;
}

nlohmann::ordered_json labels_json(const std::vector<LabelExtent> &extents, const Grid &grid, const LabelNames &names) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (const LabelExtent &extent : extents) {
        const double volume = static_cast<double>(extent.voxels) * voxel_volume(grid);
        const auto millilitres = millilitres_per_cube(grid);
        const auto named = names.find(extent.label);
        using json = nlohmann::ordered_json;
        result.push_back(
            {{"label", extent.label},
             {"name", named == names.end() ? json(nullptr) : json(named->second.name)},
             {"color",
              named == names.end() || !named->second.has_color ? json(nullptr) : json(color_code(named->second.color))},
             {"voxels", extent.voxels},
             {"volume", volume},
             {"volume_ml", millilitres ? json(volume * *millilitres) : json(nullptr)},
             {"low", extent.low},
             {"high", extent.high}});
    }
    return result;
}

std::string surface_line(const MeshMeasures &measures, int label, const LabelNames &names, const Grid &grid) {
    const std::string_view unit = name_of(grid.unit);
    const std::string power = unit.empty() ? "" : fmt::format(" {}", unit);
    const auto named = names.find(label);
    return fmt::format("label {}{}: {} triangles, {}, {} component{}, area {:.6g}{}, volume {:.6g}{}\n", label,
                       named == names.end() ? "" : fmt::format(" ({})", named->second.name), measures.triangles,
                       measures.watertight() ? "watertight" : "not watertight", measures.components,
                       measures.components == 1 ? "" : "s", measures.area, unit.empty() ? "" : power + "2",
                       measures.volume, unit.empty() ? "" : power + "3");
}

} // namespace voxmarch
