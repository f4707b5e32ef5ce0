// The octree of one volume on a device, made there level by level (thesis 4.1), and the distance maps made from it.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "octree/layout.h"
#include "octree/program_files.h"
#include "transfer/packed_table.h"
#include "transfer/steepness.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace voxmarch {

/// Which distances of leaves are wanted.
enum class DistanceMap {
    all_directions, ///< Chebyshev distance to the nearest occupied leaf, one byte a leaf (Deakin and Knackstedt 2019)
    octants         ///< eight bytes a leaf: the nearest one ahead of rays into each octant, larger than the former
};

/// Where the voxels of a volume in bricks lie; see shared_types.h.
struct BrickPlaces {
    const Buffer &pages;
    std::array<int, 3> bricks, atlas; ///< bricks of the volume, voxels of the atlas along each axis
    const Buffer &ranges;             ///< two floats a brick: what the values of one that is not there may be
    int brick_edge;                   ///< cells
};

class DeviceOctree;

/// Bits that leaves may have of their labels: 1 of visible ones, or one for each transfer function that they have.
constexpr int any_label = (1 << LABEL_FUNCTIONS) - 1;

/// What a transfer function makes of ranges of leaves.
struct LeafTable {
    const PackedTable &table;
    TableCoordinates coordinates;
    int labels = any_label; ///< bits of the labels that have this function
};

/// Channels that are seen, or functions of one channel, and the octrees of the same leaves that measured them.
using LeafTables = std::vector<std::pair<const DeviceOctree *, LeafTable>>;

/// How samples look at the labels of a leaf.
struct LeafLabels {
    const Buffer &labels;   ///< a ushort a voxel
    const Buffer &colors;   ///< kernels/cast/label_volume.cl
    int last;               ///< larger labels count as this one
    bool functions = false; ///< they have transfer functions: a bit of a leaf for each
    int margin = 0;         ///< voxels around the leaf that count as its own
};

/// Refers to its device. Three steps, each as rare as it can be: measure() once for the voxels (and the leaf size),
/// classify() for each transfer function or threshold, make_distance_map() after that if it is used. Projections need
/// find_bounds() after measure() instead.
class DeviceOctree {
public:
    explicit DeviceOctree(Device &device);

    /// What decides about a leaf: stored scalars, or opacities of classified voxels (a byte a voxel, in a buffer).
    enum class Field { scalar, opacity };

    /// Finds the smallest and largest value of each leaf.
    /// @param stored_type  of scalars: "u8", "u16", "f32", see load_files()
    /// @param margin       voxels around a leaf that count as its own: samples that look ahead read them
    /// @param keep_fours   larger leaves are put together from leaves of 4 cells, whose ranges stay for fours()
    /// @param place        where scalars lie that have a grid of their own; null: on the octree's. A leaf has the
    ///                     range of all voxels that its samples may be interpolated from; one beside all voxels is
    ///                     empty
    /// @throws UsageError, UnsupportedError (see make_octree_layout), MemoryError, DeviceError
    /// Cost: every voxel is read (1 + 1/n)^3 times.
    [[nodiscard]] Events measure(const std::array<int, 3> &dims, int leaf_edge, Field field, const DeviceArray &voxels,
                                 std::string_view stored_type, int margin = 0, bool keep_fours = false,
                                 const ChannelPlace *place = nullptr);

    /// The same of a volume in bricks. @param atlas  of their voxels
    [[nodiscard]] Events measure_bricks(const std::array<int, 3> &dims, int leaf_edge, Field field,
                                        const DeviceArray &atlas, std::string_view stored_type, int margin,
                                        const BrickPlaces &bricks);

    /// Measures the leaves of bricks again, after measure_bricks(): `list` has their numbers.
    [[nodiscard]] Events measure_again(const DeviceArray &atlas, std::string_view stored_type,
                                       const BrickPlaces &bricks, const std::vector<int> &list);

    /// Lays the octree out over leaves of scalars whose ranges somebody else keeps, and drops its own.
    /// @throws as measure()
    void lay_out(const std::array<int, 3> &dims, int leaf_edge);

    /// Ranges of the leaves of 4 cells of scalars without margin, two floats a leaf, if they are there: these are the
    /// leaves, or measure() was asked to keep them. Else null.
    const Buffer *fours() const;
    void drop_fours() { fours_ = Buffer(); }

    /// Leaves that are not empty, after classify() or classify_isovalues(). The host waits. @throws DeviceError
    std::uint32_t occupied_leaves() const;

    /// Finds the leaves that hold a voxel with a visible label; classify() can leave out all others.
    /// Cost: one pass over the labels.
    [[nodiscard]] Events find_labels(const LeafLabels &labels);

    /// Decides which leaves are occupied and sums them up to the root. A scalar field needs the transfer table.
    /// @param threshold    nodes with a larger share of occupied leaves are marched through, [0, 1)
    /// @param labelled     leaves without visible labels are empty; needs find_labels()
    /// Cost: reads 8 bytes a leaf, writes 5 bytes a node; 1 + (levels - 1) / 3 launches.
    [[nodiscard]] Events classify(const PackedTable &table, const TableCoordinates &coordinates, float threshold,
                                  bool labelled = false);

    /// The same of a volume of several channels of scalars: a leaf is occupied where one of them is.
    /// So do several functions of one channel, each of which some labels have.
    [[nodiscard]] Events classify_channels(const LeafTables &channels, float threshold, bool labelled = false);

    /// Finds the smallest and largest value of every node, in quanta (kernels/octree/node_bounds.cl), from a scalar
    /// field.
    /// @param quantum_scale  quanta of a stored value of 1
    /// @param labelled       as for classify()
    /// Cost: reads 8 bytes a leaf, writes 8 bytes a node; one launch a level.
    [[nodiscard]] Events find_bounds(float quantum_scale, bool labelled = false);

    /// Decides instead which leaves an isosurface goes through; needs measure() of scalars, or `others` and lay_out().
    /// @param isovalues         of stored values, at least one
    /// @param others            ranges of the same leaves that another octree keeps; null: its own
    /// @param stored_per_value  stored values for a range of 1; if it is not 1, stored values are whole numbers
    [[nodiscard]] Events classify_isovalues(const std::vector<float> &isovalues, float threshold,
                                            const Buffer *others = nullptr, float stored_per_value = 1.0f);

    /// Codes the states of nodes, two in three bits (kernels/shared/node_pairs.h), and lets go of states and counts,
    /// after classify(), classify_channels() or classify_isovalues(), which make both anew. No distance map is made
    /// then.
    /// Cost: reads a byte a node, writes 3 bytes for 16 of them.
    [[nodiscard]] Events code_pairs();

    /// Longest skip, in leaves. Frames are as fast with 15 as with 255 (within 2 % on an NVIDIA H200, 256^3 and 512^3),
    /// and maps of 512^3 voxels are made in a quarter of the time.
    static constexpr int distance_limit = 15;

    /// Distances of all leaves, in leaves, 0 where occupied, cut off at distance_limit.
    /// @throws UnsupportedError (see octree_octant_count), MemoryError, DeviceError
    /// Cost: three passes over the leaves; of octants the second makes four maps and the third eight.
    /// @param lanes  leaves of a row that a work-item takes at once, 4 or 16; 0: what the device is good at
    [[nodiscard]] Events make_distance_map(DistanceMap kind, int lanes = 0);

    /// Finds how many steps a sample may stand for in each leaf of a scalar field, after measure().
    /// @param table      of one step, as `steepest` (steepness_levels())
    /// @param tolerated  what a stride may be off by, in shares of full brightness, over the length of a step in voxels
    /// @param light_turns  0 without light
    /// Cost: reads 8 bytes a leaf, writes one.
    [[nodiscard]] Events find_strides(const PackedTable &table, const TableCoordinates &coordinates,
                                      const std::vector<Steepness> &steepest, float tolerated, float light_turns);

    /// Finds the largest extinction in each leaf, after measure().
    /// @param table    of one voxel length; of a scalar field
    /// Cost: reads 8 bytes a leaf, writes four.
    [[nodiscard]] Events find_majorants(const PackedTable &table, const TableCoordinates &coordinates);

    /// The same of several channels of scalars, or of several functions of one channel.
    /// @param labelled  a function counts in leaves with labels that have it alone; needs find_labels()
    /// Cost: one pass over the leaves for each of them, and one more.
    [[nodiscard]] Events find_majorants(const LeafTables &channels, OpacityJoin join, bool labelled = false);

    /// Makes distance maps that tell the strides of occupied leaves, too, after find_strides() and make_distance_map().
    [[nodiscard]] Events mark_strides();

    const OctreeLayout &layout() const { return layout_; }
    const Buffer &layout_buffer() const { return layout_buffer_; } ///< an OctreeLayout
    const Buffer &states() const { return states_; }               ///< NODE_..., a byte a node; not after code_pairs()
    const Buffer &counts() const { return counts_; } ///< occupied leaves below, a uint a node; as states()
    const Buffer &nodes() const { return pairs_ ? pairs_ : states_; } ///< what rays walk through: pairs or states
    const Buffer &strides() const { return strides_; }                ///< a byte a leaf (kernels/shared/strides.h)
    const Buffer &marked() const { return marked_; }                  ///< as distances(), of mark_strides()
    const Buffer &majorants() const { return majorants_; }            ///< per voxel length, a float a leaf
    const Buffer &bounds() const { return bounds_; }                  ///< smallest and largest, two ints a node
    const Buffer &distances() const { return distances_; } ///< a byte a leaf; octant o (bit i: towards +axis i) o-th

    /// States of all nodes, a byte each, however they are kept. The host waits. @throws DeviceError
    std::vector<std::uint8_t> node_states() const;

    /// Bytes held on the device.
    std::uint64_t bytes() const;

    /// Of these, of the nodes that rays walk through: states and counts, or pairs.
    std::uint64_t node_bytes() const { return counts_.bytes() + states_.bytes() + pairs_.bytes() + occupied_.bytes(); }

private:
    Device *device_;
    OctreeLayout layout_{};
    Field field_ = Field::scalar;
    int margin_ = 0;
    bool placed_ = false; ///< what was measured has a grid of its own
    Buffer layout_buffer_, ranges_, counts_, states_, distances_, partial_distances_, opacities_, visible_before_,
        bounds_, strides_, marked_, steepest_, brick_list_, pairs_, occupied_, largest_, majorants_;

    KernelCache kernels_;
    Buffer stand_in_, label_visible_, fours_;

    vx_int maps_ = 1; // of the last make_distance_map()

    void reserve_nodes();
    OccupancyParams table_params(const PackedTable &table, const TableCoordinates &coordinates);
    Event decide(LeafTest test, OccupancyParams params, const Buffer &ranges, int labels);
    void sum_up(LeafTest test, float threshold, Events &events);
};

} // namespace voxmarch
