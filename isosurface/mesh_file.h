// Writes meshes as PLY, STL, OBJ, VTK and glTF files.
#pragma once

#include "isosurface/mesh.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

namespace voxmarch {

/// Whether write_mesh() knows the extension: .ply, .stl, .obj, .vtk, .glb (whatever the case).
bool is_mesh_file(const std::filesystem::path &file);

/// Whether files with this extension tell the parts of a mesh apart: all but .stl.
bool tells_parts_apart(const std::filesystem::path &file);

/// A mesh that lies anywhere, e.g. in mapped files.
struct MeshView {
    MeshView() = default;
    // cppcheck-suppress noExplicitConstructor
    MeshView(const Mesh &mesh)
        : positions(mesh.positions), normals(mesh.normals), triangles(mesh.triangles), parts(mesh.parts),
          part_value(mesh.part_value) {}

    std::span<const glm::vec3> positions, normals;
    std::span<const MeshTriangle> triangles;
    std::span<const MeshPart> parts;
    std::string_view part_value;
    std::function<void()> forget{}; ///< called now and then: what was read until now will hardly be read again
};

/// Writes by extension: binary PLY (little-endian), binary STL (no vertex normals; corners are repeated), OBJ text,
/// binary legacy VTK polydata, binary glTF 2.0 (upright and in metres by a node). Normals are written if the mesh has
/// them. Parts become groups (OBJ), or a number and a colour of each triangle (VTK), or a number of each triangle and a
/// colour of each vertex (PLY), or nodes with materials (glTF); STL loses them. The file appears whole or not at all.
/// @param progress  called now and then with the share done, 0 .. 1; may throw to cancel
/// @param world     OuterWorld::tag() of the coordinates, becomes a comment; "": none
/// @throws UsageError for another extension, OutputError
void write_mesh(const MeshView &mesh, const std::filesystem::path &file,
                const std::function<void(double)> &progress = {}, const std::string &world = {});

} // namespace voxmarch
