// Meshes of slabs, cut to the cells of their work units and joined.
#pragma once

#include "isosurface/work_units.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace voxmarch {

/// The mesh of one work unit. The vertices in the slice that two units share belong to the upper unit.
struct SlabPart {
    Mesh mesh;                           ///< own vertices; triangles count on into `borrowed`
    std::vector<std::uint64_t> borrowed; ///< edges (4 * voxel of the volume + axis) of vertices of the next unit
    std::vector<std::pair<std::uint64_t, std::uint32_t>> lent; ///< edges in the first slice and their vertices, sorted
};

/// The edge of the lattice that each vertex lies on, in the slab: 4 * voxel + axis. It tells vertices apart that share
/// a place.
/// @param slab  a mesh of a field with ScalarField::slab, downloaded
std::vector<std::uint64_t> slab_edges(const Mesh &slab);

/// Cuts what was extracted from a slab down to the layers of its unit, and finds the places of vertices. Keeps the
/// order of what stays.
/// @param slab  a mesh of a field with ScalarField::slab, downloaded
/// @param dims  of the volume
/// Cost: a pass over vertices and triangles.
SlabPart cut_slab(const Mesh &slab, const WorkUnit &unit, const std::array<int, 3> &dims);

/// One mesh out of the parts of all units, in order; every vertex comes once. If all parts are sorted by edge, the mesh
/// is: the edges of a unit come before those of the next.
/// @throws MemoryError if the mesh has 2^32 vertices or more, or does not fit the memory of this machine
Mesh join_slabs(std::vector<SlabPart> parts);

} // namespace voxmarch
