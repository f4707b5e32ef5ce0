// What the readers of mesh files share: text taken apart, and a mesh that grows with its checks.
#pragma once

#include "isosurface/read_mesh.h"

#include <span>
#include <string>
#include <string_view>

namespace voxmarch {

/// Takes the next line off, without its end.
std::string_view take_line(std::string_view &text);

/// Takes the next word off; "" at the end.
std::string_view take_word(std::string_view &text);

/// A mesh that a reader fills. Nothing of a file is trusted: what it says wrong is a FileError.
class MeshBuilder {
public:
    /// @param first  the number of the first vertex in the format, as messages count
    MeshBuilder(std::filesystem::path file, int first) : file_(std::move(file)), first_(first) {}

    /// @throws FileError unless all are finite and at most largest_measure
    void add_vertex(const glm::dvec3 &position);

    /// A polygon as a fan; fewer than three corners are nothing. @throws FileError for a vertex that there is not yet
    void add_polygon(std::span<const std::int64_t> corners);

    /// Three positions in words. @throws FileError
    glm::dvec3 position_of(std::string_view &words) const;

    const std::filesystem::path &file() const { return file_; }
    std::size_t vertices() const { return mesh_.positions.size(); }
    [[noreturn]] void fail(const std::string &problem) const;

    /// The mesh with one vertex at each place, and without triangles that have a corner twice.
    /// @throws FileError if no triangle is left
    Mesh finish();

private:
    std::filesystem::path file_;
    std::int64_t first_;
    Mesh mesh_;

    /// That of the vertex to come, as the format counts.
    std::int64_t next_number() const { return first_ + static_cast<std::int64_t>(vertices()); }
};

/// Each reads the bytes of a whole file into the builder.
/// @return what comments say, for find_world_tag()
std::string read_ply(std::string_view bytes, MeshBuilder &mesh);
std::string read_stl(std::string_view bytes, MeshBuilder &mesh);
std::string read_obj(std::string_view bytes, MeshBuilder &mesh);
std::string read_glb(std::string_view bytes, MeshBuilder &mesh);

} // namespace voxmarch
