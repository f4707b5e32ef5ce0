// Keeps the octree and its maps in step with voxels, transfer function and labels.
#include "renderer/derived_data.h"

#include "renderer/strides.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Voxels around a leaf that its samples read: pre-integrated ones look half a step back and up to one ahead, cubic
/// ones at one voxel more on each side.
int leaf_margin(const RenderSettings &settings) {
    const int segment =
        settings.classification == Classification::preintegrated ? static_cast<int>(settings.step) + 1 : 0;
    return segment + (settings.interpolation == Interpolation::cubic ? 1 : 0);
}

bool is_of_label_functions(Classifier classifier) {
    return classifier == Classifier::labels || classifier == Classifier::smooth_labels;
}

float most_opaque(const TransferTables &tables) {
    const std::vector<float> largest = largest_opacities(tables.packed());
    return *std::ranges::max_element(largest);
}

} // namespace

/// Measures the leaves of bricks that came for the first time: those of others are known, as a slot holds all that
/// theirs may reach.
void DerivedData::measure_new(std::vector<int> bricks, const RenderSettings &settings) {
    std::erase_if(bricks, [&](int brick) { return measured_bricks_[static_cast<std::size_t>(brick)]; });
    if (bricks.empty()) {
        return;
    }
    const DeviceArray &voxels = field_of(settings) == Classification::pre ? volume_.opacities() : volume_.scalars();
    (void)octree_.measure_again(voxels, volume_.stored_type(), brick_places(field_of(settings)), bricks);
    note_measured(bricks, leaf_margin(settings));
    ++measured_;
}

void DerivedData::note_measured(std::span<const int> bricks, int margin) {
    for (const int brick : bricks) {
        measured_bricks_[static_cast<std::size_t>(brick)] = margin <= BRICK_APRON;
    }
}

/// Each summand grows. @param mixed  of all channels
Version DerivedData::range_version(bool mixed) const {
    Version version = range_stage_.version() + (measured_ << 32);
    for (std::size_t i = 0; mixed && i < others_.size(); ++i) {
        version += others_[i]->range_stage_.version();
    }
    return version;
}

void DerivedData::update_ranges(const RenderSettings &settings, const SceneFeatures &features, bool for_isosurfaces) {
    const bool pre = settings.classification == Classification::pre;
    const bool mixed = pre && mixes(settings);
    const RangeKey key{field_of(settings),
                       leaf_size_of(settings, volume_.grid().dims),
                       leaf_margin(settings),
                       mixed ? settings.channel_blend : ChannelBlend{},
                       pre ? opacity_version(mixed) : 0,
                       voxel_version(mixed),
                       plane_gradient(settings, features)};
    range_stage_.update(key, [&] {
        const auto field = pre ? DeviceOctree::Field::opacity : DeviceOctree::Field::scalar;
        const DeviceArray &voxels = pre ? volume_.opacities() : volume_.scalars();
        if (const BrickAtlas *atlas = volume_.atlas()) {
            measured_bricks_.assign(static_cast<std::size_t>(atlas->brick_count()), false);
            note_measured(atlas->held_bricks(), key.margin);
            add_events(Stage::leaf_ranges,
                       octree_.measure_bricks(volume_.grid().dims, key.leaf_size, field, voxels, volume_.stored_type(),
                                              key.margin, brick_places(key.field)));
            return;
        }
        // Isosurfaces measure leaves of their own where they find none.
        const bool keep_fours = for_isosurfaces && !pre && key.margin == 0;
        add_events(Stage::leaf_ranges,
                   octree_.measure(volume_.grid().dims, key.leaf_size, field, voxels, volume_.stored_type(), key.margin,
                                   keep_fours, pre ? nullptr : volume_.place_or_null()));
    });
}

void DerivedData::update_octree(const RenderSettings &settings, const SceneFeatures &features, const FrameParams &frame,
                                bool for_isosurfaces) {
    const SkipData data = info_of(settings.traversal).data;
    if (data == SkipData::none && !settings.adaptive_step) {
        return;
    }
    update_ranges(settings, features, for_isosurfaces);
    if (settings.adaptive_step) {
        update_strides(settings, features, frame);
    }
    if (data == SkipData::none) {
        return;
    }
    // In bricks no leaf is left out for its labels, which come with them.
    const bool labelled = features.labels && !volume_.atlas();
    const auto find_labels = [&] {
        if (labelled) {
            const int margin = features.label_edges == LabelEdges::smooth ? 1 : 0;
            add_events(Stage::leaf_labels, octree_.find_labels({labels_->voxels(), labels_->colors(), labels_->last(),
                                                                by_labels(settings), margin}));
        }
    };
    if (settings.blend != Blend::composite) {
        bounds_stage_.update({range_version(false), label_version(features)}, [&] {
            find_labels();
            add_events(Stage::node_bounds, octree_.find_bounds(quantum_scale(), labelled));
        });
        return;
    }
    const bool channels = features.classifier == Classifier::channels;
    const bool functions = is_of_label_functions(features.classifier);
    if (channels) {
        measure_channels(settings);
    }
    const OccupancyKey key{frame.table,
                           features.classifier,
                           settings.threshold,
                           opacity_version(mixes(settings)),
                           range_version(channels),
                           label_version(features),
                           features.label_edges,
                           features.nodes};
    occupancy_stage_.update(key, [&] {
        find_labels();
        const auto threshold = static_cast<float>(key.threshold);
        add_events(Stage::occupancy,
                   channels    ? octree_.classify_channels(leaf_tables_of_channels(), threshold, labelled)
                   : functions ? octree_.classify_channels(leaf_tables_of_labels(), threshold, labelled)
                               : octree_.classify(tables_.packed(), tables_.coordinates(), threshold, labelled));
        if (key.nodes == NodeCoding::pairs) {
            add_events(Stage::occupancy, octree_.code_pairs());
        }
    });
    if (data != SkipData::octree) {
        update_distances(data, settings.adaptive_step);
    }
    if (is_traced(settings)) {
        update_majorants(settings, features, frame);
    }
}

/// After the occupancy.
void DerivedData::update_majorants(const RenderSettings &settings, const SceneFeatures &features,
                                   const FrameParams &frame) {
    const bool channels = features.classifier == Classifier::channels;
    const bool functions = is_of_label_functions(features.classifier);
    const bool product = channels && settings.channel_blend != ChannelBlend::maximum;
    const MajorantKey key{frame.table,
                          features.classifier,
                          product ? OpacityJoin::product : OpacityJoin::maximum,
                          opacity_version(mixes(settings)),
                          range_version(channels),
                          functions ? label_version(features) : 0};
    majorant_stage_.update(key, [&] {
        add_events(Stage::majorants, channels    ? octree_.find_majorants(leaf_tables_of_channels(), key.join)
                                     : functions ? octree_.find_majorants(leaf_tables_of_labels(), key.join, true)
                                                 : octree_.find_majorants(tables_.packed(), tables_.coordinates()));
    });
}

/// Of all places, per voxel length, after update(). What pre-classification rounds up to the next of 255ths counts.
float DerivedData::largest_opacity(const RenderSettings &settings) const {
    float largest = 0.0f;
    if (mixes(settings)) {
        const bool maximum = settings.channel_blend == ChannelBlend::maximum;
        float rest = 1.0f; // as kernels/shared/mix_product.cl has it
        for (int i = 0; i < channels(); ++i) {
            if (visible_ >> i & 1u || are_colors(settings.channel_blend)) {
                const float own = most_opaque(channel(i).tables_);
                largest = std::max(largest, own);
                rest = std::fma(-own, rest, rest);
            }
        }
        largest = maximum || are_colors(settings.channel_blend) ? largest : 1.0f - rest;
    } else {
        largest = most_opaque(tables_);
        for (std::size_t i = 0; by_labels(settings) && i < label_tables_.size(); ++i) {
            largest = std::max(largest, most_opaque(*label_tables_[i]));
        }
    }
    return settings.classification == Classification::pre ? std::ceil(255.0f * largest) / 255.0f : largest;
}

/// After the occupancy, and after the strides if there are any.
void DerivedData::update_distances(SkipData data, bool strides) {
    distance_stage_.update({data, occupancy_stage_.version()}, [&] {
        add_events(Stage::distance_map,
                   octree_.make_distance_map(data == SkipData::distance_octants ? DistanceMap::octants
                                                                                : DistanceMap::all_directions));
    });
    if (strides) {
        mark_stage_.update({distance_stage_.version(), stride_stage_.version()},
                           [&] { add_events(Stage::strides, octree_.mark_strides()); });
    }
}

/// After the ranges of leaves.
void DerivedData::update_strides(const RenderSettings &settings, const SceneFeatures &features,
                                 const FrameParams &frame) {
    const StrideKey key{frame.table,
                        settings.step,
                        settings.shading != Shading::none || features.lights,
                        tables_.opacity_version(),
                        tables_.color_version(),
                        range_version(false)};
    stride_stage_.update(key, [&] {
        add_events(Stage::strides, octree_.find_strides(tables_.packed(), tables_.coordinates(), tables_.steepness(),
                                                        static_cast<float>(tolerated_stride_error / key.step),
                                                        static_cast<float>(key.lit ? light_turns : 0.0)));
    });
}

std::optional<LeafRanges> DerivedData::leaf_ranges() const {
    const Buffer *ranges = octree_.fours();
    if (!ranges) {
        return {};
    }
    const OctreeLayout layout = make_octree_layout(volume_.grid().dims, 4);
    return LeafRanges{
        ranges, {layout.leaves[0], layout.leaves[1], layout.leaves[2]}, static_cast<float>(volume_.mapping().scale)};
}

} // namespace voxmarch
