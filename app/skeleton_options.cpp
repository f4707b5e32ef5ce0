// Skeletons as coloured tubes in pictures.
#include "app/skeleton_options.h"

#include "app/skeleton_tubes.h"
#include "app/typed_options.h"
#include "device/error.h"

#include <fmt/format.h>

namespace voxmarch {

void SkeletonOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Skeletons");
    add_text(
        command, "--skeleton", "FILE.vtk", source_.source,
        "draw the lines that voxmarch skeleton wrote as tubes, by depth\nwith volume and isosurfaces, coloured by the "
        "radius around them:\nblue thin, red thick");
    add_parsed(
        command, "--skeleton-width", "MM", "",
        [this](const std::string &text) { source_.width = parse_number(text, 1e-6, 1e6, "--skeleton-width"); },
        "diameter of the tubes, mm (default: 1/250 of the volume's\ndiagonal)");
}

void SkeletonOptions::complete(const SkeletonSource &session) {
    if (!given()) {
        const std::optional<double> width = source_.width;
        source_ = session;
        source_.width = width ? width : session.width;
    }
}

void SkeletonOptions::read() {
    if (source_.width && !given()) {
        throw UsageError("--skeleton-width needs --skeleton FILE.vtk, the lines to draw");
    }
    if (given()) {
        lines_ = read_skeleton_lines(source_.source);
    }
}

std::string SkeletonOptions::apply(VolumeRenderer &renderer, const Grid &grid) const {
    renderer.set_meshes(tube_meshes(lines_, source_.width, grid));
    const RadiusRange range = radius_range(lines_);
    const std::string low = fmt::format("{:.3g}", range.low), high = fmt::format("{:.3g}", range.high);
    return fmt::format("note: skeleton of {}, ", count_text(lines_)) +
           (low == high ? fmt::format("of radius {} mm", low)
                        : fmt::format("coloured by radius from {} mm (blue) to {} mm (red)", low, high));
}

} // namespace voxmarch
