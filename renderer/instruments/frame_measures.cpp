// Counting passes, errors of the sampling, and what rays skip.
#include "renderer/instruments/frame_measures.h"

#include "renderer/frame_maker.h"
#include "renderer/instruments/sampling_error.h"
#include "renderer/slabs.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// The same volume without isosurfaces.
RenderSettings without_surfaces(const RenderSettings &settings) {
    RenderSettings result = settings;
    result.mode = Mode::volume;
    return result;
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

/// Leaves of the octree that rays go through, and those that hold nothing.
void count_leaves(const DerivedData &data, const RenderSettings &settings, FrameStatistics &statistics) {
    statistics.leaves = statistics.leaves_skipped = statistics.octree_bytes = statistics.skip_bytes = 0;
    const SkipData skips = info_of(settings.traversal).data;
    if (skips != SkipData::none && settings.blend == Blend::composite) {
        const DeviceOctree &octree = data.octree();
        statistics.leaves = static_cast<std::uint64_t>(octree_leaf_count(octree.layout()));
        statistics.leaves_skipped = statistics.leaves - octree.occupied_leaves();
        statistics.octree_bytes = octree.bytes();
        statistics.skip_bytes = (skips == SkipData::octree ? octree.nodes() : octree.distances()).bytes();
    }
}

} // namespace

std::vector<PixelCounts> count_pixels(FrameMaker &frames, const Camera &camera, int width, int height,
                                      const RenderSettings &wanted, const std::function<void(double)> &progress) {
    validate(wanted);
    const RenderSettings settings =
        wanted.mode == Mode::isosurface ? as_drawn(without_surfaces(wanted)) : frames.settled(wanted);
    const Buffer &counters =
        frames.count(frames.update_unreported(camera, width, height, settings), settings, progress);
    std::vector<PixelCounts> counts(counters.bytes() / sizeof(PixelCounts));
    counters.download(std::as_writable_bytes(std::span(counts)));
    return counts;
}

void count_samples(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &wanted) {
    if (wanted.mode == Mode::isosurface || is_traced(wanted)) {
        return; // no samples are taken along rays
    }
    const RenderSettings settings = as_drawn(wanted);
    FrameStatistics &statistics = frames.statistics();
    statistics.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    statistics.rays_in_box = statistics.samples = statistics.visible_samples = statistics.nodes = 0;
    statistics.node_iterations = statistics.sample_iterations = 0;
    const auto progress = frames.report().progress_of(Stage::counting);
    // Layers of surfaces are drawn for a whole picture; and a crop of a crop is nobody's wish.
    const bool whole = settings.mode != Mode::volume || camera.crop || frames.has_meshes();
    constexpr std::size_t rows = 64; // a multiple of the rows that a warp draws: the same pixels march together
    in_slabs(static_cast<std::size_t>(height), rows, whole ? nullptr : progress,
             [&](std::size_t first, std::size_t count) {
                 Camera band = camera;
                 if (count < static_cast<std::size_t>(height)) {
                     band.crop = PictureCrop{width, height, 0, static_cast<int>(first)};
                 }
                 const auto told = [&](double share) {
                     progress((static_cast<double>(first) + share * static_cast<double>(count)) / height);
                 };
                 add_counts(count_pixels(frames, band, width, static_cast<int>(count), settings,
                                         progress ? std::function<void(double)>(told) : nullptr),
                            statistics);
             });
    statistics.group_local_bytes = frames.group_local_bytes();
    const DerivedData &data = frames.data();
    count_leaves(data, settings, statistics);
    const SceneFeatures features = data.features(settings);
    const bool packets = kernel_backend(data.volume().backend(), settings, features) == SamplingBackend::packet;
    statistics.warp_lanes = packets ? PACKET_WIDTH * PACKET_HEIGHT : int(frames.device().info().warp_lanes);
    const bool shaded = settings.shading == Shading::phong;
    const std::uint64_t of_normal = !shaded ? 0 : settings.gradient == Gradient::on_the_fly ? 6 : 1;
    const std::uint64_t of_sample = features.classifier == Classifier::two_dimensional ? 2 : 1;
    const std::uint64_t taps = features.interpolation == Interpolation::cubic ? 8 : 1;
    statistics.fetches = taps * (statistics.samples * of_sample + statistics.visible_samples * of_normal) +
                         (features.lights ? statistics.visible_samples : 0);
}

OctreeWalk walk_octree(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &wanted) {
    RenderSettings settings = without_surfaces(wanted);
    settings.traversal = Traversal::first_approach;
    settings.loops.reset();
    settings.adaptive_step = false;
    settings.blend = Blend::composite;
    settings.shading = Shading::none; // nothing is lit
    validate(settings);
    OctreeWalk walk;
    const Buffer &counters =
        frames.count_nodes(frames.update_unreported(camera, width, height, settings), settings, walk.ms);
    walk.nodes.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    counters.download(std::as_writable_bytes(std::span(walk.nodes)));
    return walk;
}

std::vector<float> sampling_errors(FrameMaker &frames, const Camera &camera, int width, int height,
                                   const RenderSettings &settings) {
    validate(settings);
    frames.require_all_bricks("sampling errors are estimated");
    const FrameParams frame = frames.update_unreported(camera, width, height, settings);
    const DerivedData &data = frames.data();
    return find_sampling_errors(frames.device(), data.scene(), frame, data.table(), data.volume().backend(),
                                data.volume().stored_type(), settings, data.features(settings));
}

double propose_step(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &wanted) {
    RenderSettings settings = wanted;
    settings.step = RenderSettings{}.step;
    settings.adaptive_step = false;
    if (settings.blend != Blend::composite || is_traced(settings)) {
        return settings.step;
    }
    if (settings.classification == Classification::preintegrated) {
        return coarsest_proposed_step;
    }
    const int reduction = (std::max(width, height) + 511) / 512;
    for (int round = 0; round < 2; ++round) { // what lies between two samples shows best near the step that is proposed
        settings.step = proposed_step(sampling_errors(frames, camera, (width + reduction - 1) / reduction,
                                                      (height + reduction - 1) / reduction, settings),
                                      settings.step);
    }
    return settings.step;
}

SimtScene skip_scene(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings) {
    if (settings.adaptive_step) {
        throw UsageError("rays are followed step by step, which an adaptive step leaves out: take a fixed step");
    }
    SimtScene scene;
    scene.frame = frames.update_unreported(camera, width, height, without_surfaces(settings));
    const DeviceOctree &octree = frames.data().octree();
    scene.jitter = settings.jitter;
    const SkipData data = info_of(settings.traversal).data;
    if (data != SkipData::none) {
        scene.layout = octree.layout();
        scene.octants = data == SkipData::distance_octants;
        if (data == SkipData::octree) {
            scene.states = octree.node_states();
        } else {
            scene.distances.resize(octree.distances().bytes());
            octree.distances().download(std::as_writable_bytes(std::span(scene.distances)));
        }
    }
    return scene;
}

SimtScene simt_scene(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings) {
    RenderSettings standard = without_surfaces(settings);
    standard.traversal = Traversal::none;
    standard.loops.reset();
    const std::vector<PixelCounts> counts =
        count_pixels(frames, camera, width, height, standard, frames.report().progress_of(Stage::counting));
    SimtScene scene = skip_scene(frames, camera, width, height, settings);
    for (const PixelCounts &pixel : counts) {
        scene.standard_samples.push_back(pixel.samples);
    }
    return scene;
}

} // namespace voxmarch
