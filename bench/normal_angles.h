// How far normals of a mesh are from those of the formula whose isosurface it is (Parallel Marching Blocks, figure 6).
#pragma once

#include "isosurface/mesh.h"

#include <functional>
#include <span>
#include <string_view>

namespace voxmarch {

/// Unit normal of an isosurface of a field at a place, towards lower values.
using TrueNormal = std::function<glm::dvec3(const glm::dvec3 &)>;

/// A named formula (formula_volume.h) whose gradient is known in closed form.
struct DerivedFormula {
    std::string_view name;
    double isovalue;
    glm::dvec3 (*normal)(const glm::dvec3 &place); ///< a TrueNormal; places in the formula's box [-1, 1]^3
};

std::span<const DerivedFormula> derived_formulas();

/// That of a formula in voxel space, with so many voxels along each axis.
TrueNormal normal_in_voxels(const DerivedFormula &formula, int voxels);

/// Angles to the true normal over a surface, degrees. A triangle counts by its area, in four places: its corners with
/// their normals, and its middle with the normal between them, as pictures are shaded.
struct NormalAngles {
    double mean = 0.0;
    double p95 = 0.0; ///< 95 % of the area is not above
    double largest = 0.0;
};

/// @param mesh  of voxel space; without normals every triangle has its own. Triangles without area are left out.
NormalAngles measure_normals(const Mesh &mesh, const TrueNormal &normal);

} // namespace voxmarch
