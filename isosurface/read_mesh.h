// Reads triangle meshes of PLY, STL, OBJ and glTF files.
#pragma once

#include "isosurface/mesh.h"
#include "volume/world_convention.h"

#include <filesystem>

namespace voxmarch {

/// A mesh as its file has it.
struct StoredMesh {
    Mesh mesh;      ///< positions and triangles alone; one vertex at each place, no triangle with a corner twice
    WorldTag world; ///< what the file said about its coordinates
};

/// Whether read_mesh() knows the extension: .ply, .stl, .obj, .glb (whatever the case).
bool is_readable_mesh(const std::filesystem::path &file);

/// Reads by extension: PLY in text or binary of either byte order, STL in text or binary, OBJ, binary
/// glTF 2.0. Polygons become fans of triangles; colours, normals, texture and groups are left out. STL says no unit and
/// means mm. Of glTF it is the scene that is shown at first, all meshes where its nodes place them; it is in metres and
/// its y points up, and becomes z here, as in the files that write_mesh() makes, of which the unit is what it was.
/// @throws FileError for what is damaged, names vertices that are not there, has positions that are not finite or holds
///         no triangle; MemoryError
/// Memory: the file, and 24 bytes a vertex and 12 a triangle. Cost: one core.
StoredMesh read_mesh(const std::filesystem::path &file);

/// The world of a mesh in LPS and its unit: positions are turned where the file says RAS.
/// @return a grid of which unit and `anatomical` are set
Grid world_of(StoredMesh &stored);

} // namespace voxmarch
