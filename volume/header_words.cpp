// Format, type, voxels and their distances.
#include "volume/header_words.h"

#include <fmt/format.h>

namespace voxmarch {

std::string header_words(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    const std::string channels = header.channels.size() > 1 ? fmt::format(", {} channels", header.channels.size()) : "";
    return fmt::format("{}, {}, {}x{}x{}{}, {:.4g}x{:.4g}x{:.4g}{}", header.format, name_of(header.type), grid.dims[0],
                       grid.dims[1], grid.dims[2], channels, grid.spacing.x, grid.spacing.y, grid.spacing.z,
                       unit_suffix(grid.unit));
}

} // namespace voxmarch
