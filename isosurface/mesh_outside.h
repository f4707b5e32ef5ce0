// Meshes of the world on their way out: into a convention, and into the unit that a file format means.
#pragma once

#include "isosurface/mesh.h"
#include "volume/world_convention.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// Takes a mesh from within to outside, for the file it will be written to. Files of STL say no unit and are taken for
/// mm, so there lengths become mm where their unit is known.
/// @return OuterWorld::tag() of the coordinates that the mesh has then, for write_mesh()
std::string to_outside(Mesh &mesh, const OuterWorld &world, const std::filesystem::path &file);

/// What to tell the user of it: "STL files are read as mm ..."; "" if there is nothing to tell.
std::string note_of_unit(const OuterWorld &world, const std::filesystem::path &file);

} // namespace voxmarch
