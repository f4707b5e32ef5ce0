// Polygon files (PLY): the places of the vertices, and their masses.
#include "base/checked_size.h"
#include "volume/formats/ply.h"
#include "volume/particles/particles.h"
#include "volume/voxel_storage.h"

namespace voxmarch {

static Particles read_vertices(const PlyElement &vertices, PlyReader &reader) {
    const auto [x, y, z] = reader.places_of_position(vertices);
    const auto mass = vertices.find("mass");
    if (mass && vertices.properties[*mass].count_type) {
        reader.fail("has vertices with lists of masses");
    }
    reader.require_rows(vertices);
    Particles particles;
    PlyRow row;
    for (std::uint64_t i = 0; i < vertices.rows; ++i) {
        reader.read_row(vertices, row);
        particles.positions.emplace_back(row.values[x], row.values[y], row.values[z]);
        if (mass) {
            particles.masses.push_back(row.values[*mass]);
        }
    }
    return particles;
}

Particles read_ply(const std::filesystem::path &file) {
    const FileMapping mapping(file, 0, size_of_file(file));
    PlyReader reader({reinterpret_cast<const char *>(mapping.bytes().data()), mapping.bytes().size()}, file);
    for (const PlyElement &element : reader.header().elements) {
        if (element.name == "vertex") {
            return read_vertices(element, reader);
        }
        reader.skip_rows(element);
    }
    reader.fail("holds no vertices: it needs an element 'vertex'");
}

} // namespace voxmarch
