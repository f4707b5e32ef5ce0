// Skeletons as coloured tubes in pictures.
#include "app/cli/skeleton_options.h"

#include "app/cli/scene_mesh_options.h"
#include "app/cli/typed_options.h"
#include "base/error.h"
#include "scene/skeleton_tubes.h"

#include <fmt/format.h>

namespace voxmarch {

void SkeletonOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Skeletons");
    add_text(
        command, "--skeleton", "FILE.vtk", source_.source,
        "draw the lines that voxmarch skeleton wrote as tubes, by depth\nwith volume and isosurfaces, coloured by the "
        "radius around them:\nblue thin, red thick; not with --isosurface raycast, nor\nwith --blend other than "
        "composite");
    add_parsed(
        command, "--skeleton-width", "WIDTH", "",
        [this](const std::string &text) { source_.width = parse_number(text, 1e-6, 1e6, "--skeleton-width"); },
        "diameter of the tubes, in the volume's unit (default: 1/250 of\nits diagonal)");
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

void SkeletonOptions::require_drawable(const RenderSettings &settings) const {
    if (given()) {
        require_meshes_drawable(settings, "--skeleton", "tubes");
    }
}

std::optional<SceneLines> SkeletonOptions::lines_in(const Grid &grid) const {
    return given() ? std::optional(SceneLines{source_.source, lines_in_world(lines_, grid)}) : std::nullopt;
}

std::string note_of(const SkeletonLines &lines, const Grid &grid) {
    const RadiusRange range = radius_range(lines);
    const std::string unit = unit_suffix(grid.unit);
    const std::string low = fmt::format("{:.3g}", range.low), high = fmt::format("{:.3g}", range.high);
    return fmt::format("note: skeleton of {}, ", count_text(lines)) +
           (low == high ? fmt::format("of radius {}{}", low, unit)
                        : fmt::format("coloured by radius from {}{} (blue) to {}{} (red)", low, unit, high, unit));
}

} // namespace voxmarch
