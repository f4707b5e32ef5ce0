// Chooses the reader of a mesh file.
#include "isosurface/read_mesh.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "isosurface/formats/mesh_format.h"

#include <fmt/format.h>
#include <fstream>
#include <new>

namespace voxmarch {

namespace {

struct MeshFormat {
    std::string_view ending;
    std::string (*read)(std::string_view bytes, MeshBuilder &mesh);
    LengthUnit unit; ///< of a file that says none
    int first;       ///< vertex, as the format counts
};

constexpr MeshFormat formats[] = {
    {".ply", read_ply, LengthUnit::unknown, 0},
    {".stl", read_stl, LengthUnit::millimeter, 0},
    {".obj", read_obj, LengthUnit::unknown, 1},
    {".glb", read_glb, LengthUnit::unknown, 0}}; // which says it: metres, or of ours what it was

const MeshFormat *find_format(const std::filesystem::path &file) {
    const std::string ending = text::lower(file.extension().string());
    for (const MeshFormat &format : formats) {
        if (format.ending == ending) {
            return &format;
        }
    }
    return nullptr;
}

std::string bytes_of(const std::filesystem::path &file) {
    std::string bytes(size_of_file(file), '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
        throw FileError(file, "cannot be read");
    }
    return bytes;
}

} // namespace

bool is_readable_mesh(const std::filesystem::path &file) { return find_format(file) != nullptr; }

StoredMesh read_mesh(const std::filesystem::path &file) {
    const MeshFormat *format = find_format(file);
    if (format == nullptr) {
        throw FileError(file, "meshes are read from .ply, .stl, .obj and .glb files");
    }
    try {
        MeshBuilder builder(file, format->first);
        const std::string comments = format->read(bytes_of(file), builder);
        StoredMesh result{builder.finish(), find_world_tag(comments)};
        if (result.world.unit == LengthUnit::unknown) {
            result.world.unit = format->unit;
        }
        return result;
    } catch (const std::bad_alloc &) {
        throw MemoryError(file.string() + ": not enough memory to read it");
    }
}

Grid world_of(StoredMesh &stored) {
    Grid world;
    world.unit = stored.world.unit;
    world.anatomical = stored.world.convention.has_value();
    const OuterWorld outside(world, stored.world.convention.value_or(Convention::lps));
    if (outside.turned()) {
        for (glm::vec3 &position : stored.mesh.positions) {
            position = glm::vec3(outside.to_world(glm::dvec3(position)));
        }
        stored.world.convention = Convention::lps;
    }
    return world;
}

} // namespace voxmarch
