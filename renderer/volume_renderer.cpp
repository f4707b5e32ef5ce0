// Keeps derived data and pictures in step with the settings.
#include "renderer/volume_renderer.h"

#include "renderer/device_volume.h"
#include "renderer/frame_params.h"
#include "renderer/ray_caster.h"
#include "transfer/preset.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void require_size(int width, int height) {
    constexpr int limit = 16384;
    if (width < 1 || height < 1 || width > limit || height > limit) {
        throw UsageError(fmt::format("picture size {}x{} must lie between 1x1 and {}x{}", width, height, limit, limit));
    }
}

double efficiency(std::uint64_t steps, std::uint64_t iterations, int lanes) {
    return iterations > 0 ? static_cast<double>(steps) / (static_cast<double>(iterations) * lanes) : -1.0;
}

} // namespace

double traversal_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.nodes, counts.node_iterations, counts.warp_lanes);
}

double marching_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.samples, counts.sample_iterations, counts.warp_lanes);
}

struct VolumeRenderer::State {
    Device &device;
    std::chrono::steady_clock::time_point created = std::chrono::steady_clock::now();
    DeviceVolume volume;
    RayCaster caster;
    DeviceOctree octree;
    double upload_ms;

    TransferFunction transfer; // over file values
    FrameStatistics statistics;

    // What the device data was made for; a change of one of these makes it anew.
    double table_step = 0.0; // 0: the table is not there
    bool colors_valid = false;
    bool normals_valid = false;
    Classification normals_field = Classification::post;
    Gradient normals_gradient = Gradient::sobel;
    TableCoordinates coordinates;
    PackedTable packed;
    int measured_leaf_size = 0; // 0: leaf ranges are not there
    Classification measured_field = Classification::post;
    double occupancy_threshold = -1.0; // < 0: occupancy is not there
    SkipData distances = SkipData::none;

    State(Device &opened, const Volume &host_volume, SamplingBackend backend)
        : device(opened), volume(opened, host_volume, backend), caster(opened), octree(opened),
          upload_ms(milliseconds_since(created)) {}

    void update_table(const RenderSettings &settings);
    void update_derived(const RenderSettings &settings);
    void update_octree(const RenderSettings &settings);
    void update(const RenderSettings &settings);
    FrameParams frame_params(const Camera &camera, int width, int height, const RenderSettings &settings) const;
    TransferTable table(double step) const {
        return sample_table(transfer, volume.range(), default_table_entries(volume.type()), step);
    }
};

void VolumeRenderer::State::update_table(const RenderSettings &settings) {
    if (table_step == settings.step) {
        return;
    }
    const TransferTable sampled = table(settings.step);
    packed = pack_table(sampled);
    caster.set_table(packed);
    coordinates = table_coordinates(sampled, volume.mapping());
    table_step = settings.step;
}

void VolumeRenderer::State::update_derived(const RenderSettings &settings) {
    const bool pre = settings.classification == Classification::pre;
    if (pre && !colors_valid) {
        statistics.stages.push_back({"classify", volume.classify(table(1.0)).milliseconds()});
        colors_valid = true;
        if (measured_field == Classification::pre) {
            measured_leaf_size = 0;
        }
        normals_valid = normals_valid && normals_field == Classification::post;
    }
    if (settings.shading == Shading::none) {
        return;
    }
    if (!normals_valid || normals_field != settings.classification || normals_gradient != settings.gradient) {
        statistics.stages.push_back(
            {"normals", volume.make_normals(settings.classification, settings.gradient).milliseconds()});
        normals_valid = true;
        normals_field = settings.classification;
        normals_gradient = settings.gradient;
    }
}

void VolumeRenderer::State::update_octree(const RenderSettings &settings) {
    const SkipData data = info_of(settings.traversal).data;
    if (data == SkipData::none) {
        return;
    }
    const auto add_stage = [&](const char *name, const Events &events) {
        statistics.stages.push_back({name, milliseconds(events)});
    };
    const int leaf_size = leaf_size_of(settings);
    if (measured_leaf_size != leaf_size || measured_field != settings.classification) {
        const bool pre = settings.classification == Classification::pre;
        add_stage("leaf ranges", octree.measure(volume.grid().dims, leaf_size,
                                                pre ? DeviceOctree::Field::opacity : DeviceOctree::Field::scalar,
                                                pre ? volume.colors() : volume.scalars(), volume.stored_type()));
        measured_leaf_size = leaf_size;
        measured_field = settings.classification;
        occupancy_threshold = -1.0;
    }
    if (occupancy_threshold != settings.threshold) {
        add_stage("occupancy", octree.classify(packed, coordinates, static_cast<float>(settings.threshold)));
        occupancy_threshold = settings.threshold;
        distances = SkipData::none;
    }
    if (data != SkipData::octree && distances != data) {
        add_stage("distance map",
                  octree.make_distance_map(data == SkipData::distance_octants ? DistanceMap::octants
                                                                              : DistanceMap::all_directions));
        distances = data;
    }
}

void VolumeRenderer::State::update(const RenderSettings &settings) {
    update_table(settings);
    update_derived(settings);
    update_octree(settings);
}

FrameParams VolumeRenderer::State::frame_params(const Camera &camera, int width, int height,
                                                const RenderSettings &settings) const {
    FrameParams frame = make_frame_params(volume.grid(), camera, width, height, settings);
    frame.table_scale = coordinates.scale;
    frame.table_bias = coordinates.bias;
    frame.table_last = coordinates.last;
    frame.visible_begin = packed.visible_begin;
    return frame;
}

VolumeRenderer::VolumeRenderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend)
    : state_(std::make_unique<State>(device, volume, backend.value_or(device.info().backend))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::~VolumeRenderer() = default;

void VolumeRenderer::set_transfer(const TransferFunction &transfer, std::optional<ValueRange> window) {
    validate(transfer);
    state_->transfer =
        over_values(transfer, window.value_or(default_window(state_->volume.type(), state_->volume.range())));
    state_->table_step = 0.0;
    state_->colors_valid = false;
    state_->occupancy_threshold = -1.0;
}

Image VolumeRenderer::render(const Camera &camera, int width, int height, const RenderSettings &settings) {
    validate(settings);
    require_size(width, height);
    State &state = *state_;
    state.statistics = {};
    state.statistics.device_times = state.device.info().event_times;
    state.statistics.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (state.upload_ms > 0.0) {
        state.statistics.stages.push_back({"scalar upload", state.upload_ms});
        state.upload_ms = 0.0;
    }

    auto start = std::chrono::steady_clock::now();
    state.caster.prepare(state.volume, settings, false);
    state.statistics.stages.push_back({"program", milliseconds_since(start)});
    state.update(settings);

    const FrameParams frame = state.frame_params(camera, width, height, settings);
    state.statistics.frame_ms = state.caster.cast(state.volume, &state.octree, frame, settings, false).milliseconds();
    state.statistics.stages.push_back({"frame", state.statistics.frame_ms});

    start = std::chrono::steady_clock::now();
    Image image{width, height, std::vector<std::uint8_t>(state.caster.pixels().bytes())};
    state.caster.pixels().download(std::as_writable_bytes(std::span(image.rgba)));
    state.statistics.stages.push_back({"readback", milliseconds_since(start)});
    return image;
}

std::vector<PixelCounts> VolumeRenderer::count_pixels(const Camera &camera, int width, int height,
                                                      const RenderSettings &settings) {
    validate(settings);
    require_size(width, height);
    State &state = *state_;
    std::vector<StageTime> stages = state.statistics.stages; // a counting pass is not part of the frame
    state.update(settings);
    state.statistics.stages = std::move(stages);

    const FrameParams frame = state.frame_params(camera, width, height, settings);
    state.caster.cast(state.volume, &state.octree, frame, settings, true).wait();
    static_assert(sizeof(PixelCounts) == counts_of_pixel * 4);
    std::vector<PixelCounts> counts(state.caster.counters().bytes() / sizeof(PixelCounts));
    state.caster.counters().download(std::as_writable_bytes(std::span(counts)));
    return counts;
}

void VolumeRenderer::count_samples(const Camera &camera, int width, int height, const RenderSettings &settings) {
    const std::vector<PixelCounts> counts = count_pixels(camera, width, height, settings);
    State &state = *state_;
    FrameStatistics &statistics = state.statistics;
    statistics.rays_in_box = statistics.samples = statistics.visible_samples = statistics.nodes = 0;
    statistics.node_iterations = statistics.sample_iterations = 0;
    for (const PixelCounts &pixel : counts) {
        statistics.rays_in_box += pixel.samples + pixel.nodes > 0 ? 1 : 0;
        statistics.samples += pixel.samples;
        statistics.visible_samples += pixel.visible;
        statistics.nodes += pixel.nodes;
        statistics.node_iterations += pixel.node_iterations;
        statistics.sample_iterations += pixel.sample_iterations;
    }
    statistics.warp_lanes = state.volume.backend() == SamplingBackend::packet ? PACKET_WIDTH * PACKET_HEIGHT
                                                                              : int(state.device.info().warp_lanes);
    const bool shaded = settings.shading == Shading::phong;
    statistics.fetches = statistics.samples + (shaded ? statistics.visible_samples : 0);
}

SimtScene VolumeRenderer::simt_scene(const Camera &camera, int width, int height, const RenderSettings &settings) {
    RenderSettings standard = settings;
    standard.traversal = Traversal::none;
    standard.loops.reset();
    const std::vector<PixelCounts> counts = count_pixels(camera, width, height, standard);
    State &state = *state_;
    state.update(settings);
    SimtScene scene;
    scene.frame = state.frame_params(camera, width, height, settings);
    for (const PixelCounts &pixel : counts) {
        scene.standard_samples.push_back(pixel.samples);
    }
    const SkipData data = info_of(settings.traversal).data;
    if (data != SkipData::none) {
        const Buffer &source = data == SkipData::octree ? state.octree.states() : state.octree.distances();
        std::vector<std::uint8_t> &target = data == SkipData::octree ? scene.states : scene.distances;
        scene.layout = state.octree.layout();
        scene.octants = data == SkipData::distance_octants;
        target.resize(source.bytes());
        source.download(std::as_writable_bytes(std::span(target)));
    }
    return scene;
}

const DeviceInfo &VolumeRenderer::device() const { return state_->device.info(); }

const FrameStatistics &VolumeRenderer::statistics() const { return state_->statistics; }

SamplingBackend VolumeRenderer::backend() const { return state_->volume.backend(); }

} // namespace voxmarch
