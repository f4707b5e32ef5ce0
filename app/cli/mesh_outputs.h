// Where the surfaces of voxmarch mesh go: all into one file, or each into one of its own.
#pragma once

#include "isosurface/mesh.h"
#include "isosurface/mesh_spool.h"
#include "volume/world_convention.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace voxmarch {

/// Takes surfaces in the world and writes them.
class MeshOutputs {
public:
    /// @param pattern  file to write; {label} and {name}, or {isovalue}, in it give each surface a file
    /// @param value    what surfaces differ by: "label" or "isovalue"
    /// @param several  more than one surface will come
    /// @throws UsageError for a word in braces that does not fit, or a format that cannot tell surfaces apart
    MeshOutputs(std::string pattern, std::string value, bool several);

    /// What the coordinates of files become; without it they stay.
    void set_world(const OuterWorld &world) { world_ = world; }

    /// Surfaces are told apart in files: several isovalues, or labels, of which even one has a name.
    bool has_parts() const { return value_ == "label" || several_; }

    /// A surface without triangles gets no file of its own, but a note in the end.
    /// @throws UsageError if an earlier surface has the same file; OutputError
    void add(Mesh surface, const MeshPart &part);

    /// Where a surface goes that is too large for memory: its vertices by way of to_file(), and add_spooled() at its
    /// end.
    MeshSpool &spool();
    void to_file(Mesh &part) const;

    /// The same as add(), of what came into the spool since the surface before.
    void add_spooled(const MeshPart &part);

    /// Writes what is in no file yet. @return "wrote FILE" or "wrote 725 files, FIRST .. LAST"
    /// @throws OutputError
    std::string finish();

    /// Triangles of all surfaces so far.
    std::size_t triangles() const { return triangles_; }

private:
    std::string pattern_, value_;
    bool several_ = false, apart_ = false;
    Mesh whole_;
    std::set<std::string> files_;
    std::vector<std::string> left_out_; ///< those that would hold nothing
    std::string first_, last_;
    std::size_t triangles_ = 0;
    std::optional<MeshSpool> spool_;
    std::vector<MeshPart> spooled_; ///< what is in the spool

    std::optional<OuterWorld> world_;

    std::string file_of(const MeshPart &part) const;
    bool begin_file(const MeshPart &part, std::size_t triangles);
    void write(Mesh &mesh, const std::string &file) const;
    void write_spool(const std::string &file);
};

} // namespace voxmarch
