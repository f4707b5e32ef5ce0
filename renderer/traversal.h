// The catalogue of traversals: how rays find the parts of a volume worth marching through.
#pragma once

#include "base/enum_names.h"
#include "device/device_info.h"
#include "voxmarch/choices.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace voxmarch {

/// What a traversal reads beside the voxels.
enum class SkipData { none, octree, distance_all, distance_octants };

/// Parameters of the loops; they change the speed, never the picture.
struct LoopParams {
    int node_steps;     ///< traversal steps a round, [1, 1024]
    int marching_steps; ///< marching steps a round, a multiple of fused_steps, [1, 4096]
    int fused_steps;    ///< marching steps between two looks at the buffer or map, [1, 16]
    int buffer_length;  ///< segments in the ring buffer, a power of two in [2, 64]
    int decisions;      ///< persistent: rounds between two chances to take a new ray, [1, 1024]
    int pool_tiles;     ///< persistent: warp tiles in a pool, [1, 64]
    bool operator==(const LoopParams &) const = default;
};

/// One traversal. Name, kernel file (kernels/traversal_NAME.cl), command-line word and benchmark row are the same word.
struct TraversalInfo {
    Traversal traversal;
    std::string_view name;
    SkipData data;
    bool persistent; ///< owns the outer loop over pixels
    bool packets;    ///< there is a variant for the packet back end (kernels/packet_traversal_NAME.cl)
    int leaf_size;   ///< default edge of the octree's leaves, cells
    LoopParams defaults;
};

/// All of them, in the order of the enumeration. After the flags: leaf size, then node steps, marching steps, fused
/// steps, buffer length, decisions, pool tiles.
inline constexpr auto traversals = std::to_array<TraversalInfo>({
    {Traversal::none, "none", SkipData::none, false, true, 8, {1, 1, 1, 2, 1, 1}},
    {Traversal::first_approach, "first-approach", SkipData::octree, false, true, 8, {1, 1, 1, 2, 1, 1}},
    {Traversal::if_if, "if-if", SkipData::octree, false, false, 8, {1, 1, 1, 2, 1, 1}},
    {Traversal::while_while, "while-while", SkipData::octree, false, false, 8, {1, 1, 1, 2, 1, 1}},
    {Traversal::for_for, "for-for", SkipData::octree, false, false, 8, {2, 10, 1, 2, 1, 1}},
    {Traversal::buffered_for_for, "buffered-for-for", SkipData::octree, false, false, 8, {8, 64, 8, 8, 1, 1}},
    {Traversal::buffered_for_for_with_flags,
     "buffered-for-for-with-flags",
     SkipData::octree,
     false,
     true,
     8,
     {8, 64, 8, 8, 1, 1}},
    {Traversal::persistent_interleaved,
     "persistent-interleaved",
     SkipData::octree,
     true,
     false,
     8,
     {8, 64, 8, 8, 4, 4}},
    {Traversal::persistent_warp_pool, "persistent-warp-pool", SkipData::octree, true, false, 8, {8, 64, 8, 8, 4, 4}},
    {Traversal::persistent_group_pool, "persistent-group-pool", SkipData::octree, true, false, 8, {8, 64, 8, 8, 4, 8}},
    {Traversal::persistent_warp_refill,
     "persistent-warp-refill",
     SkipData::octree,
     true,
     false,
     8,
     {8, 64, 8, 8, 1, 1}},
    {Traversal::distance_map, "distance-map", SkipData::distance_all, false, true, 4, {16, 16, 8, 2, 1, 1}},
    {Traversal::octant_distance_map,
     "octant-distance-map",
     SkipData::distance_octants,
     false,
     true,
     4,
     {16, 16, 8, 2, 1, 1}},
});

template <> struct EnumNames<Traversal> {
    static constexpr auto all = [] {
        std::array<Named<Traversal>, traversals.size()> names{};
        std::transform(traversals.begin(), traversals.end(), names.begin(), [](const TraversalInfo &info) {
            return Named<Traversal>{info.traversal, info.name};
        });
        return names;
    }();
};

/// One of the loop parameters, for whoever goes through all of them.
struct LoopParam {
    std::string_view name; ///< "node_steps", the member's
    int LoopParams::*member;
    int low, high;         ///< range of its values
    std::string_view help; ///< what it counts
};
const std::vector<LoopParam> &loop_params();

/// Whether the loops of a traversal look at a parameter.
bool uses(const TraversalInfo &info, int LoopParams::*parameter);

/// The defaults of a traversal with some of them changed. If that leaves fused steps that do not divide the default
/// marching steps, those are rounded up to a multiple; marching steps that were asked for stay as they are.
LoopParams changed_loops(const TraversalInfo &info, const std::vector<std::pair<int LoopParams::*, int>> &changes);

const TraversalInfo &info_of(Traversal traversal);

/// The fastest measured one of a back end (docs/performance.md).
Traversal default_traversal(SamplingBackend backend);

} // namespace voxmarch
