// Keeps derived data in step with settings, transfer function and labels.
#include "renderer/derived_data.h"

#include "renderer/blue_noise.h"
#include "renderer/projection.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Voxels around a leaf that its samples read: pre-integrated ones look half a step back and up to one ahead.
int leaf_margin(const RenderSettings &settings) {
    return settings.classification == Classification::preintegrated ? static_cast<int>(settings.step) + 1 : 0;
}

/// Scalars, or the opacities of classified voxels.
Classification field_of(const RenderSettings &settings) {
    return settings.classification == Classification::pre ? Classification::pre : Classification::post;
}

/// Everything of a frame's parameters that the light volume depends on.
std::array<float, 33> light_key(const FrameParams &frame, bool shadows) {
    std::array<float, 33> key{};
    auto at = std::copy(std::begin(frame.box_min), std::end(frame.box_min), key.begin());
    at = std::copy(std::begin(frame.box_max), std::end(frame.box_max), at);
    at = std::copy(std::begin(frame.planes), std::end(frame.planes), at);
    if (shadows) { // ambient occlusion comes from everywhere
        std::copy(std::begin(frame.light), std::end(frame.light), at);
    }
    return key;
}

} // namespace

DerivedData::DerivedData(Device &device, const Volume &volume, SamplingBackend backend)
    : device_(&device), upload_ms_(0.0), volume_([&] {
          const auto start = std::chrono::steady_clock::now();
          DeviceVolume uploaded(device, volume, backend);
          upload_ms_ = milliseconds_since(start);
          return uploaded;
      }()),
      tables_(device), octree_(device), light_(device), labels_(device),
      stand_in_(device, std::max<std::size_t>(sizeof(OctreeLayout), 64), "stand-in"),
      no_offset_(device, sizeof(float), "lattice offset") {
    const float middle = 0.5f;
    no_offset_.upload(std::as_bytes(std::span(&middle, 1)));
}

void DerivedData::set_transfer(const TransferFunction &transfer) {
    tables_.set(transfer, volume_.range(), volume_.type(), volume_.mapping());
}

void DerivedData::set_labels(std::span<const std::uint16_t> labels, const std::vector<LabelStyle> &styles) {
    if (!labels.empty() && labels.size() != volume_.grid().voxel_count()) {
        throw UsageError("the label volume has another number of voxels than the volume");
    }
    labels_.set(labels, styles);
}

SceneFeatures DerivedData::features(const RenderSettings &settings) const {
    SceneFeatures features;
    features.labels = labels_.any();
    features.blend = settings.blend;
    features.surfaces = settings.mode == Mode::both;
    features.lights = settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
    switch (settings.classification) {
    case Classification::pre: features.classifier = Classifier::pre; break;
    case Classification::post: features.classifier = Classifier::post; break;
    case Classification::preintegrated: features.classifier = Classifier::preintegrated; break;
    }
    if (tables_.is_two_dimensional()) {
        if (settings.classification != Classification::post) {
            throw UsageError("a transfer function of scalar and gradient needs --classification post");
        }
        if (settings.blend != Blend::composite) {
            throw UsageError(fmt::format("a transfer function of scalar and gradient has no --blend {}: a projection "
                                         "finds a scalar alone",
                                         name_of(settings.blend)));
        }
        features.classifier = Classifier::two_dimensional;
    }
    return features;
}

void DerivedData::add_events(const char *stage, Events events) {
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
    const double first = std::floor((0.0 - frame.table_bias) / frame.table_scale * scale);
    const double last = std::ceil((1.0 - frame.table_bias) / frame.table_scale * scale);
    const ProjectionStrength strength = projection_strength(tables_.transfer(), blend);
    frame.strength[0] = static_cast<float>(strength.of_opacity);
    frame.strength[1] = static_cast<float>(strength.always);
    frame.quantum_scale = static_cast<float>(scale);
    frame.stored_per_quantum = static_cast<float>(1.0 / scale);
    frame.quantum_low = static_cast<vx_int>(std::clamp(first, low, high));
    frame.quantum_high = static_cast<vx_int>(std::clamp(last, low, high));
}

void DerivedData::update_colors(const RenderSettings &settings, const SceneFeatures &features) {
    const Classification field = field_of(settings);
    const std::uint64_t opacities = field == Classification::pre ? tables_.opacity_version() : 0;
    if (field == Classification::pre) {
        color_stage_.update({tables_.opacity_version(), tables_.color_version()},
                            [&] { add_events("classify", volume_.classify(tables_.per_voxel_length())); });
    }
    const bool two_dimensional = features.classifier == Classifier::two_dimensional;
    const bool stored = settings.shading == Shading::phong && settings.gradient != Gradient::on_the_fly;
    if (stored || two_dimensional) {
        const Gradient gradient = settings.gradient == Gradient::on_the_fly ? Gradient::central : settings.gradient;
        normal_stage_.update({field, gradient, settings.full_gradient, opacities}, [&] {
            add_events("normals", volume_.make_normals(field, gradient, settings.full_gradient));
        });
    }
}

void DerivedData::update_octree(const RenderSettings &settings, const SceneFeatures &features, bool for_isosurfaces) {
    const SkipData data = info_of(settings.traversal).data;
    if (data == SkipData::none) {
        return;
    }
    const bool pre = settings.classification == Classification::pre;
    const int leaf_size = leaf_size_of(settings, volume_.grid().dims), margin = leaf_margin(settings);
    range_stage_.update({field_of(settings), leaf_size, margin, pre ? tables_.opacity_version() : 0}, [&] {
        add_events("leaf ranges", octree_.measure(volume_.grid().dims, leaf_size,
                                                  pre ? DeviceOctree::Field::opacity : DeviceOctree::Field::scalar,
                                                  pre ? volume_.opacities() : volume_.scalars(), volume_.stored_type(),
                                                  margin, for_isosurfaces && !pre && margin == 0));
    });
    if (settings.blend != Blend::composite) {
        bounds_stage_.update({range_stage_.version(), features.labels ? labels_.version() : 0}, [&] {
            if (features.labels) {
                add_events("labels of leaves", octree_.find_labels(labels_.voxels(), labels_.colors(), labels_.last()));
            }
            add_events("node bounds", octree_.find_bounds(quantum_scale(), features.labels));
        });
        return;
    }
    occupancy_stage_.update(
        {range_stage_.version(), features.classifier, settings.threshold, tables_.opacity_version(),
         features.labels ? labels_.version() : 0},
        [&] {
            if (features.labels) {
                add_events("labels of leaves", octree_.find_labels(labels_.voxels(), labels_.colors(), labels_.last()));
            }
            add_events("occupancy", octree_.classify(tables_.packed(), tables_.coordinates(),
                                                     static_cast<float>(settings.threshold), features.labels));
        });
    if (data != SkipData::octree) {
        distance_stage_.update({occupancy_stage_.version(), data}, [&] {
            add_events("distance map",
                       octree_.make_distance_map(data == SkipData::distance_octants ? DistanceMap::octants
                                                                                    : DistanceMap::all_directions));
        });
    }
}

void DerivedData::update_light(const RenderSettings &settings, SceneFeatures features, FrameParams &frame) {
    if (!features.lights) {
        return;
    }
    // Towards the light the samples of a pre-integrated frame are post-classified ones: none sees the difference.
    features.lights = features.surfaces = false;
    if (features.classifier == Classifier::preintegrated) {
        features.classifier = Classifier::post;
    }
    light_stage_.update(
        {features, tables_.opacity_version(), features.labels ? labels_.version() : 0,
         features.classifier == Classifier::two_dimensional ? normal_stage_.version() : 0, settings.shadows,
         settings.shadow_method, settings.ambient_occlusion, settings.step,
         light_key(frame, settings.shadows != Shadows::none)},
        [&] {
            add_events("light", light_.make(scene(), frame, volume_.grid(), volume_.stored_type(), settings, features));
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

void DerivedData::update(const RenderSettings &settings, FrameParams &frame, bool for_isosurfaces) {
    const SceneFeatures used = features(settings);
    const double step = settings.blend == Blend::composite ? settings.step : 1.0; // a projection's opacity is the ray's
    table_stage_.update({used.classifier, step, tables_.opacity_version(), tables_.color_version()},
                        [&] { add_events("tables", tables_.make(used.classifier, step)); });
    tables_.complete(frame);
    complete_projection(frame, settings.blend);
    const GradientScale gradients = volume_.gradient_scale(field_of(settings), settings.full_gradient);
    frame.smallest_gradient = gradients.smallest;
    frame.inv_full_gradient = gradients.inv_full;
    frame.last_label = labels_.last();
    jitter_ = settings.jitter;
    if (jitter_) {
        frame.offset_mask = blue_noise_edge - 1;
        if (!blue_noise_) {
            upload(*device_, blue_noise_, blue_noise_tile(), "blue noise");
        }
    }
    update_colors(settings, used);
    update_octree(settings, used, for_isosurfaces);
    update_light(settings, used, frame);
    light_.complete(frame, settings);
}

SceneData DerivedData::scene() const {
    const auto or_stand_in = [&](const Buffer &buffer) -> const Buffer & { return buffer ? buffer : stand_in_; };
    return {volume_.scalars(),
            volume_.colors(),
            volume_.normals(),
            light_.texels(),
            or_stand_in(octree_.layout_buffer()),
            or_stand_in(octree_.states()),
            or_stand_in(octree_.distances()),
            or_stand_in(octree_.bounds()),
            tables_.opacities(),
            tables_.colors(),
            tables_.entries(),
            tables_.table_2d(),
            or_stand_in(labels_.voxels()),
            or_stand_in(labels_.colors()),
            jitter_ ? blue_noise_ : no_offset_};
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
    return counts;
}

} // namespace voxmarch
