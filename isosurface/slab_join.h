// Joins the meshes of slabs.
#pragma once

#include "base/error.h"
#include "isosurface/mesh.h"

#include <vector>

namespace voxmarch {

/// One mesh out of the meshes of all parts of a volume, in order (see FieldPart): every vertex comes once, and the
/// order is that of a mesh made in one piece.
/// @throws MemoryError if the mesh has 2^32 vertices or more, or does not fit the memory of this machine; DeviceError
///         if a triangle has a corner that no part has
/// Cost: a pass over the meshes by all cores; none for a single part.
Mesh join_slabs(std::vector<Mesh> parts);

/// @throws MemoryError for more vertices than corners of triangles can tell apart
void require_vertex_numbers(std::uint64_t vertices);

/// That a triangle has a corner that no part has.
DeviceError slabs_disagree();

} // namespace voxmarch
