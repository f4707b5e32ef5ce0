// The octree made on the device.
#include "octree/device_octree.h"

#include "kernels/shared/node_pairs.h"

#include <algorithm>
#include <numeric>

namespace voxmarch {

namespace {

/// One work-item for each of `count` things in a row.
LaunchSize in_a_row(std::int64_t count) { return {{round_up(static_cast<std::size_t>(count), 64), 1, 1}, {64, 1, 1}}; }

/// One work-item for each leaf, in space.
LaunchSize in_space(const OctreeLayout &layout) {
    const std::array<std::size_t, 3> local{8, 4, 2};
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = round_up(static_cast<std::size_t>(layout.leaves[i]), local[i]);
    }
    return size;
}

} // namespace

DeviceOctree::DeviceOctree(Device &device)
    : device_(&device), kernels_(device), stand_in_(device, 4, "octree stand-in") {}

Events DeviceOctree::measure(const std::array<int, 3> &dims, int leaf_edge, Field field, const DeviceArray &voxels,
                             std::string_view stored_type, int margin, bool keep_fours, const ChannelPlace *place) {
    layout_ = make_octree_layout(dims, leaf_edge);
    field_ = field;
    margin_ = margin;
    placed_ = place != nullptr;
    drop_fours();
    const bool images = static_cast<bool>(voxels.image);
    const ProgramSource source = placed_                  ? placed_range_source(images, stored_type)
                                 : field == Field::scalar ? scalar_range_source(images, stored_type)
                                                          : opacity_range_source();

    // Leaves of more than 8 cells are put together from smaller ones: one work-item would have too much to read.
    OctreeLayout fine = make_octree_layout(dims, std::min(leaf_edge, keep_fours ? 4 : 8));
    Buffer fine_buffer = std::move(layout_buffer_), ranges = std::move(ranges_);
    upload(*device_, fine_buffer, std::vector<OctreeLayout>{fine}, "layout of the octree");
    reserve(*device_, ranges, static_cast<std::uint64_t>(octree_leaf_count(fine)) * 8, "ranges of the octree's leaves");
    const auto launch = [&] {
        if (place) {
            Kernel &placed = kernels_.kernel(source, "leaf_range_placed");
            return images ? placed.launch(in_space(fine), fine_buffer, margin, *place, voxels.image, ranges)
                          : placed.launch(in_space(fine), fine_buffer, margin, *place, voxels.buffer, ranges);
        }
        if (field == Field::opacity && margin == 0 && device_->info().kind == DeviceKind::cpu) {
            LaunchSize size = in_space(fine);
            size.local = {1, 4, 2};
            size.global[0] = round_up(static_cast<std::size_t>(dims[0]), 16) / 16;
            return kernels_.kernel(source, "leaf_range_rows").launch(size, fine_buffer, voxels.buffer, ranges);
        }
        Kernel &leaf_range = kernels_.kernel(source, "leaf_range");
        return images ? leaf_range.launch(in_space(fine), fine_buffer, margin, voxels.image, ranges)
                      : leaf_range.launch(in_space(fine), fine_buffer, margin, voxels.buffer, ranges);
    };
    Events events{launch()};
    while (fine.leaf_log2 < layout_.leaf_log2) {
        const OctreeLayout coarse = make_octree_layout(dims, 2 << fine.leaf_log2);
        Buffer coarse_buffer;
        upload(*device_, coarse_buffer, std::vector<OctreeLayout>{coarse}, "layout of the octree");
        Buffer merged(*device_, static_cast<std::uint64_t>(octree_leaf_count(coarse)) * 8,
                      "ranges of the octree's leaves");
        events.push_back(kernels_.kernel(source, "merge_ranges")
                             .launch(in_space(coarse), fine_buffer, coarse_buffer, ranges, merged));
        events.back().wait(); // before the finer ranges go
        if (keep_fours && fine.leaf_log2 == 2) {
            fours_ = std::move(ranges);
        }
        ranges = std::move(merged);
        fine = coarse;
        fine_buffer = std::move(coarse_buffer);
    }
    layout_buffer_ = std::move(fine_buffer);
    ranges_ = std::move(ranges);
    reserve_nodes();
    return events;
}

Events DeviceOctree::measure_bricks(const std::array<int, 3> &dims, int leaf_edge, Field field,
                                    const DeviceArray &atlas, std::string_view stored_type, int margin,
                                    const BrickPlaces &bricks) {
    lay_out(dims, leaf_edge);
    field_ = field;
    margin_ = margin;
    reserve(*device_, ranges_, static_cast<std::uint64_t>(octree_leaf_count(layout_)) * 8,
            "ranges of the octree's leaves");
    std::vector<int> all(static_cast<std::size_t>(bricks.bricks[0]) * static_cast<std::size_t>(bricks.bricks[1]) *
                         static_cast<std::size_t>(bricks.bricks[2]));
    std::iota(all.begin(), all.end(), 0);
    return measure_again(atlas, stored_type, bricks, all);
}

Events DeviceOctree::measure_again(const DeviceArray &atlas, std::string_view stored_type, const BrickPlaces &bricks,
                                   const std::vector<int> &list) {
    const std::array<vx_int, 4> count{bricks.bricks[0], bricks.bricks[1], bricks.bricks[2], 0};
    const std::array<vx_int, 4> dims{bricks.atlas[0], bricks.atlas[1], bricks.atlas[2], 0};
    const bool image = atlas.image && field_ == Field::scalar;
    Kernel &kernel = kernels_.kernel(
        brick_range_source(image, stored_type, field_ == Field::opacity, bricks.brick_edge), "brick_range");
    if (brick_list_.bytes() < list.size() * sizeof(int)) { // it grows seldom: making buffers takes time
        reserve(*device_, brick_list_, list.size() * sizeof(int), "bricks to measure");
    }
    brick_list_.upload(std::as_bytes(std::span(list)));
    const std::int64_t across = bricks.brick_edge >> layout_.leaf_log2;
    const LaunchSize size{{round_up(across * across * across, 8), list.size(), 1}, {8, 1, 1}};
    const auto launch = [&](const auto &field) {
        return kernel.launch(size, layout_buffer_, margin_, count, dims, bricks.pages, bricks.ranges, brick_list_,
                             field, ranges_);
    };
    return {image ? launch(atlas.image) : launch(atlas.buffer)};
}

void DeviceOctree::lay_out(const std::array<int, 3> &dims, int leaf_edge) {
    layout_ = make_octree_layout(dims, leaf_edge);
    field_ = Field::scalar;
    margin_ = 0;
    placed_ = false;
    drop_fours();
    ranges_ = Buffer();
    upload(*device_, layout_buffer_, std::vector<OctreeLayout>{layout_}, "layout of the octree");
    reserve_nodes();
}

void DeviceOctree::reserve_nodes() {
    const auto nodes = static_cast<std::uint64_t>(octree_node_count(layout_));
    reserve(*device_, counts_, nodes * 4, "counts of the octree's nodes");
    reserve(*device_, states_, nodes, "states of the octree's nodes");
    pairs_ = Buffer();
    occupied_ = Buffer();
}

const Buffer *DeviceOctree::fours() const {
    const Buffer &ranges = layout_.leaf_log2 == 2 ? ranges_ : fours_;
    return ranges && field_ == Field::scalar && margin_ == 0 && !placed_ ? &ranges : nullptr;
}

std::uint32_t DeviceOctree::occupied_leaves() const {
    std::uint32_t occupied = 0;
    if (occupied_) {
        occupied_.download(std::as_writable_bytes(std::span(&occupied, 1)));
        return occupied;
    }
    const auto root = static_cast<std::uint64_t>(octree_node_count(layout_) - 1);
    counts_.download(std::as_writable_bytes(std::span(&occupied, 1)), root * 4);
    return occupied;
}

Events DeviceOctree::find_labels(const LeafLabels &labels) {
    const auto leaves = static_cast<std::uint64_t>(octree_leaf_count(layout_));
    reserve(*device_, label_visible_, leaves, "labels of the octree's leaves");
    return {kernels_.kernel(label_leaves_source(labels.functions), "label_leaves")
                .launch(in_space(layout_), layout_buffer_, labels.labels, labels.colors, vx_int{labels.last},
                        vx_int{labels.margin}, label_visible_)};
}

/// Brings the table to where leaves are decided about.
OccupancyParams DeviceOctree::table_params(const PackedTable &table, const TableCoordinates &coordinates) {
    upload(*device_, opacities_, table.opacities, "opacities for the octree");
    upload(*device_, visible_before_, table.visible_before, "visible entries for the octree");
    OccupancyParams params{};
    params.leaves = static_cast<vx_int>(octree_leaf_count(layout_));
    params.table_scale = coordinates.scale;
    params.table_bias = coordinates.bias;
    params.table_last = coordinates.last;
    return params;
}

Events DeviceOctree::classify(const PackedTable &table, const TableCoordinates &coordinates, float threshold,
                              bool labelled) {
    reserve_nodes();
    OccupancyParams params = table_params(table, coordinates);
    params.threshold = threshold;
    const LeafTest test = field_ == Field::scalar ? LeafTest::scalars : LeafTest::opacities;
    Events events{decide(test, params, ranges_, labelled ? any_label : 0)};
    sum_up(test, threshold, events);
    return events;
}

Events DeviceOctree::classify_isovalues(const std::vector<float> &isovalues, float threshold, const Buffer *others,
                                        float stored_per_value) {
    reserve_nodes();
    std::vector<std::array<float, 2>> values;
    for (const float isovalue : isovalues) {
        values.push_back({isovalue, 0.0f});
    }
    upload(*device_, opacities_, values, "isovalues for the octree");
    reserve(*device_, visible_before_, 4, "isovalues for the octree");
    OccupancyParams params{};
    params.threshold = threshold;
    params.table_scale = stored_per_value;
    params.table_last = static_cast<float>(isovalues.size() - 1);
    Events events{decide(LeafTest::isovalues, params, others ? *others : ranges_, 0)};
    sum_up(LeafTest::isovalues, threshold, events);
    return events;
}

Events DeviceOctree::classify_channels(const LeafTables &channels, float threshold, bool labelled) {
    Events events;
    reserve_nodes();
    counts_.fill(0);
    states_.fill(NODE_EMPTY);
    for (const auto &[octree, channel] : channels) {
        OccupancyParams params = table_params(channel.table, channel.coordinates);
        params.threshold = threshold;
        params.joined = 1;
        events.push_back(decide(LeafTest::scalars, params, octree->ranges_, labelled ? channel.labels : 0));
        events.back().wait(); // before its table goes
    }
    sum_up(LeafTest::scalars, threshold, events);
    return events;
}

/// Decides about every leaf. @param labels  bits, of which a leaf must have one; 0: whatever its labels
Event DeviceOctree::decide(LeafTest test, OccupancyParams params, const Buffer &ranges, int labels) {
    const std::int64_t leaves = octree_leaf_count(layout_);
    params.leaves = static_cast<vx_int>(leaves);
    params.labelled = labels;
    return kernels_.kernel(occupancy_source(test), "leaf_occupancy")
        .launch(in_a_row(leaves), params, ranges, opacities_, visible_before_, labels != 0 ? label_visible_ : stand_in_,
                counts_, states_);
}

/// Sums leaves up to the root.
void DeviceOctree::sum_up(LeafTest test, float threshold, Events &events) {
    Kernel &sum_levels = kernels_.kernel(occupancy_source(test), "sum_levels");
    for (vx_int level = 0; level + 1 < layout_.levels; level += 3) {
        LaunchSize size{{1, 1, 1}, {8, 8, 4}};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto blocks = static_cast<std::size_t>((octree_nodes(layout_.leaves[i], level) + 7) / 8);
            size.global[i] = blocks * size.local[i];
        }
        events.push_back(sum_levels.launch(size, layout_buffer_, threshold, level, counts_, states_));
    }
}

Events DeviceOctree::code_pairs() {
    const auto nodes = static_cast<vx_uint>(octree_node_count(layout_));
    const std::int64_t items = (std::int64_t{nodes} + CODED_NODES - 1) / CODED_NODES;
    Buffer pairs(*device_, octree_pair_bytes(layout_), "pairs of the octree's nodes");
    Buffer occupied(*device_, sizeof(vx_uint), "occupied leaves of the octree");
    Events events{kernels_.kernel(code_pairs_source(), "code_pairs")
                      .launch(in_a_row(items), nodes, states_, counts_, pairs, occupied)};
    events.back().wait(); // before states and counts go
    states_ = Buffer();
    counts_ = Buffer();
    pairs_ = std::move(pairs);
    occupied_ = std::move(occupied);
    return events;
}

Events DeviceOctree::find_strides(const PackedTable &table, const TableCoordinates &coordinates,
                                  const std::vector<Steepness> &steepest, float tolerated, float light_turns) {
    const OccupancyParams params = table_params(table, coordinates);
    upload(*device_, steepest_, steepest, "steepness of the transfer table");
    reserve(*device_, strides_, static_cast<std::uint64_t>(params.leaves), "strides of leaves");
    return {kernels_.kernel(leaf_strides_source(), "leaf_strides")
                .launch(in_a_row(params.leaves), params, tolerated, light_turns, ranges_, opacities_, visible_before_,
                        steepest_, strides_)};
}

Events DeviceOctree::find_majorants(const PackedTable &table, const TableCoordinates &coordinates) {
    const OccupancyParams params = table_params(table, coordinates);
    upload(*device_, largest_, largest_opacities(table), "largest opacities of the transfer table");
    reserve(*device_, majorants_, static_cast<std::uint64_t>(params.leaves) * sizeof(float), "extinction of leaves");
    return {kernels_.kernel(leaf_majorants_source(field_ == Field::opacity), "leaf_majorants")
                .launch(in_a_row(params.leaves), params, ranges_, opacities_, largest_, majorants_)};
}

Events DeviceOctree::find_majorants(const LeafTables &channels, OpacityJoin join, bool labelled) {
    const auto leaves = static_cast<vx_int>(octree_leaf_count(layout_));
    const ProgramSource source = joined_majorants_source(join);
    reserve(*device_, majorants_, static_cast<std::uint64_t>(leaves) * sizeof(float), "extinction of leaves");
    majorants_.fill(0); // there may be no channel
    Events events;
    for (const auto &[octree, channel] : channels) {
        OccupancyParams params = table_params(channel.table, channel.coordinates);
        params.labelled = labelled ? channel.labels : 0;
        params.joined = events.empty() ? 0 : 1;
        upload(*device_, largest_, largest_opacities(channel.table), "largest opacities of the transfer table");
        events.push_back(kernels_.kernel(source, "join_majorants")
                             .launch(in_a_row(leaves), params, octree->ranges_, opacities_, largest_,
                                     labelled ? label_visible_ : stand_in_, majorants_));
        events.back().wait(); // before its table goes
    }
    if (!events.empty()) {
        events.push_back(kernels_.kernel(source, "finish_majorants").launch(in_a_row(leaves), leaves, majorants_));
    }
    return events;
}

Events DeviceOctree::mark_strides() {
    const auto leaves = static_cast<vx_int>(octree_leaf_count(layout_));
    reserve(*device_, marked_, static_cast<std::uint64_t>(leaves) * static_cast<std::uint64_t>(maps_),
            "strides and distances of leaves");
    return {kernels_.kernel(leaf_strides_source(), "mark_strides")
                .launch(in_a_row(leaves), leaves, maps_, strides_, distances_, marked_)};
}

Events DeviceOctree::find_bounds(float quantum_scale, bool labelled) {
    const std::int64_t leaves = octree_leaf_count(layout_);
    reserve(*device_, bounds_, static_cast<std::uint64_t>(octree_node_count(layout_)) * 8, "bounds of octree nodes");
    Events events{kernels_.kernel(node_bounds_source(), "leaf_bounds")
                      .launch(in_a_row(leaves), static_cast<vx_int>(leaves), quantum_scale, ranges_,
                              static_cast<vx_int>(labelled), static_cast<vx_int>(placed_),
                              labelled ? label_visible_ : stand_in_, bounds_)};
    Kernel &merge = kernels_.kernel(node_bounds_source(), "merge_bounds");
    for (vx_int level = 0; level + 1 < layout_.levels; ++level) {
        std::int64_t parents = 1;
        for (const vx_int along_axis : layout_.leaves) {
            parents *= octree_nodes(along_axis, level + 1);
        }
        events.push_back(merge.launch(in_a_row(parents), layout_buffer_, level, bounds_));
    }
    return events;
}

Events DeviceOctree::make_distance_map(DistanceMap kind, int lanes) {
    const std::int64_t leaves = octree_leaf_count(layout_);
    const bool octants = kind == DistanceMap::octants;
    maps_ = octants ? 8 : 1;
    reserve(*device_, distances_, static_cast<std::uint64_t>(octants ? octree_octant_count(layout_) : leaves),
            "distances of leaves");
    reserve(*device_, partial_distances_, static_cast<std::uint64_t>(leaves) * (octants ? 6 : 2), "partial distances");
    const vx_int limit =
        std::min<vx_int>(distance_limit, *std::max_element(std::begin(layout_.leaves), std::end(layout_.leaves)));
    lanes = lanes > 0 ? lanes : leaf_lanes(device_->info().kind);
    Kernel &pass = kernels_.kernel(distance_map_source(lanes), "distance_along_axis");
    const std::int64_t groups = (layout_.leaves[0] + lanes - 1) / lanes;
    const std::int64_t items = groups * layout_.leaves[1] * layout_.leaves[2];
    Events events;
    const auto launch = [&](vx_int axis, const Buffer &from, vx_int from_map, const Buffer &to, vx_int to_map) {
        LaunchSize size = in_a_row(items);
        size.global[1] = octants ? std::size_t{2} << axis : 1;
        events.push_back(
            pass.launch(size, layout_buffer_, axis, static_cast<vx_int>(octants), limit, from_map, to_map, from, to));
    };
    // Octant bits: x, y, z; set for rays that run towards larger indices. Of octants, partial maps 0, 1 hold x and
    // 2 .. 5 hold x and y.
    launch(0, states_, 0, partial_distances_, 0);
    launch(1, partial_distances_, 0, partial_distances_, octants ? 2 : 1);
    launch(2, partial_distances_, octants ? 2 : 1, distances_, 0);
    return events;
}

std::vector<std::uint8_t> DeviceOctree::node_states() const {
    std::vector<std::uint8_t> states(static_cast<std::size_t>(octree_node_count(layout_)));
    if (!pairs_) {
        states_.download(std::as_writable_bytes(std::span(states)));
        return states;
    }
    std::vector<std::uint8_t> pairs(pairs_.bytes());
    pairs_.download(std::as_writable_bytes(std::span(pairs)));
    for (std::size_t i = 0; i < states.size(); ++i) {
        const std::size_t bit = NODE_PAIR_BITS * (i / 2);
        const auto code = static_cast<vx_uint>((pairs[bit / 8] | pairs[bit / 8 + 1] << 8) >> bit % 8 & 7);
        states[i] = static_cast<std::uint8_t>(node_of_pair(code, i % 2));
    }
    return states;
}

std::uint64_t DeviceOctree::bytes() const {
    return label_visible_.bytes() + fours_.bytes() + ranges_.bytes() + node_bytes() + distances_.bytes() +
           bounds_.bytes() + partial_distances_.bytes() + strides_.bytes() + marked_.bytes() + steepest_.bytes() +
           largest_.bytes() + majorants_.bytes();
}

} // namespace voxmarch
