// What is made of several channels of a volume together: their tables, their opacities mixed, and the leaves that all
// of them leave empty.
#include "renderer/derived_data.h"

#include "renderer/brightness.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

void DerivedData::add_channel(const Volume &volume, const std::optional<VolumePlace> &place) {
    if (channels() == CHANNEL_LIMIT) {
        throw UsageError(fmt::format("a volume has at most {} channels", int{CHANNEL_LIMIT}));
    }
    if (!place && (volume_.is_placed() || volume.grid().dims != volume_.grid().dims)) {
        throw UsageError(fmt::format("channel {} has another grid than channel 0", channels()));
    }
    if (volume_.atlas()) {
        throw UnsupportedError("several channels are drawn of volumes in one piece alone",
                               {{Remedy::reduce_volume}, {Remedy::channel}});
    }
    others_.push_back(std::make_unique<DerivedData>(*device_, volume, volume_.backend()));
    if (place) {
        others_.back()->place(volume_.grid(), *place);
    }
    others_.back()->labels_ = labels_;
    show_channels(visible_ | 1u << others_.size());
}

void DerivedData::show_channels(unsigned visible) {
    if (visible != visible_) {
        visible_ = visible;
        ++visibility_;
    }
}

bool DerivedData::any_placed() const {
    return volume_.is_placed() ||
           std::ranges::any_of(others_, [](const auto &other) { return other->volume_.is_placed(); });
}

ChannelFeatures DerivedData::channel_features(const RenderSettings &settings) const {
    ChannelFeatures features;
    features.blend = settings.channel_blend;
    features.count = channels();
    features.seen = visible_;
    features.bytes.fill(static_cast<int>(scalar_size(volume_.type())));
    for (int i = 1; i < channels(); ++i) {
        features.bytes[static_cast<std::size_t>(i)] = static_cast<int>(scalar_size(channel(i).volume_.type()));
    }
    return features;
}

/// @throws UsageError for what frames of several channels cannot have
void DerivedData::require_mixable(const RenderSettings &settings) const {
    require_channels(settings.channel_blend, static_cast<std::size_t>(channels()));
    if (are_colors(settings.channel_blend) && any_placed()) {
        throw UsageError("red, green and blue are channels of one grid, not volumes that have each their own");
    }
    if (settings.classification == Classification::preintegrated) {
        throw UsageError("several channels are classified before or after interpolation, not pre-integrated",
                         {{Remedy::classification, "post"}});
    }
    const bool has_normals = settings.shading == Shading::phong || is_traced(settings);
    if (settings.gradient_of == GradientSource::scalar && has_normals) {
        throw UsageError("several channels have no scalar whose gradients could be normals: those of their opacities "
                         "are",
                         {{Remedy::gradient_of, "opacity"}});
    }
    if (settings.adaptive_step) {
        throw UsageError("an adaptive step needs a volume of one channel: take a fixed step");
    }
    for (int i = 0; i < channels(); ++i) {
        const bool lit = settings.shading == Shading::phong && settings.blend == Blend::composite;
        if (lit && channel(i).tables_.has_materials()) {
            throw UsageError("a transfer function that has materials is for volumes of one channel",
                             {{Remedy::channel}});
        }
        if (is_traced(settings) && channel(i).tables_.has_emissions()) {
            throw UsageError("a transfer function that has emissions is for volumes of one channel",
                             {{Remedy::channel}});
        }
        if (channel(i).tables_.is_two_dimensional()) {
            throw UsageError("a transfer function of scalar and gradient is for volumes of one channel",
                             {{Remedy::channel}});
        }
    }
}

/// Grows with every change of what opacities are made from: all summands grow. @param mixed  of all channels
Version DerivedData::opacity_version(bool mixed) const {
    Version version = tables_.opacity_version();
    for (std::size_t i = 0; mixed && i < others_.size(); ++i) {
        version += others_[i]->tables_.opacity_version();
    }
    return version + (mixed ? visibility_ : labels_->function_version());
}

Version DerivedData::color_version(bool mixed) const {
    Version version = tables_.color_version();
    for (std::size_t i = 0; mixed && i < others_.size(); ++i) {
        version += others_[i]->tables_.color_version();
    }
    return version + (mixed ? visibility_ : labels_->function_version());
}

/// Grows with every change of voxels. @param mixed  of all channels
Version DerivedData::voxel_version(bool mixed) const {
    Version version = volume_.replacements();
    for (std::size_t i = 0; mixed && i < others_.size(); ++i) {
        version += others_[i]->volume_.replacements();
    }
    return version;
}

/// Normals of several channels are those of all their opacities together.
Classification DerivedData::normal_field(const RenderSettings &settings) const {
    return mixes(settings) || normals_of_opacity(settings) ? Classification::pre : Classification::post;
}

/// Scale and bias that make shares of full brightness of stored values.
std::pair<float, float> DerivedData::brightness() const {
    const ValueRange full = full_brightness(volume_.type(), volume_.range());
    const double length = full.max > full.min ? full.max - full.min : 1.0;
    const ValueMapping stored = volume_.mapping();
    return {static_cast<float>(stored.scale / length), static_cast<float>((stored.offset - full.min) / length)};
}

void DerivedData::upload_channel_tables(ChannelTables &target, bool per_voxel_length) {
    std::vector<PackedTable> unit;
    std::vector<ChannelTable> tables;
    unit.reserve(CHANNEL_LIMIT); // tables refer to them
    for (int i = 0; i < channels(); ++i) {
        const DerivedData &one = channel(i);
        const auto [scale, bias] = one.brightness();
        const bool visible = (visible_ >> i & 1u) != 0;
        if (per_voxel_length) {
            const TransferTable &table = one.tables_.per_voxel_length();
            unit.push_back(pack_table(table));
            tables.push_back({unit.back(), table_coordinates(table, one.volume_.mapping()), scale, bias, visible});
        } else {
            tables.push_back({one.tables_.packed(), one.tables_.coordinates(), scale, bias, visible});
        }
    }
    std::vector<ChannelPlace> places;
    for (int i = 0; any_placed() && i < channels(); ++i) {
        places.push_back(channel(i).volume_.channel_place());
    }
    target.upload(tables, places);
}

/// After those of the first channel.
void DerivedData::update_channel_tables(Classifier classifier, double step) {
    Version tables = table_stage_.version();
    for (const auto &other : others_) {
        SceneFeatures features;
        features.classifier = classifier;
        other->update_tables(features, step);
        tables += other->table_stage_.version();
        for (auto &[stage, events] : other->take_events()) {
            events_.emplace_back(stage, std::move(events));
        }
    }
    channel_table_stage_.update({tables, visibility_, voxel_version(true)},
                                [&] { upload_channel_tables(channel_tables_, false); });
}

/// Makes colours and opacities of all channels, or the opacities alone.
void DerivedData::mix_voxels(const RenderSettings &settings, bool colors) {
    upload_channel_tables(voxel_tables_, true);
    const ChannelFeatures features = channel_features(settings);
    ChannelMix mix{{}, voxel_tables_, features, colors, any_placed()};
    for (int i = 1; i < CHANNEL_LIMIT; ++i) {
        mix.others[static_cast<std::size_t>(i) - 1] = &(i < channels() ? channel(i) : *this).volume_.scalars();
    }
    add_events(Stage::classify, volume_.mix(mix));
}

/// Leaves of the channels behind the first that are seen.
void DerivedData::measure_channels(const RenderSettings &settings) {
    for (int i = 1; i < channels(); ++i) {
        if (visible_ >> i & 1u) {
            DerivedData &other = channel(i);
            other.update_ranges(settings, {}, false);
            for (auto &[stage, events] : other.take_events()) {
                events_.emplace_back(stage, std::move(events));
            }
        }
    }
}

LeafTables DerivedData::leaf_tables_of_channels() const {
    LeafTables seen;
    for (int i = 0; i < channels(); ++i) {
        if (visible_ >> i & 1u) {
            const DerivedData &one = channel(i);
            seen.push_back({&one.octree_, {one.tables_.packed(), one.tables_.coordinates()}});
        }
    }
    return seen;
}

} // namespace voxmarch
