// Skeletons as coloured tubes in pictures.
#include "app/skeleton_options.h"

#include "app/typed_options.h"
#include "skeleton/tubes.h"

#include <fmt/format.h>

namespace voxmarch {

void SkeletonOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Skeletons");
    add_text(
        command, "--skeleton", "FILE.vtk", file_,
        "draw the lines that voxmarch skeleton wrote as tubes, by depth\nwith volume and isosurfaces, coloured by the "
        "radius around them:\nblue thin, red thick");
    add_parsed(
        command, "--skeleton-width", "MM", "",
        [this](const std::string &text) { width_ = parse_number(text, 1e-6, 1e6, "--skeleton-width"); },
        "diameter of the tubes, mm (default: 1/250 of the volume's\ndiagonal)");
}

void SkeletonOptions::read() {
    if (given()) {
        lines_ = read_skeleton_lines(file_);
    }
}

std::string SkeletonOptions::apply(VolumeRenderer &renderer, const Grid &grid) const {
    const double width = width_.value_or(glm::length(grid.extent()) / 250.0);
    std::vector<ColoredMesh> meshes;
    for (TubeClass &tubes : make_tubes(lines_, 0.5 * width, grid)) {
        meshes.push_back({std::move(tubes.mesh), tubes.color});
    }
    renderer.set_meshes(std::move(meshes));
    const RadiusRange range = radius_range(lines_);
    return fmt::format("note: skeleton of {} lines, coloured by radius from {:.3g} mm (blue) to {:.3g} mm (red)",
                       lines_.lines.size(), range.low, range.high);
}

} // namespace voxmarch
