// PLY: vertices and faces, whatever else there is left out.
#include "isosurface/formats/mesh_format.h"
#include "volume/formats/ply.h"

namespace voxmarch {

namespace {

void read_vertices(const PlyElement &element, PlyReader &reader, MeshBuilder &mesh) {
    const auto [x, y, z] = reader.places_of_position(element);
    reader.require_rows(element);
    PlyRow row;
    for (std::uint64_t vertex = 0; vertex < element.rows; ++vertex) {
        reader.read_row(element, row);
        mesh.add_vertex({row.values[x], row.values[y], row.values[z]});
    }
}

void read_faces(const PlyElement &element, PlyReader &reader, MeshBuilder &mesh) {
    const auto usual = element.find("vertex_indices");
    const auto place = usual ? usual : element.find("vertex_index");
    if (!place || !element.properties[*place].count_type) {
        reader.fail("has faces without a list of vertex_indices");
    }
    reader.require_rows(element);
    PlyRow row;
    std::vector<std::int64_t> corners;
    for (std::uint64_t face = 0; face < element.rows; ++face) {
        reader.read_row(element, row, place);
        corners.clear();
        for (const double corner : row.list) {
            corners.push_back(reader.whole(corner));
        }
        mesh.add_polygon(corners);
    }
}

} // namespace

std::string read_ply(std::string_view bytes, MeshBuilder &mesh) {
    PlyReader reader(bytes, mesh.file());
    for (const PlyElement &element : reader.header().elements) {
        if (element.name == "vertex") {
            read_vertices(element, reader, mesh);
        } else if (element.name == "face") {
            read_faces(element, reader, mesh);
        } else if (element.name == "tristrips") {
            reader.fail("holds triangle strips, which are not read; write it with faces");
        } else {
            reader.skip_rows(element);
        }
    }
    return reader.header().comments;
}

} // namespace voxmarch
