// Which kernel files make the programs of the octree: each alternative is a file (docs/kernels.md).
#pragma once

#include "device/device_info.h"
#include "device/program.h"

#include <string_view>

namespace voxmarch {

/// What makes a leaf occupied: kernels/octree/occupancy_*.cl.
enum class LeafTest { scalars, opacities, isovalues };

/// Ranges of leaves from stored scalars (load_files()), or from the opacities of classified voxels.
ProgramSource scalar_range_source(bool image, std::string_view stored_type);
ProgramSource opacity_range_source();

/// The same of scalars that lie on another grid than the octree.
ProgramSource placed_range_source(bool image, std::string_view stored_type);

/// The same of a volume in bricks. @param opacities   of the opacities of classified voxels
/// @param brick_edge  cells
ProgramSource brick_range_source(bool image, std::string_view stored_type, bool opacities, int brick_edge);

ProgramSource occupancy_source(LeafTest test);
/// @param functions  labels have transfer functions, which a leaf's bits tell: kernels/octree/label_bit_*.cl
ProgramSource label_leaves_source(bool functions = false);
ProgramSource node_bounds_source();
ProgramSource code_pairs_source();

/// How many leaves of a row a work-item of the distance map takes at once: kernels/octree/leaf_lanes_NUMBER.cl.
constexpr int leaf_lanes(DeviceKind kind) { return kind == DeviceKind::cpu ? 16 : 4; }
ProgramSource distance_map_source(int lanes);
ProgramSource leaf_strides_source();

/// The largest extinction of leaves, of stored scalars or of opacities of classified voxels:
/// kernels/octree/largest_opacity_*.cl.
ProgramSource leaf_majorants_source(bool opacities);

/// What several channels, or several functions, make of a place together: kernels/octree/join_*.cl.
enum class OpacityJoin {
    product, ///< each stops its share of the light
    maximum  ///< the largest opacity is seen
};

/// The largest extinction of leaves of several of them: kernels/octree/joined_majorants.cl.
ProgramSource joined_majorants_source(OpacityJoin join);

} // namespace voxmarch
