// Launches the kernels of the strategy `blocks`.
#include "isosurface/block_extractor.h"

#include "base/error.h"
#include "isosurface/program_files.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace voxmarch {

namespace {

/// As wide as a row of blocks where possible: neighbours along x share a column.
std::array<std::size_t, 3> range_group(const IsoParams &params) {
    std::size_t width = 32;
    while (width < range_items && width < static_cast<std::size_t>(params.blocks[0])) {
        width *= 2;
    }
    return {width, range_items / width, 1};
}

/// @throws MemoryError if the blocks' positions do not fit into 32 bits (see packed_position in
/// kernels/isosurface/iso_block.cl)
std::uint64_t block_count(const ScalarField &field, BlockShape shape) {
    const IsoParams params = iso_params(field, {}, shape);
    int bits = 0;
    for (const vx_int count : params.blocks) {
        bits += std::bit_width(static_cast<unsigned>(count - 1));
    }
    if (bits > 32) {
        throw MemoryError("isosurface: the volume has too many blocks for the extraction of blocks",
                          {{Remedy::extraction, "scan"}});
    }
    return static_cast<std::uint64_t>(params.blocks[0]) * static_cast<std::uint64_t>(params.blocks[1]) *
           static_cast<std::uint64_t>(params.blocks[2]);
}

constexpr std::uint64_t blocks_per_entry = 32; ///< see kernels/isosurface/iso_block.cl

/// Measuring, counting and meshing take about the same time.
constexpr double passes = 3.0;

/// Waits for a pass if somebody wants to know the share.
void tell(const ExtractionSettings &settings, Events &events, double share) {
    if (settings.progress) {
        events.back().wait();
        settings.progress(share);
    }
}

std::size_t voxel_bytes(const ScalarField &field) {
    return field.stored_type == "u8" ? 1 : field.stored_type == "u16" ? 2 : 4;
}

} // namespace

BlockTuning default_block_tuning(const DeviceInfo &device, BlockShape shape) {
    const auto units = static_cast<int>(std::max(1u, device.compute_units));
    const int teams = std::clamp(4 * static_cast<int>(block_voxels) / shape.cells(), 1, 16);
    return device.kind == DeviceKind::gpu ? BlockTuning{32, teams, 8 * units, 32 * units, shape}
                                          : BlockTuning{1, 1, 16 * units, 16 * units, shape};
}

BlockExtractor::BlockExtractor(Device &device, const ScalarField &field, std::optional<BlockTuning> tuning)
    : device_(&device), field_(field), tuning_(tuning.value_or(default_block_tuning(device.info()))),
      block_count_(block_count(field, tuning_.shape)), cases_(device, tuning_.shape),
      blocks_(device, block_range_source(device.info(), field, tuning_)), block_ranges_(blocks_.kernel("block_ranges")),
      find_active_(blocks_.kernel("find_active_blocks")), count_blocks_(blocks_.kernel("count_blocks")),
      place_blocks_(blocks_.kernel("place_blocks")), other_kernels_(device),
      ranges_(device, entries() * blocks_per_entry * 2 * voxel_bytes(field), "ranges of blocks"),
      entries_(device, entries() * 8, "entries of active blocks"),
      totals_(device, regions() * 8, "totals of regions of blocks"),
      counters_(device, 2 * ISO_COUNTERS * 4, "counters") {
    counters_.fill(0);
    ranges_.fill(0);
    reserve_slots(std::min(block_count_, std::max<std::uint64_t>(1024, block_count_ / 32)));
}

std::uint64_t BlockExtractor::entries() const { return (block_count_ + blocks_per_entry - 1) / blocks_per_entry; }

std::uint64_t BlockExtractor::regions() const { return (block_count_ + ISO_REGION - 1) / ISO_REGION; }

void BlockExtractor::reserve_slots(std::uint64_t slots) {
    reserve_at_least(*device_, active_, slots * 4, "active blocks");
    const auto rows = static_cast<std::uint64_t>(tuning_.shape.y * tuning_.shape.z);
    reserve_at_least(*device_, cuts_, slots * rows * 4, "cut edges of active blocks");
    reserve_at_least(*device_, bases_, slots * 8, "first vertices of active blocks");
    slot_limit_ = static_cast<std::uint32_t>(active_.bytes() / 4);
}

IsoParams BlockExtractor::params_of(const ExtractionSettings &settings) const {
    return iso_params(field_, settings, tuning_.shape);
}

/// One work-item a block.
LaunchSize BlockExtractor::block_size() const {
    const IsoParams params = params_of({});
    const std::array<std::size_t, 3> local = range_group(params);
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = (static_cast<std::size_t>(params.blocks[i]) + local[i] - 1) / local[i] * local[i];
    }
    return size;
}

Event BlockExtractor::measure(const IsoParams &params) {
    return block_ranges_.launch(block_size(), params, *field_.voxels, ranges_);
}

Events BlockExtractor::measure_from(const LeafRanges &leaves) {
    assert(tuning_.shape == BlockShape{});
    if (measured_) {
        return {};
    }
    const auto [nx, ny, nz] = leaves.leaves;
    Events events{other_kernels_.kernel(block_leaves_source(field_), "block_ranges_of_leaves")
                      .launch(block_size(), params_of({}), static_cast<vx_int>(nx), static_cast<vx_int>(ny),
                              static_cast<vx_int>(nz), *leaves.ranges, leaves.stored_per_value, ranges_)};
    measured_ = true;
    return events;
}

LaunchSize BlockExtractor::team_size(int most_groups) const {
    const auto items = static_cast<std::size_t>(tuning_.lanes) * static_cast<std::size_t>(tuning_.teams);
    auto groups = static_cast<std::size_t>(most_groups);
    if (!device_->info().long_loops) {
        // The rounds of all loops of a work-item are counted together, and a block takes up to 2500.
        constexpr std::size_t blocks_per_item = 16;
        groups = std::max(groups, slot_limit_ / (blocks_per_item * static_cast<std::size_t>(tuning_.teams)) + 1);
    }
    return {{items * groups, 1, 1}, {items, 1, 1}};
}

Events BlockExtractor::run(const IsoParams &params, const ExtractionSettings &settings, DeviceMesh &mesh,
                           Counts &counts) {
    constexpr std::size_t items = 64;
    const std::size_t groups = (entries() + items - 1) / items;
    Kernel &mesh_kernel =
        other_kernels_.kernel(block_mesh_source(device_->info(), field_, tuning_, normals_of(settings)), "mesh_blocks");
    if (under_way_) {
        counters_.fill(0); // the last one was interrupted before its kernels had cleared them
    }
    under_way_ = true;
    Events events;
    events.push_back(find_active_.launch({{groups * items, 1, 1}, {items, 1, 1}}, params, ranges_, counters_, active_,
                                         entries_, totals_));
    events.push_back(count_blocks_.launch(team_size(tuning_.count_groups), params, *field_.voxels, cases_.counts,
                                          counters_, active_, cuts_, bases_, totals_));
    events.push_back(place_blocks_.launch({{regions() * place_items, 1, 1}, {place_items, 1, 1}}, params, entries_,
                                          totals_, counters_, bases_));
    tell(settings, events, 2.0 / passes);
    events.push_back(mesh_kernel.launch(team_size(tuning_.mesh_groups), params, *field_.voxels, cases_.counts,
                                        cases_.corners, counters_, active_, entries_, cuts_, bases_, mesh.positions,
                                        mesh.normals, mesh.indices));
    std::uint32_t counted[ISO_COUNTERS];
    counters_.download(std::as_writable_bytes(std::span(counted)), static_cast<std::uint64_t>(params.counters) * 4);
    half_ = ISO_COUNTERS - half_;
    under_way_ = false;
    counts = {counted[0], counted[1], counted[2]};
    return events;
}

Events BlockExtractor::extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) {
    assert(!settings.part || tuning_.shape == BlockShape{});
    IsoParams params = params_of(settings);
    params.isovalue = stored_isovalue(field_, isovalue);
    Events first;
    Events events = extract_into(
        *device_, field_, settings, mesh, [&](std::uint64_t &vertices, std::uint64_t &triangles) -> Events {
            if (!measured_) {
                first.push_back(measure(params));
                measured_ = true;
                tell(settings, first, 1.0 / passes);
            }
            set_limits(params, mesh);
            for (;;) {
                params.slots = static_cast<vx_int>(slot_limit_);
                params.counters = half_;
                Counts counts{};
                Events launched = run(params, settings, mesh, counts);
                active_count_ = counts.active;
                vertices = counts.vertices;
                triangles = counts.triangles;
                if (counts.active <= slot_limit_) {
                    return launched;
                }
                reserve_slots(std::min(block_count_, counts.active + std::uint64_t{counts.active} / 32));
            }
        });
    first.insert(first.end(), events.begin(), events.end());
    if (settings.progress) {
        settings.progress(1.0);
    }
    return first;
}

std::uint64_t BlockExtractor::auxiliary_bytes() const {
    return ranges_.bytes() + entries_.bytes() + totals_.bytes() + counters_.bytes() + active_.bytes() + cuts_.bytes() +
           bases_.bytes() + cases_.counts.bytes() + cases_.edges.bytes() + cases_.corners.bytes();
}

} // namespace voxmarch
