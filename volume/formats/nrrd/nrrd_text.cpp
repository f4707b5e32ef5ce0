// Spells a volume's header in NRRD.
#include "volume/formats/nrrd/nrrd_text.h"

#include <bit>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string vector_text(const glm::dvec3 &v) { return fmt::format("({},{},{})", v.x, v.y, v.z); }

} // namespace

std::string nrrd_text(const VolumeHeader &header, const std::string &encoding) {
    const Grid &grid = header.grid;
    std::string text = "NRRD0004\n# written by voxmarch\n";
    text += fmt::format("type: {}\ndimension: 3\n", header.type == ScalarType::f32 ? "float" : name_of(header.type));
    text += grid.anatomical ? "space: left-posterior-superior\n" : "space dimension: 3\n";
    if (const std::string_view unit = name_of(grid.unit); !unit.empty()) {
        text += fmt::format("space units: \"{0}\" \"{0}\" \"{0}\"\n", unit);
    }
    text += fmt::format("sizes: {} {} {}\n", grid.dims[0], grid.dims[1], grid.dims[2]);
    text +=
        fmt::format("space directions: {} {} {}\n", vector_text(grid.direction[0] * grid.spacing.x),
                    vector_text(grid.direction[1] * grid.spacing.y), vector_text(grid.direction[2] * grid.spacing.z));
    text += fmt::format("kinds: domain domain domain\nendian: {}\nencoding: {}\n",
                        std::endian::native == std::endian::little ? "little" : "big", encoding);
    text += fmt::format("space origin: {}\n\n", vector_text(grid.origin));
    return text;
}

} // namespace voxmarch
