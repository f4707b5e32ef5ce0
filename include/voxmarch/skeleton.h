// Curve skeletons: vessels, roots, fibres or pores thinned to a graph of poly-lines with lengths and radii.
#pragma once

#include "voxmarch/device.h"
#include "voxmarch/error.h"
#include "voxmarch/types.h"
#include "voxmarch/volume.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace voxmarch::v1 {

/// A point of a poly-line.
struct SkeletonPoint {
    Vec3 position{0.0, 0.0, 0.0}; ///< world
    double radius = 0.0;          ///< from here to the surface of the object, world
};

/// Where poly-lines end or meet. Branch voxels next to each other are one node, and so is the wall of a cavity.
struct SkeletonNode {
    SkeletonPoint point{};
    NodeKind kind = NodeKind::alone;
    std::vector<std::array<int, 3>> voxels{};
    int cavities = 0; ///< closed in by the node's voxels, which no thinning can open
    int loops = 0;    ///< within the node: its voxels may surround holes
    int degree = 0;   ///< ends of branches here
};

/// A poly-line from node to node.
struct SkeletonBranch {
    int from = -1, to = -1; ///< nodes; both -1 for a closed curve without one, whose first point is its last
    std::vector<SkeletonPoint> points{};
    std::vector<std::array<int, 3>> voxels{}; ///< between the nodes
    double length = 0.0;                      ///< world, in the unit of the grid
    double mean_radius = 0.0;                 ///< over the length
};

/// Numbers of a whole skeleton.
struct SkeletonSummary {
    std::size_t branches = 0, ends = 0, branch_points = 0, lone_voxels = 0, components = 0;
    std::size_t cavities = 0;
    std::size_t voxels = 0; ///< of nodes and branches
    std::int64_t loops = 0; ///< independent ones
    double length = 0.0;    ///< in the unit of the grid
};

struct Skeleton {
    std::vector<SkeletonNode> nodes{};
    std::vector<SkeletonBranch> branches{};
    SkeletonSummary summary{};
    Grid grid{}; ///< of the volume
};

struct SkeletonOptions {
    Peeling peeling = Peeling::layers;
    bool invert = false; ///< the object is the other voxels, e.g. pores
    int largest = 0;     ///< keep so many components of the object, those with most voxels; 0: all
    double prune = 0.0;  ///< remove end branches shorter than this, in the unit of the grid

    /// Called now and then with the share of the thinning done, 0 .. 1, a guess. What it throws ends it.
    std::function<void(double)> progress{};
};

/// Thins the voxels whose value is not below the isovalue, by the 12-subiteration algorithm of Palagyi and Kuba (1999),
/// and turns what is left into a graph. Loops, cavities and components of the object stay; the same on every device.
/// @throws UsageError if no voxel or every voxel is object, MemoryError, DeviceError
VOXMARCH_API Skeleton extract_skeleton(Device &device, const Volume &volume, double isovalue,
                                       const SkeletonOptions &options = {});

/// The same of the voxels of a label volume that have one of these labels.
VOXMARCH_API Skeleton extract_skeleton(Device &device, const Volume &labels, std::span<const int> wanted,
                                       const SkeletonOptions &options = {});

/// Writes by extension: .vtk (lines with radii), .obj (lines), .csv (a row for each branch), .nrrd (label volume of the
/// branches). The file appears whole or not at all (docs/skeletons.md).
/// @param convention  of the coordinates in the file, of patients
/// @throws UsageError for another extension, OutputError
VOXMARCH_API void write_skeleton(const Skeleton &skeleton, const std::filesystem::path &file,
                                 Convention convention = Convention::lps);

} // namespace voxmarch::v1
