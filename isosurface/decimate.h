// Meshes of fewer triangles.
#pragma once

#include "isosurface/mesh.h"

namespace voxmarch {

/// What decimate() did.
struct Decimation {
    std::size_t before = 0, after = 0;               ///< triangles
    std::size_t pieces_before = 0, pieces_after = 0; ///< that are not joined; small ones collapse to nothing
    /// Of the collapses by their quadrics, in the unit of the positions: an estimate for places that are left, which
    /// thin parts and pieces that are gone may exceed many times.
    double error = 0.0;
};

/// Whether meshoptimizer was there when the program was built.
bool can_decimate();

/// Collapses edges (Garland and Heckbert, SIGGRAPH 1997) until `share` of the triangles is left, or as few as go
/// without tearing it: small pieces vanish, and thin ones may touch themselves (edges of more than two triangles).
/// Vertices that stay keep places and normals; parts are lost. Cost: O(n log n), one core.
/// @param share  (0, 1]
/// @throws UnsupportedError where !can_decimate()
Decimation decimate(Mesh &mesh, double share);

} // namespace voxmarch
