// Meshes of fewer triangles.
#pragma once

#include "isosurface/mesh.h"

#include <functional>

namespace voxmarch {

/// What decimate() did.
struct Decimation {
    std::size_t before = 0, after = 0;               ///< triangles
    std::size_t wanted = 0;                          ///< fewer than `after` where no edge could go any more
    std::size_t pieces_before = 0, pieces_after = 0; ///< that are not joined; small ones collapse to nothing
    /// Distances from the vertices of the mesh as it was to the mesh as it is, in the unit of the positions: of pieces
    /// that are left.
    double largest_error = 0.0, mean_error = 0.0;
    double largest_gone = 0.0; ///< the largest distance from a vertex of a piece that is gone to what is left; else 0
};

/// Collapses edges (Garland and Heckbert, SIGGRAPH 1997) until `share` of the triangles is left, or as few as go:
/// closed surfaces stay closed, and pieces keep their topology (Dey et al., Topology Preserving Edge Contraction, 1999)
/// until the four triangles that a small one has left vanish together. Vertices that stay keep places and normals;
/// parts are lost. Then measures how far the mesh has moved. Cost: O(n log n), one core; the distances on all cores.
/// @param share     (0, 1]
/// @param progress  called now and then with the share done; may throw
Decimation decimate(Mesh &mesh, double share, const std::function<void(double)> &progress = {});

} // namespace voxmarch
