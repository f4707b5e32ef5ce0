// Words and numbers about labels.
#include "app/cli/label_text.h"

#include "app/cli/color_names.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

double voxel_volume(const Grid &grid) { return grid.spacing.x * grid.spacing.y * grid.spacing.z; }

} // namespace

std::string labels_text(const std::vector<LabelExtent> &extents, const Grid &grid, const LabelNames &names) {
    const VolumeUnit unit = volume_unit(grid.unit);
    const auto objects = std::count_if(extents.begin(), extents.end(), [](const auto &e) { return e.label != 0; });
    std::string text = fmt::format("\n  {} label{}\n  {:>8} {:>12} {:>16}  name\n", objects, objects == 1 ? "" : "s",
                                   "label", "voxels", "volume");
    for (const LabelExtent &extent : extents) {
        const double volume = static_cast<double>(extent.voxels) * voxel_volume(grid) * unit.per_cube;
        const auto named = names.find(extent.label);
        text += fmt::format("  {:>8} {:>12} {:>16}  {}\n", extent.label, extent.voxels,
                            fmt::format("{:.6g}{}", volume, unit.suffix),
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
        const auto millilitres = millilitres_per_cube(grid.unit);
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
