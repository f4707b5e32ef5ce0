// The lattice of a volume: how many voxels, and where they lie in the world.
#pragma once

#include "volume/length_unit.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_inverse.hpp>

namespace voxmarch {

/// A regular lattice of voxel centres. x is the fastest axis in memory.
struct Grid {
    /// Number of voxels along x, y, z; each at least 1.
    std::array<int, 3> dims{1, 1, 1};

    /// Distance of neighbouring voxel centres along each axis, in `unit`; positive.
    glm::dvec3 spacing{1.0};

    /// World position of the centre of voxel (0, 0, 0), in `unit`.
    glm::dvec3 origin{0.0};

    /// Columns are the unit world directions of the voxel axes; orthonormal, possibly with determinant -1.
    glm::dmat3 direction{1.0};

    /// True when the file states a patient orientation. World axes are then those of DICOM and ITK:
    /// +x left, +y posterior, +z superior.
    bool anatomical = false;

    /// Unit of spacing, origin and world coordinates.
    LengthUnit unit = LengthUnit::unknown;

    std::uint64_t voxel_count() const {
        return static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
               static_cast<std::uint64_t>(dims[2]);
    }

    /// Maps voxel indices (0 .. dims-1) to world coordinates.
    glm::dmat4 world_from_voxel() const;

    /// World position of the middle of the box of voxel centres.
    glm::dvec3 center() const;

    /// Edge lengths of the box of voxel centres, (dims - 1) * spacing, in `unit`.
    glm::dvec3 extent() const { return (dims_d() - 1.0) * spacing; }

    double smallest_spacing() const { return glm::min(spacing.x, glm::min(spacing.y, spacing.z)); }

    glm::dvec3 dims_d() const { return {dims[0], dims[1], dims[2]}; }
};

/// Coordinates and distances of a file lie below it, distances above its inverse, in whatever unit: meshes and pictures
/// keep them as floats, which must stay finite and greater than 0 over the length of a grid.
inline constexpr double largest_measure = 1e30;

/// Refuses a place that is not finite or beyond largest_measure. @throws FileError
void require_measure(const glm::dvec3 &place, const std::filesystem::path &file);

/// The same of a grid's origin and spacing. @throws FileError
void require_measure(const Grid &grid, const std::filesystem::path &file);

} // namespace voxmarch
