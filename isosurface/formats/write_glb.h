// Binary glTF.
#pragma once

#include "isosurface/mesh_file.h"

namespace voxmarch {

class MeshWriter;

/// Every part becomes a node with a mesh and a material. Positions stay those of the world; a node above them turns z
/// up and scales to metres, as glTF has it. @throws UsageError for more than 4 GiB
void write_glb(const MeshView &mesh, MeshWriter &out);

} // namespace voxmarch
