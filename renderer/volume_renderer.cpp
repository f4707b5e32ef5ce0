// Keeps derived data and pictures in step with the settings.
#include "renderer/volume_renderer.h"

#include "device/mapped_read.h"
#include "renderer/derived_data.h"
#include "renderer/frame_params.h"
#include "renderer/ray_caster.h"
#include "renderer/sampling_error.h"
#include "transfer/preset.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

void require_size(int width, int height) {
    constexpr int limit = 16384;
    if (width < 1 || height < 1 || width > limit || height > limit) {
        throw UsageError(fmt::format("picture size {}x{} must lie between 1x1 and {}x{}", width, height, limit, limit));
    }
}

double efficiency(std::uint64_t steps, std::uint64_t iterations, int lanes) {
    return iterations > 0 ? static_cast<double>(steps) / (static_cast<double>(iterations) * lanes) : -1.0;
}

/// What the ray caster's data is made for: surfaces alone need neither normals nor, without shadows, an octree.
RenderSettings volume_settings(const RenderSettings &settings) {
    RenderSettings result = settings;
    if (settings.mode == Mode::isosurface) {
        result.shading = Shading::none;
        result.classification = Classification::post;
        if (settings.shadows == Shadows::none && settings.ambient_occlusion == 0) {
            result.traversal = Traversal::none;
            result.loops.reset();
        }
    }
    return result;
}

/// Where the light volume of surfaces alone is opaque: from the lowest isovalue of an opaque surface on. Empty if the
/// volume's own transfer function counts, infinite if nothing throws shadows.
std::optional<double> shadow_isovalue(const RenderSettings &settings) {
    if (settings.mode != Mode::isosurface || (settings.shadows == Shadows::none && settings.ambient_occlusion == 0)) {
        return {};
    }
    double lowest = std::numeric_limits<double>::infinity();
    for (const SurfaceStyle &surface : settings.surfaces) {
        lowest = surface.opacity >= 1.0f ? std::min(lowest, surface.isovalue) : lowest;
    }
    return lowest;
}

TransferFunction shadow_transfer(double isovalue) {
    TransferFunction transfer;
    transfer.name = "shadows of isosurfaces";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, glm::dvec3(1.0)}};
    transfer.opacities = {{0.0, 0.0}};
    if (std::isfinite(isovalue)) {
        transfer.opacities = {{isovalue, 0.0}, {isovalue, 1.0}};
    }
    return transfer;
}

RenderSettings without_surfaces(const RenderSettings &settings) {
    RenderSettings result = settings;
    result.mode = Mode::volume;
    return result;
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
    DerivedData data;
    TransferFunction transfer;        ///< over file values
    std::optional<double> shadows_of; ///< the shadow_isovalue() that `data` has in place of `transfer`
    RayCaster caster;
    std::unique_ptr<Surfaces> surfaces; ///< once they are wanted
    std::vector<std::pair<std::string, Events>> surface_events;
    std::vector<ColoredMesh> meshes; ///< the user's own
    bool upload_told = false;
    FrameStatistics statistics;

    State(Device &opened, const Volume &volume, SamplingBackend backend)
        : device(opened), data(opened, volume, backend), caster(opened) {}

    /// Own meshes need a mode that draws surfaces. @throws UsageError where there is none
    RenderSettings with_meshes(const RenderSettings &settings) const {
        RenderSettings result = settings;
        if (!meshes.empty() && settings.mode == Mode::volume) {
            if (settings.blend != Blend::composite) {
                throw UsageError(fmt::format("meshes are drawn into composited volumes, which blend {} is not",
                                             name_of(settings.blend)));
            }
            result.mode = Mode::both;
            result.surfaces.clear();
            result.surface_method = SurfaceMethod::mesh;
        }
        if (!meshes.empty() && result.surface_method != SurfaceMethod::mesh) {
            throw UsageError("meshes are drawn together with isosurfaces that are meshes: use --isosurface mesh");
        }
        return result;
    }

    CastVariant variant(const RenderSettings &settings, bool counting) const {
        return {data.volume().backend(), data.volume().stored_type(), settings, data.features(settings), counting};
    }

    /// Brings everything up to date. @return the frame's parameters
    FrameParams update(const Camera &camera, int width, int height, const RenderSettings &settings) {
        FrameParams frame = make_frame_params(data.volume().grid(), camera, width, height, settings);
        if (const std::optional<double> isovalue = shadow_isovalue(settings); isovalue != shadows_of) {
            data.set_transfer(isovalue ? shadow_transfer(*isovalue) : transfer);
            shadows_of = isovalue;
        }
        const RenderSettings own = volume_settings(settings);
        data.update(own, frame, settings.mode != Mode::volume);
        if (settings.mode != Mode::volume) {
            if (!surfaces) {
                surfaces = std::make_unique<Surfaces>(device, data.volume());
                surfaces->set_meshes(meshes);
            }
            const SceneFeatures features = data.features(own);
            surface_events =
                surfaces->update(settings, frame, data.scene(), features, features.lights ? data.light_version() : 0,
                                 data.surface_labels(), data.leaf_ranges());
            if (settings.surface_method == SurfaceMethod::mesh) {
                data.drop_leaf_ranges(); // extraction has taken what it needs
            }
        }
        return frame;
    }

    CastLayers layers(const RenderSettings &settings) const {
        return settings.mode == Mode::both ? surfaces->layers() : CastLayers{};
    }

    /// Draws the frame that update() has prepared. @return the buffer that holds it, RGBA8
    const Buffer &draw(const FrameParams &frame, const RenderSettings &settings, const CastVariant &cast_variant) {
        const bool surfaces_alone = settings.mode == Mode::isosurface;
        const Event drawn =
            surfaces_alone ? surfaces->blend(frame) : caster.cast(data.scene(), frame, cast_variant, layers(settings));
        add_stages(data.take_events());
        add_surface_stages(settings);
        const double ms = drawn.milliseconds();
        statistics.frame_ms += ms;
        statistics.stages.push_back({surfaces_alone ? "blend surfaces" : "frame", ms});
        return surfaces_alone ? surfaces->pixels() : caster.pixels();
    }

    void add_surface_stages(const RenderSettings &settings) {
        if (settings.mode == Mode::volume) {
            return;
        }
        const std::size_t first = statistics.stages.size();
        add_stages(std::exchange(surface_events, {}));
        statistics.surfaces = surfaces->statistics();
        for (std::size_t i = first; i < statistics.stages.size(); ++i) {
            const auto &[stage, ms] = statistics.stages[i];
            const bool found = stage == "raster" || stage == "cast surfaces";
            statistics.extraction_ms += stage == "extraction" ? ms : 0.0;
            statistics.raster_ms += found ? ms : 0.0;
            statistics.frame_ms += found || stage == "shade surfaces" ? ms : 0.0;
        }
    }

    void count_leaves(const RenderSettings &settings) {
        statistics.leaves = statistics.leaves_skipped = 0;
        if (info_of(settings.traversal).data != SkipData::none && settings.blend == Blend::composite) {
            statistics.leaves = static_cast<std::uint64_t>(octree_leaf_count(data.octree().layout()));
            statistics.leaves_skipped = statistics.leaves - data.octree().occupied_leaves();
        }
    }

    void add_stages(const std::vector<std::pair<std::string, Events>> &stages) {
        for (const auto &[name, events] : stages) {
            statistics.stages.push_back({name, milliseconds(events)});
        }
    }
};

VolumeRenderer::VolumeRenderer(Device &device, const Volume &volume, std::optional<SamplingBackend> backend)
    : state_(std::make_unique<State>(device, volume, backend.value_or(device.info().backend))) {
    set_transfer(find_preset("thesis"));
}

VolumeRenderer::~VolumeRenderer() = default;

void VolumeRenderer::set_transfer(const TransferFunction &transfer, std::optional<ValueRange> window) {
    validate(transfer);
    const DeviceVolume &volume = state_->data.volume();
    state_->transfer = over_values(transfer, window.value_or(default_window(volume.type(), volume.range())));
    state_->data.set_transfer(state_->transfer);
    state_->shadows_of.reset();
}

void VolumeRenderer::set_labels(const Volume *labels, const std::vector<LabelStyle> &styles) {
    if (!labels) {
        state_->data.set_labels({}, {});
        return;
    }
    const Grid &grid = state_->data.volume().grid();
    if (labels->grid().dims != grid.dims) {
        const std::array<int, 3> &dims = labels->grid().dims;
        throw UsageError(fmt::format("the labels have {}x{}x{} voxels, the volume has {}x{}x{}: they must lie on the "
                                     "same grid",
                                     dims[0], dims[1], dims[2], grid.dims[0], grid.dims[1], grid.dims[2]));
    }
    std::vector<std::uint16_t> values;
    values.reserve(grid.voxel_count());
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                const double label = labels->value(x, y, z);
                if (!(label >= 0.0 && label <= 65535.0 && label == std::floor(label))) {
                    throw UsageError(fmt::format("voxel ({}, {}, {}) of the labels is {}; labels are whole numbers "
                                                 "from 0 to 65535",
                                                 x, y, z, label));
                }
                values.push_back(static_cast<std::uint16_t>(label));
            }
        }
    }
    state_->data.set_labels(values, styles);
}

void VolumeRenderer::set_meshes(std::vector<ColoredMesh> meshes) {
    state_->meshes = std::move(meshes);
    if (state_->surfaces) {
        state_->surfaces->set_meshes(state_->meshes);
    }
}

Image VolumeRenderer::render(const Camera &camera, int width, int height, const RenderSettings &wanted) {
    validate(wanted);
    const RenderSettings settings = as_drawn(state_->with_meshes(wanted));
    require_size(width, height);
    State &state = *state_;
    state.statistics = {};
    state.statistics.device_times = state.device.info().event_times;
    state.statistics.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (!std::exchange(state.upload_told, true)) {
        state.statistics.stages.push_back({"scalar upload", state.data.upload_ms()});
    }

    auto start = std::chrono::steady_clock::now();
    const CastVariant variant = state.variant(settings, false);
    if (settings.mode != Mode::isosurface) {
        state.caster.prepare(variant);
    }
    state.statistics.stages.push_back({"program", milliseconds_since(start)});

    const FrameParams frame = state.update(camera, width, height, settings);
    const Buffer &pixels = state.draw(frame, settings, variant);

    start = std::chrono::steady_clock::now();
    Image image{width, height, read_mapped(state.device, pixels)};
    state.statistics.stages.push_back({"readback", milliseconds_since(start)});
    return image;
}

std::vector<PixelCounts> VolumeRenderer::count_pixels(const Camera &camera, int width, int height,
                                                      const RenderSettings &wanted) {
    validate(wanted);
    State &state = *state_;
    const RenderSettings settings =
        as_drawn(wanted.mode == Mode::isosurface ? without_surfaces(wanted) : state.with_meshes(wanted));
    require_size(width, height);
    const FrameParams frame = state.update(camera, width, height, settings);
    (void)state.data.take_events(); // a counting pass is not part of the frame
    state.caster.cast(state.data.scene(), frame, state.variant(settings, true), state.layers(settings)).wait();
    static_assert(sizeof(PixelCounts) == counts_of_pixel * 4);
    std::vector<PixelCounts> counts(state.caster.counters().bytes() / sizeof(PixelCounts));
    state.caster.counters().download(std::as_writable_bytes(std::span(counts)));
    return counts;
}

void VolumeRenderer::count_samples(const Camera &camera, int width, int height, const RenderSettings &wanted) {
    if (wanted.mode == Mode::isosurface) {
        return; // no samples are taken
    }
    const RenderSettings settings = as_drawn(wanted);
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
    state.count_leaves(settings);
    const SceneFeatures features = state.data.features(settings);
    const bool packets = kernel_backend(state.data.volume().backend(), settings, features) == SamplingBackend::packet;
    statistics.warp_lanes = packets ? PACKET_WIDTH * PACKET_HEIGHT : int(state.device.info().warp_lanes);
    const bool shaded = settings.shading == Shading::phong;
    const std::uint64_t of_normal = !shaded ? 0 : settings.gradient == Gradient::on_the_fly ? 6 : 1;
    const std::uint64_t of_sample = features.classifier == Classifier::two_dimensional ? 2 : 1;
    statistics.fetches =
        statistics.samples * of_sample + statistics.visible_samples * (of_normal + (features.lights ? 1 : 0));
}

std::vector<float> VolumeRenderer::sampling_errors(const Camera &camera, int width, int height,
                                                   const RenderSettings &settings) {
    validate(settings);
    require_size(width, height);
    State &state = *state_;
    const FrameParams frame = state.update(camera, width, height, settings);
    (void)state.data.take_events();
    return find_sampling_errors(state.device, state.data.scene(), frame, state.data.table(),
                                state.data.volume().backend(), state.data.volume().stored_type(), settings,
                                state.data.features(settings));
}

double VolumeRenderer::propose_step(const Camera &camera, int width, int height, const RenderSettings &wanted) {
    RenderSettings settings = wanted;
    settings.step = RenderSettings{}.step;
    if (settings.blend != Blend::composite) {
        return settings.step;
    }
    if (settings.classification == Classification::preintegrated) {
        return coarsest_proposed_step;
    }
    const int reduction = (std::max(width, height) + 511) / 512;
    for (int round = 0; round < 2; ++round) { // what lies between two samples shows best near the step that is proposed
        settings.step = proposed_step(sampling_errors(camera, (width + reduction - 1) / reduction,
                                                      (height + reduction - 1) / reduction, settings),
                                      settings.step);
    }
    return settings.step;
}

SimtScene VolumeRenderer::skip_scene(const Camera &camera, int width, int height, const RenderSettings &settings) {
    State &state = *state_;
    SimtScene scene;
    scene.frame = state.update(camera, width, height, without_surfaces(settings));
    (void)state.data.take_events();
    scene.jitter = settings.jitter;
    const SkipData data = info_of(settings.traversal).data;
    if (data != SkipData::none) {
        const Buffer &source =
            data == SkipData::octree ? state.data.octree().states() : state.data.octree().distances();
        std::vector<std::uint8_t> &target = data == SkipData::octree ? scene.states : scene.distances;
        scene.layout = state.data.octree().layout();
        scene.octants = data == SkipData::distance_octants;
        target.resize(source.bytes());
        source.download(std::as_writable_bytes(std::span(target)));
    }
    return scene;
}

SimtScene VolumeRenderer::simt_scene(const Camera &camera, int width, int height, const RenderSettings &settings) {
    RenderSettings standard = without_surfaces(settings);
    standard.traversal = Traversal::none;
    standard.loops.reset();
    const std::vector<PixelCounts> counts = count_pixels(camera, width, height, standard);
    SimtScene scene = skip_scene(camera, width, height, settings);
    for (const PixelCounts &pixel : counts) {
        scene.standard_samples.push_back(pixel.samples);
    }
    return scene;
}

const DeviceInfo &VolumeRenderer::device() const { return state_->device.info(); }

const FrameStatistics &VolumeRenderer::statistics() const { return state_->statistics; }

StageCounts VolumeRenderer::stage_counts() const {
    StageCounts counts = state_->data.counts();
    if (state_->surfaces) {
        state_->surfaces->add_counts(counts);
    }
    return counts;
}

SamplingBackend VolumeRenderer::backend() const { return state_->data.volume().backend(); }

} // namespace voxmarch
