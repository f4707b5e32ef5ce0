// The catalogue of traversals: how rays find the parts of a volume worth marching through.
#pragma once

#include "base/enum_names.h"
#include "device/device_info.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace voxmarch {

/// All give the same picture bit for bit on one device; they differ in speed (thesis chapters 4 and 5).
enum class Traversal {
    none,                        ///< the standard caster: every sample of the box
    first_approach,              ///< walk to a node, march through it (thesis 4.3.2)
    if_if,                       ///< one traversal and one marching step a round (4.3.3)
    while_while,                 ///< traverse until a node is found, march through it (4.3.3)
    for_for,                     ///< bounded numbers of both a round (4.3.3)
    buffered_for_for,            ///< with a ring buffer of segments in between (4.3.4)
    buffered_for_for_with_flags, ///< and the warp deciding together what to do (4.3.5)
    persistent_interleaved,      ///< persistent threads, pixels at regular distances (5)
    persistent_warp_pool,        ///< persistent threads, a pool of pixels for each warp (5)
    persistent_group_pool,       ///< persistent threads, a pool of pixels for each work-group (5)
    persistent_warp_refill,      ///< persistent threads, a warp takes new rays when all are done (proposed in 5)
    persistent_warp_pool_flags,  ///< as persistent_warp_pool, but the flags decide whether a warp marches (5)
    persistent_warp_pool_none,   ///< as persistent_warp_pool, but a warp traverses and marches in turn (5)
    persistent_warp_pool_vote,   ///< as persistent_warp_pool, but a vote decides when lanes take new rays (5)
    persistent_two_rays,         ///< persistent threads with two rays each, of which one suits the warp (proposed in 5)
    persistent_shared_rays,      ///< persistent threads whose warp deals 63 rays out to 32 lanes (proposed in 5)
    distance_map,                ///< skips by the distance to the nearest occupied leaf (Deakin and Knackstedt 2019)
    octant_distance_map          ///< the same with distances ahead of the ray, one map for each octant of directions
};

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

/// Which loop parameters a traversal looks at.
enum LoopUse : unsigned {
    no_loops = 0,
    rounds = 1 | 2,         ///< node and marching steps
    skips = rounds | 4,     ///< and fused steps
    buffers = skips | 8,    ///< and the buffer's length
    shares = buffers | 32,  ///< and the tiles of a pool
    refills = buffers | 16, ///< or decisions
    pools = refills | 32    ///< or both
};

/// One traversal. Name, kernel file (kernels/traverse/traversal_NAME.cl, but for those with a pool), command-line word
/// and benchmark row are the same word.
struct TraversalInfo {
    Traversal traversal;
    std::string_view name;

    /// The traversal in whose file the loop over a ray's samples is: its own, or another one that has the same loop.
    /// Empty: rays_NAME.cl has it, with files for the other choices at the end of the row.
    std::string_view ray_loop;

    SkipData data;
    bool persistent; ///< owns the outer loop over pixels
    bool packets;    ///< there is a variant for the packet back end (kernels/packet/packet_traversal_NAME.cl)
    int leaf_size;   ///< default edge of the octree's leaves, cells
    LoopUse loops;
    LoopParams defaults; ///< node steps, marching steps, fused steps, buffer length, decisions, pool tiles

    // Of persistent threads whose lanes take pixels one by one; the others leave them empty.
    std::string_view rays = {};     ///< how many rays they have: rays_NAME.cl
    std::string_view pool = {};     ///< whence pixels come: pool_NAME.cl
    std::string_view decision = {}; ///< of one: how a warp decides between traversing and marching: decide_NAME.cl
    std::string_view refill = {};   ///< of one: when lanes take new rays: refill_NAME.cl
};

/// All of them, in the order of the enumeration: all that the program knows of a traversal beside its kernel file.
inline constexpr auto traversals = [] {
    using enum Traversal;
    constexpr SkipData octree = SkipData::octree;
    constexpr LoopParams whole{1, 1, 1, 2, 1, 1}, buffered{8, 64, 8, 8, 1, 1}, mapped{16, 16, 4, 2, 1, 1};
    constexpr LoopParams pooled{8, 64, 8, 8, 4, 4};
    constexpr std::string_view flags = "buffered-for-for-with-flags", map = "distance-map";
    // clang-format off
    return std::to_array<TraversalInfo>({
        // value, name, loop over samples, data, persistent, packets, leaf size, parameters of loops,
        // rays, pool, decision, refill
        {none, "none", "none", SkipData::none, false, true, 8, no_loops, whole},
        {first_approach, "first-approach", "first-approach", octree, false, true, 8, no_loops, whole},
        {if_if, "if-if", "if-if", octree, false, false, 8, no_loops, whole},
        {while_while, "while-while", "while-while", octree, false, false, 8, no_loops, whole},
        {for_for, "for-for", "for-for", octree, false, false, 8, rounds, {2, 10, 1, 2, 1, 1}},
        {buffered_for_for, "buffered-for-for", "buffered-for-for", octree, false, false, 8, buffers, buffered},
        {buffered_for_for_with_flags, flags, flags, octree, false, true, 8, buffers, buffered},
        {persistent_interleaved, "persistent-interleaved", "", octree, true, false, 8, refills, pooled,
         "one", "interleaved", "majority", "always"},
        {persistent_warp_pool, "persistent-warp-pool", "", octree, true, false, 8, pools, pooled,
         "one", "warp", "majority", "always"},
        {persistent_group_pool, "persistent-group-pool", "", octree, true, false, 8, pools, {8, 64, 8, 8, 4, 8},
         "one", "group", "majority", "always"},
        {persistent_warp_refill, "persistent-warp-refill", flags, octree, true, false, 8, buffers, buffered},
        {persistent_warp_pool_flags, "persistent-warp-pool-flags", "", octree, true, false, 8, pools, pooled,
         "one", "warp", "flags", "always"},
        {persistent_warp_pool_none, "persistent-warp-pool-none", "", octree, true, false, 8, pools, pooled,
         "one", "warp", "none", "always"},
        {persistent_warp_pool_vote, "persistent-warp-pool-vote", "", octree, true, false, 8, pools, pooled,
         "one", "warp", "majority", "vote"},
        {persistent_two_rays, "persistent-two-rays", "", octree, true, false, 8, pools, pooled, "two", "warp"},
        {persistent_shared_rays, "persistent-shared-rays", "", octree, true, false, 8, shares, {4, 16, 8, 4, 1, 4},
         "shared", "warp"},
        {distance_map, map, map, SkipData::distance_all, false, true, 4, skips, mapped},
        {octant_distance_map, "octant-distance-map", map, SkipData::distance_octants, false, true, 4, skips, mapped},
    });
    // clang-format on
}();

static_assert(std::is_sorted(traversals.begin(), traversals.end(),
                             [](const TraversalInfo &a, const TraversalInfo &b) { return a.traversal < b.traversal; }));

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
    unsigned use;          ///< its bit in LoopUse
    int low, high;         ///< range of its values
    std::string_view help; ///< what it counts
};
const std::vector<LoopParam> &loop_params();

/// Whether the loops of a traversal look at a parameter.
bool uses(const TraversalInfo &info, int LoopParams::*parameter);

/// The defaults of a traversal with some of them changed. If that leaves fused steps that do not divide the default
/// marching steps, those are rounded up to a multiple; marching steps that were asked for stay as they are.
LoopParams changed_loops(const TraversalInfo &info, const std::vector<std::pair<int LoopParams::*, int>> &changes);

/// @throws UsageError for a value without a row in the catalogue
const TraversalInfo &info_of(Traversal traversal);

/// The fastest measured one of a back end (docs/performance.md).
Traversal default_traversal(SamplingBackend backend);

/// Whether a composited frame is faster with `none` than with it: on GPUs, of small volumes that are nearly full.
/// Cayley 128^3 with 0.82 of its leaves occupied takes 4.5 % less time on an NVIDIA H200, but 2048^3 with 0.81 of them
/// three times as long: `none` takes samples one by one, and waits for memory at each.
/// @param occupied  share of the leaves that are not empty
bool is_faster_unskipped(DeviceKind device, std::uint64_t voxels, double occupied);

} // namespace voxmarch
