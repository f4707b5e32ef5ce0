// Makes coloured tubes of the lines of a skeleton.
#include "scene/skeleton_tubes.h"

#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

double default_tube_width(const Grid &grid) { return glm::length(grid.extent()) / 250.0; }

std::vector<ColoredMesh> tube_meshes(const SkeletonLines &lines, std::optional<double> width, const Grid &grid) {
    std::vector<ColoredMesh> meshes;
    for (TubeClass &tubes : make_tubes(lines, 0.5 * width.value_or(default_tube_width(grid)), grid)) {
        meshes.push_back({std::move(tubes.mesh), tubes.color});
    }
    return meshes;
}

std::string count_text(const SkeletonLines &lines) {
    const auto counted = [](std::size_t n, const char *what) {
        return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    const std::string text = counted(lines.lines.size(), "line");
    return lines.lone_points.empty() ? text : text + " and " + counted(lines.lone_points.size(), "lone point");
}

bool holds_lines(const std::filesystem::path &file) {
    if (file.extension() != ".vtk") {
        return false;
    }
    std::ifstream stream(file, std::ios::binary);
    std::string head(512, '\0');
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("DATASET POLYDATA") != std::string::npos;
}

} // namespace voxmarch
