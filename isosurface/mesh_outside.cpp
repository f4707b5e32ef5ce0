// Turns and scales meshes for files.
#include "isosurface/mesh_outside.h"

#include "base/parallel.h"
#include "base/text.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Factor from the world's unit to the file's.
double scale_for(const OuterWorld &world, const std::filesystem::path &file) {
    const bool is_stl = text::lower(file.extension().string()) == ".stl";
    return is_stl ? millimetres_per(world.unit()).value_or(1.0) : 1.0;
}

} // namespace

std::string to_outside(Mesh &mesh, const OuterWorld &world, const std::filesystem::path &file) {
    const double scale = scale_for(world, file);
    if (world.turned() || scale != 1.0) {
        in_pieces(mesh.positions.size(), std::size_t{1} << 16, [&](std::size_t, std::size_t first, std::size_t end) {
            for (std::size_t v = first; v < end; ++v) {
                mesh.positions[v] = glm::vec3(scale * world.from_world(glm::dvec3(mesh.positions[v])));
                if (!mesh.normals.empty()) {
                    mesh.normals[v] = glm::vec3(world.from_world(glm::dvec3(mesh.normals[v])));
                }
            }
        });
    }
    return (scale == 1.0 ? world : world.in(LengthUnit::millimeter)).tag();
}

std::string note_of_unit(const OuterWorld &world, const std::filesystem::path &file) {
    if (scale_for(world, file) == 1.0) {
        return {};
    }
    return fmt::format("note: STL files are read as mm, so {} is in mm; the volume's unit is {}", file.string(),
                       name_of(world.unit()));
}

} // namespace voxmarch
