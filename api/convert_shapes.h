// Meshes and skeletons of the public interface, as the inside of the library has them.
#pragma once

#include "isosurface/mesh.h"
#include "skeleton/graph.h"
#include "voxmarch/mesh.h"
#include "voxmarch/skeleton.h"

namespace voxmarch::v1 {

/// In the world, as the public one. @throws UsageError for corners or normals that do not fit the vertices
voxmarch::Mesh inner(const Mesh &mesh);

/// @throws UsageError for a branch between nodes that there are not
SkeletonGraph inner(const Skeleton &skeleton);

} // namespace voxmarch::v1
