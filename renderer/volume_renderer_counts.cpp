// What can be measured of a frame beside its picture: counts of every pixel, errors of the sampling, the skipping as
// data.
#include "renderer/instruments/sampling_error.h"
#include "renderer/slabs.h"
#include "renderer/volume_renderer_state.h"

#include <algorithm>

namespace voxmarch {

namespace {

double efficiency(std::uint64_t steps, std::uint64_t iterations, int lanes) {
    return iterations > 0 ? static_cast<double>(steps) / (static_cast<double>(iterations) * lanes) : -1.0;
}

void add_counts(const std::vector<PixelCounts> &counts, FrameStatistics &statistics) {
    for (const PixelCounts &pixel : counts) {
        statistics.rays_in_box += pixel.samples + pixel.nodes > 0 ? 1 : 0;
        statistics.samples += pixel.samples;
        statistics.visible_samples += pixel.visible;
        statistics.nodes += pixel.nodes;
        statistics.node_iterations += pixel.node_iterations;
        statistics.sample_iterations += pixel.sample_iterations;
    }
}

} // namespace

double traversal_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.nodes, counts.node_iterations, counts.warp_lanes);
}

double marching_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.samples, counts.sample_iterations, counts.warp_lanes);
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
    state.caster
        .cast(state.data.scene(), frame, state.variant(settings, {.counting = Counting::on}), state.layers(settings))
        .wait();
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
    State &state = *state_;
    FrameStatistics &statistics = state.statistics;
    statistics.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    statistics.rays_in_box = statistics.samples = statistics.visible_samples = statistics.nodes = 0;
    statistics.node_iterations = statistics.sample_iterations = 0;
    // Layers of surfaces are drawn for a whole picture; and a crop of a crop is nobody's wish.
    const bool whole = settings.mode != Mode::volume || camera.crop || !state.meshes.empty();
    constexpr std::size_t rows = 64; // a multiple of the rows that a warp draws: the same pixels march together
    in_slabs(static_cast<std::size_t>(height), rows, whole ? nullptr : state.progress_of(Stage::counting),
             [&](std::size_t first, std::size_t count) {
                 Camera band = camera;
                 if (count < static_cast<std::size_t>(height)) {
                     band.crop = PictureCrop{width, height, 0, static_cast<int>(first)};
                 }
                 add_counts(count_pixels(band, width, static_cast<int>(count), settings), statistics);
             });
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

} // namespace voxmarch
