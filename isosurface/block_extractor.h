// The strategy `blocks`: only blocks through which the isosurface goes are looked at.
#pragma once

#include "isosurface/extraction_parts.h"

#include <optional>

namespace voxmarch {

/// How the work on active blocks is spread; found by measurement.
struct BlockTuning {
    int lanes = 32;        ///< work-items a block; 1 takes a kernel without barriers
    int teams = 4;         ///< blocks a work-group, a divisor of 64
    int count_groups = 64; ///< work-groups that count, in all
    int mesh_groups = 64;  ///< work-groups that write the mesh, in all
    BlockShape shape = {}; ///< of another one the same triangles come in another order; parts of a field and
                           ///< measure_from() want this one
};

/// Smallest and largest value of the leaves of an octree, of 4 cells along each axis, far faces included. Refers to the
/// buffer.
struct LeafRanges {
    const Buffer *ranges;      ///< two floats a leaf, x fastest
    std::array<int, 3> leaves; ///< along each axis
    float stored_per_value;    ///< stored voxels for a value of 1; products are whole but for rounding, or f32
};

/// GPUs: warps work on blocks; CPU devices: single work-items do. As many cells a work-group whatever the shape.
BlockTuning default_block_tuning(const DeviceInfo &device, BlockShape shape = {});

/// Parallel Marching Blocks (seed paper 103) with vertices shared across blocks as well. Five launches, and nothing is
/// read back between them:
/// 1. block_ranges        smallest and largest voxel of every block; kept for later isovalues
/// 2. find_active_blocks  compacts the blocks whose range holds the isovalue
/// 3. count_blocks        cut edges and triangles of active blocks; sums over regions of 16384 blocks
/// 4. place_blocks        first vertex and triangle of each active block, in the order of the blocks
/// 5. mesh_blocks         vertices and triangles
/// Device memory: for each block of 128 voxels 2 voxels and 1/4 byte, for each active block 76 bytes; for one of
/// another shape as much, but for active ones 12 bytes and 4 for each row of 8 voxels.
class BlockExtractor final : public Extractor {
public:
    BlockExtractor(Device &device, const ScalarField &field, std::optional<BlockTuning> tuning = {});

    Events extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) override;
    void forget() override { measured_ = false; }

    /// Takes the ranges of blocks from an octree of the field instead of reading all voxels, unless they are known.
    /// Cost: reads 8 bytes a leaf.
    Events measure_from(const LeafRanges &leaves);
    std::uint64_t auxiliary_bytes() const override;

    /// Of the last extraction.
    std::uint32_t active_blocks() const { return active_count_; }
    std::uint64_t blocks() const { return block_count_; }

private:
    Device *device_;
    ScalarField field_;
    BlockTuning tuning_;
    std::uint64_t block_count_ = 0;
    CaseBuffers cases_;
    Program blocks_;
    Kernel block_ranges_, find_active_, count_blocks_, place_blocks_;
    KernelCache other_kernels_;                   ///< made when they are first needed
    Buffer ranges_, entries_, totals_, counters_; ///< see the kernels
    Buffer active_, cuts_, bases_;                ///< one entry an active block
    std::uint32_t slot_limit_ = 0;                ///< active blocks there is room for
    int half_ = 0;                                ///< counters that the next extraction uses
    bool under_way_ = false;                      ///< these are not zero: an extraction has not come to its end
    bool measured_ = false;
    std::uint32_t active_count_ = 0;

    struct Counts {
        std::uint32_t active, vertices, triangles;
    };
    std::uint64_t entries() const;
    std::uint64_t regions() const;
    void reserve_slots(std::uint64_t slots);
    LaunchSize block_size() const;
    LaunchSize team_size(int most_groups) const;
    Events run(const IsoParams &params, const ExtractionSettings &settings, DeviceMesh &mesh, Counts &counts);
    Event measure(const IsoParams &params);
    IsoParams params_of(const ExtractionSettings &settings) const;
};

} // namespace voxmarch
