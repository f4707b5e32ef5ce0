// Meshes of fewer triangles.
#pragma once

#include "isosurface/mesh.h"

namespace voxmarch {

/// What decimate() did.
struct Decimation {
    std::size_t before = 0, after = 0; ///< triangles
    double error = 0.0; ///< about how far the surface has moved at most, by quadrics, in the unit of the positions
};

/// Whether meshoptimizer was there when the program was built.
bool can_decimate();

/// Collapses edges (Garland and Heckbert, SIGGRAPH 1997) until `share` of the triangles is left, or as few as go
/// without another topology. Vertices that stay keep places and normals; parts are lost. Cost: O(n log n), one core.
/// @param share  (0, 1]
/// @throws UnsupportedError where !can_decimate()
Decimation decimate(Mesh &mesh, double share);

} // namespace voxmarch
