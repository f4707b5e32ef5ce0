// Keeps derived data in step with settings, transfer function and labels.
#include "renderer/derived_data.h"

#include "kernels/shared/trace_params.h"
#include "renderer/blue_noise.h"
#include "renderer/projection.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

DerivedData::DerivedData(Device &device, const Volume &volume, SamplingBackend backend)
    : DerivedData(device, [&] { return DeviceVolume(device, volume, backend); }) {}

DerivedData::DerivedData(Device &device, const DeviceVoxels &voxels, SamplingBackend backend)
    : DerivedData(device, [&] { return DeviceVolume(device, voxels, backend); }) {}

DerivedData::DerivedData(Device &device, DeviceVolume &&volume, SamplingBackend)
    : DerivedData(device, [&] { return std::move(volume); }) {}

template <typename Make>
DerivedData::DerivedData(Device &device, const Make &make_volume)
    : device_(&device), upload_ms_(0.0), volume_([&] {
          const auto start = std::chrono::steady_clock::now();
          DeviceVolume uploaded = make_volume();
          upload_ms_ = milliseconds_since(start);
          return uploaded;
      }()),
      tables_(device), octree_(device), light_(device), labels_(std::make_shared<LabelData>(device)),
      stand_in_(device, std::max<std::size_t>(sizeof(OctreeLayout), 64), "stand-in"),
      no_offset_(device, sizeof(float), "lattice offset"), channel_tables_(device), voxel_tables_(device) {
    const float middle = 0.5f;
    no_offset_.upload(std::as_bytes(std::span(&middle, 1)));
}

void DerivedData::set_transfer(const TransferFunction &transfer) {
    volume_.set_unit_distance(transfer.unit_distance);
    tables_.set(over_grid(transfer, volume_.grid()), volume_.range(), volume_.type(), volume_.mapping());
}

void DerivedData::send_voxels(const Volume &volume) { volume_.send(volume); }

void DerivedData::show_sent_voxels() {
    if (Events brought = volume_.show_sent(); !brought.empty()) {
        add_events(Stage::upload, std::move(brought));
    }
    tables_.set(TransferFunction(tables_.transfer()), volume_.range(), volume_.type(), volume_.mapping());
    range_label_functions();
}

void DerivedData::widen_range(ValueRange range) {
    volume_.widen_range(range);
    tables_.set(TransferFunction(tables_.transfer()), volume_.range(), volume_.type(), volume_.mapping());
    range_label_functions();
}

void DerivedData::set_labels(std::span<const std::uint16_t> labels, const std::vector<LabelStyle> &styles) {
    if (!labels.empty() && labels.size() != volume_.grid().voxel_count()) {
        throw UsageError("the label volume has another number of voxels than the volume");
    }
    if (!labels.empty() && volume_.atlas()) {
        labels_->set_for_bricks(labels, volume_.grid().dims, styles);
    } else {
        labels_->set(labels, volume_.grid().dims, styles);
    }
    set_label_functions();
}

/// What paths of light do not know. @throws UsageError
void DerivedData::require_traceable(const RenderSettings &settings) const {
    const bool matter = settings.mode != Mode::isosurface;
    bool materials = tables_.has_materials();
    for (const auto &other : others_) {
        materials = materials || other->tables_.has_materials();
    }
    const char *unknown = volume_.atlas()       ? "volumes in bricks"
                          : matter && materials ? "materials of transfer functions"
                                                : nullptr;
    if (unknown) {
        throw UsageError(fmt::format("traced light does not know {}", unknown), {{Remedy::drop_choice, "lighting"}});
    }
    if (matter && !mixes(settings) && settings.classification == Classification::post &&
        settings.gradient_of == GradientSource::opacity) {
        throw UsageError("traced light has the normals of what is interpolated, which are scalars",
                         {{Remedy::gradient_of, std::string(name_of(GradientSource::scalar))}});
    }
}

SceneFeatures DerivedData::features(const RenderSettings &settings) const {
    if (is_traced(settings)) {
        require_traceable(settings);
    }
    // Projections look at scalars alone: gradient opacities are not theirs, and widgets cannot be.
    const bool plane = settings.blend == Blend::composite ? tables_.is_two_dimensional() : tables_.has_widgets();
    SceneFeatures found = scene_features(settings, plane, labels_->any(), volume_.brick_size());
    found.waves = volume_.is_out_of_core();
    found.materials =
        settings.shading == Shading::phong && settings.blend == Blend::composite && tables_.has_materials();
    found.emissions = is_traced(settings) && settings.mode != Mode::isosurface && tables_.has_emissions();
    if (found.materials && settings.adaptive_step) {
        throw UsageError("an adaptive step needs one material for all scalars: take a fixed step");
    }
    if (mixes(settings)) {
        require_mixable(settings);
        if (found.classifier == Classifier::post) {
            found.classifier = Classifier::channels;
            found.channels = channel_features(settings);
            found.placed = any_placed();
        }
    } else if (settings.blend != Blend::composite && volume_.is_placed()) { // a projection of it alone
        found.placed = true;
    }
    if (found.placed && settings.interpolation != Interpolation::linear) {
        throw UsageError("volumes that have grids of their own are interpolated linearly alone",
                         {{Remedy::interpolation, "linear"}});
    }
    if (by_labels(settings)) {
        require_classifiable(settings);
        if (found.classifier == Classifier::post) {
            found.classifier = found.label_edges == LabelEdges::smooth ? Classifier::smooth_labels : Classifier::labels;
        }
    }
    return found;
}

Classification DerivedData::field_of(const RenderSettings &settings) {
    return settings.classification == Classification::pre ? Classification::pre : Classification::post;
}

void DerivedData::add_events(Stage stage, Events events) {
    if (!device_->info().event_times) { // host times run until they are waited for
        (void)milliseconds(events);
    }
    events_.emplace_back(stage, std::move(events));
}

/// Quanta of a projection that a stored value of 1 has: 256 of an 8-bit integer, 4 of a 16-bit one, and for floats
/// at most 2^18 of the largest magnitude, well above the rounding of an interpolation, and a power of two, so that
/// whole numbers (air of -1000, a background of 1) are whole quanta.
float DerivedData::quantum_scale() const {
    const double value_of_stored = volume_.mapping().scale;
    switch (volume_.type()) {
    case ScalarType::u8:
    case ScalarType::i8: return static_cast<float>(256.0 * value_of_stored);
    case ScalarType::u16:
    case ScalarType::i16: return static_cast<float>(4.0 * value_of_stored);
    case ScalarType::f32: break;
    }
    const double largest = std::max(std::abs(volume_.range().min), std::abs(volume_.range().max));
    return largest > 0.0
               ? static_cast<float>(std::exp2(std::clamp(18.0 - std::ceil(std::log2(largest)), -100.0, 100.0)))
               : 1.0f;
}

/// Fills in the members that projections need; after those of the transfer table.
void DerivedData::complete_projection(FrameParams &frame, Blend blend) const {
    const double scale = quantum_scale();
    const auto quanta = [&](double value) { // of a value of the file
        return std::round((value - volume_.mapping().offset) / volume_.mapping().scale * scale);
    };
    const double low = quanta(volume_.range().min), high = quanta(volume_.range().max);
    // Beyond the ends of the transfer table all values look alike.
    const double first = std::floor((0.0 - frame.table.bias) / frame.table.scale * scale);
    const double last = std::ceil((1.0 - frame.table.bias) / frame.table.scale * scale);
    const ProjectionStrength strength = projection_strength(tables_.transfer(), blend);
    frame.projection.strength[0] = static_cast<float>(strength.of_opacity);
    frame.projection.strength[1] = static_cast<float>(strength.always);
    frame.projection.quantum_scale = static_cast<float>(scale);
    frame.projection.stored_per_quantum = static_cast<float>(1.0 / scale);
    frame.projection.quantum_low = static_cast<vx_int>(std::clamp(first, low, high));
    frame.projection.quantum_high = static_cast<vx_int>(std::clamp(last, low, high));
}

void DerivedData::update_colors(const RenderSettings &settings, const SceneFeatures &features) {
    const bool pre = settings.classification == Classification::pre, mixed = mixes(settings);
    const ChannelBlend channel_blend = mixed ? settings.channel_blend : ChannelBlend{};
    if (pre || (classifies_voxels(settings) && !mixed)) {
        const ColorKey key{opacity_version(mixed), color_version(mixed), volume_.loads(),
                           channel_blend,          voxel_version(mixed), plane_gradient(settings, features)};
        color_stage_.update(key, [&, made = color_stage_.bricks_made(key)] {
            if (mixed) {
                mix_voxels(settings, true);
            } else if (features.plane) { // normals of the scalars have their magnitudes; those of opacities follow
                update_normals({Classification::post, channel_blend, *key.plane_gradient, settings.full_gradient,
                                volume_.unit_distance(), 0, volume_.loads(), voxel_version(mixed)});
                add_events(Stage::classify, volume_.classify_plane(tables_.coordinates(), tables_.table_2d()));
            } else if (by_labels(settings)) {
                classify_labels(made);
            } else {
                add_events(Stage::classify, volume_.classify(tables_.per_voxel_length(), made));
            }
        });
    }
    const bool two_dimensional = features.classifier == Classifier::two_dimensional;
    const bool stored = settings.shading == Shading::phong && settings.gradient != Gradient::on_the_fly;
    if (stored || two_dimensional) {
        const Gradient gradient = stored_gradient(settings);
        if (mixed && !pre) {
            mix_stage_.update({opacity_version(true), channel_blend, voxel_version(true)},
                              [&] { mix_voxels(settings, false); });
        }
        const Classification field = normal_field(settings);
        update_normals({field, channel_blend, gradient, settings.full_gradient, volume_.unit_distance(),
                        field == Classification::pre ? opacity_version(mixed) : 0, volume_.loads(),
                        voxel_version(mixed)});
    }
}

void DerivedData::update_normals(const NormalKey &key) {
    normal_stage_.update(key, [&, made = normal_stage_.bricks_made(key)] {
        add_events(Stage::normals, volume_.make_normals(key.field, key.gradient, key.full_gradient, made));
    });
}

/// What opacities of voxels by a function of scalar and gradient depend on; empty: they are those of scalars.
std::optional<Gradient> DerivedData::plane_gradient(const RenderSettings &settings, const SceneFeatures &features) {
    return features.plane && features.classifier == Classifier::pre ? std::optional(stored_gradient(settings))
                                                                    : std::nullopt;
}

Gradient DerivedData::stored_gradient(const RenderSettings &settings) {
    return settings.gradient == Gradient::on_the_fly ? Gradient::central : settings.gradient;
}

void DerivedData::update_light(const RenderSettings &settings, const SceneFeatures &features,
                               const FrameParams &frame) {
    if (!features.lights) {
        return;
    }
    const bool shadows = settings.shadows != Shadows::none;
    LightKey key{frame.volume,
                 frame.table,
                 shadows ? frame.light : LightParams{},
                 features,
                 settings.shadows,
                 settings.shadow_method,
                 settings.ambient_occlusion,
                 settings.ambient_occlusion > 0 ? settings.ambient_occlusion_method : OcclusionMethod{},
                 settings.mode == Mode::volume,
                 settings.step,
                 opacity_version(mixes(settings)),
                 label_version(features),
                 features.classifier == Classifier::two_dimensional ? normal_stage_.contents() : 0,
                 voxel_version(mixes(settings)),
                 plane_gradient(settings, features)};
    // Towards the light the samples of a pre-integrated frame are post-classified ones: none sees the difference.
    key.features.lights = key.features.surfaces = false;
    if (features.classifier == Classifier::preintegrated) {
        key.features.classifier = Classifier::post;
    }
    light_stage_.update(key, [&] { make_light(key, settings); });
}

/// @param settings  the traversal is taken from them, which decides how fast it is
void DerivedData::make_light(const LightKey &key, const RenderSettings &settings) {
    FrameParams frame{};
    frame.volume = key.volume;
    frame.table = key.table;
    frame.light = key.light;
    RenderSettings own;
    own.shadows = key.shadows;
    own.shadow_method = key.method;
    own.ambient_occlusion = key.ambient_occlusion;
    own.ambient_occlusion_method = key.ambient_occlusion_method;
    own.step = key.step;
    own.traversal = settings.traversal;
    own.node_coding = settings.node_coding;
    own.loops = settings.loops;
    LightNeeds needs;
    needs.octree = info_of(settings.traversal).data != SkipData::none; // else it may be that of an older function
    needs.only_asked = key.only_asked;
    if (volume_.is_out_of_core()) {
        volume_.begin_waves();
        needs.bring = [&](const glm::ivec3 &eye) {
            const std::vector<std::uint32_t> requests = take_requests();
            if (!requests.empty()) {
                load_bricks(settings, requests, eye);
            }
            return !requests.empty();
        };
    }
    add_events(Stage::light,
               light_.make(scene(), frame, volume_.grid(), volume_.stored_type(), own, key.features, needs));
}

void DerivedData::update_tables(const SceneFeatures &features, double step) {
    table_stage_.update({features.classifier, features.plane, step, tables_.opacity_version(), tables_.color_version()},
                        [&] { add_events(Stage::tables, tables_.make(features.classifier, features.plane, step)); });
}

void DerivedData::update(const RenderSettings &settings, FrameParams &frame, bool for_isosurfaces) {
    const SceneFeatures used = features(settings);
    const double step = settings.blend == Blend::composite ? settings.step : 1.0; // a projection's opacity is the ray's
    update_tables(used, step);
    if (mixes(settings)) {
        update_channel_tables(used.classifier, step);
    } else if (by_labels(settings)) {
        update_label_tables(step);
    } else if (used.placed) {
        channel_tables_.upload(volume_.channel_place());
        channel_table_stage_ = {};
    }
    tables_.complete(frame);
    complete_projection(frame, settings.blend);
    const GradientScale gradients = volume_.gradient_scale(normal_field(settings), settings.full_gradient);
    frame.sampling.smallest_gradient = gradients.smallest;
    frame.sampling.inv_full_gradient = gradients.inv_full;
    frame.volume.last_label = labels_->last();
    complete_bricks(frame);
    if (used.label_edges == LabelEdges::smooth) {
        add_events(Stage::label_borders, labels_->find_borders());
    }
    jitter_ = settings.jitter;
    if (jitter_) {
        frame.sampling.offset_mask = blue_noise_edge - 1;
        if (!blue_noise_) {
            upload(*device_, blue_noise_, blue_noise_tile(), "blue noise");
        }
    }
    update_colors(settings, used);
    update_octree(settings, used, frame, for_isosurfaces);
    strides_of_.reset(); // light is marched without
    const Version measured = measured_;
    update_light(settings, used, frame);
    if (measured_ > measured) { // leaves of the bricks that came for it
        update_octree(settings, used, frame, for_isosurfaces);
    }
    if (settings.adaptive_step) {
        strides_of_ = info_of(settings.traversal).data;
    }
    light_.complete(frame, settings, volume_.grid().dims);
}

SceneData DerivedData::scene() const {
    const auto or_stand_in = [&](const Buffer &buffer) -> const Buffer & { return buffer ? buffer : stand_in_; };
    const Buffer &map = !strides_of_                    ? octree_.distances()
                        : strides_of_ == SkipData::none ? octree_.strides()
                                                        : octree_.marked();
    std::array<const DeviceArray *, CHANNEL_LIMIT - 1> others{};
    for (std::size_t i = 0; i < others.size(); ++i) {
        others[i] = &(i < others_.size() ? others_[i]->volume_ : volume_).scalars();
    }
    return {volume_.scalars(),
            volume_.colors(),
            volume_.normals(),
            light_.texels(),
            or_stand_in(octree_.layout_buffer()),
            or_stand_in(octree_.nodes()),
            or_stand_in(map),
            or_stand_in(octree_.bounds()),
            tables_.opacities(),
            tables_.colors(),
            tables_.entries(),
            tables_.table_2d(),
            or_stand_in(labels_->voxels()),
            or_stand_in(labels_->colors()),
            jitter_ ? blue_noise_ : no_offset_,
            volume_.atlas() ? volume_.atlas()->pages() : stand_in_,
            or_stand_in(requests_.buffer()),
            {others, channel_tables_.params(), channel_tables_.opacities(), channel_tables_.colors()}};
}

DerivedData::TraceData DerivedData::trace_data(const RenderSettings &settings) const {
    const float opacity = settings.mode == Mode::isosurface ? 0.0f : largest_opacity(settings);
    return {octree_.majorants() ? octree_.majorants() : stand_in_, -std::log(1.0f - std::min(opacity, MOST_OPACITY)),
            volume_.gradient_scale(normal_field(settings), settings.full_gradient).magnitude};
}

MatterKey DerivedData::matter_key(const RenderSettings &settings, const FrameParams &frame) const {
    const SceneFeatures used = features(settings);
    return {frame.volume,
            frame.table,
            used,
            opacity_version(mixes(settings)),
            label_version(used),
            used.classifier == Classifier::two_dimensional ? normal_stage_.contents() : 0,
            voxel_version(mixes(settings)),
            plane_gradient(settings, used)};
}

StageCounts DerivedData::counts() const {
    StageCounts counts;
    counts.tables = table_stage_.version();
    counts.colors = color_stage_.version();
    counts.normals = normal_stage_.version();
    counts.leaf_ranges = range_stage_.version();
    counts.occupancy = occupancy_stage_.version();
    counts.distances = distance_stage_.version();
    counts.light = light_stage_.version();
    counts.bounds = bounds_stage_.version();
    for (const auto &other : others_) {
        counts.tables += other->table_stage_.version();
        counts.leaf_ranges += other->range_stage_.version();
        counts.bounds += other->bounds_stage_.version();
    }
    return counts;
}

} // namespace voxmarch
