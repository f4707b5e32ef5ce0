// Keeps derived data and surfaces in step with the settings and draws frames.
#include "renderer/volume_renderer_state.h"

#include "renderer/frame_params.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

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

} // namespace

void require_size(int width, int height) {
    constexpr int limit = 16384;
    if (width < 1 || height < 1 || width > limit || height > limit) {
        throw UsageError(fmt::format("picture size {}x{} must lie between 1x1 and {}x{}", width, height, limit, limit));
    }
}

RenderSettings without_surfaces(const RenderSettings &settings) {
    RenderSettings result = settings;
    result.mode = Mode::volume;
    return result;
}

RenderSettings VolumeRenderer::State::with_meshes(const RenderSettings &settings) const {
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

CastVariant VolumeRenderer::State::variant(const RenderSettings &settings, const CastOutput &output) const {
    return {data.volume().backend(), data.volume().stored_type(), settings, data.features(settings), output};
}

void VolumeRenderer::State::choose_transfer(const RenderSettings &settings) {
    if (const std::optional<double> isovalue = shadow_isovalue(settings); isovalue != shadows_of) {
        data.set_transfer(isovalue ? shadow_transfer(*isovalue) : transfer);
        shadows_of = isovalue;
    }
}

FrameParams VolumeRenderer::State::update(const Camera &camera, int width, int height, const RenderSettings &settings) {
    choose_transfer(settings);
    FrameParams frame = make_frame_params(data.volume().grid(), camera, width, height, settings);
    const RenderSettings own = volume_settings(settings);
    data.update(own, frame, settings.mode != Mode::volume);
    if (settings.mode != Mode::volume) {
        if (!surfaces) {
            surfaces = std::make_unique<Surfaces>(device, data.volume());
            surfaces->set_meshes(meshes);
            surfaces->report(progress_of(Stage::extraction));
        }
        const Version lights = data.features(own).lights ? data.light_version() : 0;
        surface_events =
            surfaces->update(settings, frame, data.scene(), lights, data.surface_labels(), data.leaf_ranges());
        if (settings.surface_method == SurfaceMethod::mesh) {
            data.drop_leaf_ranges(); // extraction has taken what it needs
        }
    }
    return frame;
}

CastLayers VolumeRenderer::State::layers(const RenderSettings &settings) const {
    return settings.mode == Mode::both ? surfaces->layers() : CastLayers{};
}

DeviceFrame VolumeRenderer::State::draw(const FrameParams &frame, const RenderSettings &settings,
                                        const CastVariant &cast_variant) {
    const CastOutput &output = cast_variant.output;
    const bool surfaces_alone = settings.mode == Mode::isosurface;
    const Event drawn = surfaces_alone ? surfaces->blend(frame, output)
                                       : caster.cast(data.scene(), frame, cast_variant, layers(settings));
    add_stages(data.take_events());
    add_surface_stages(settings);
    const Stage last = surfaces_alone ? Stage::blend_surfaces : Stage::frame;
    tell(last);
    const double ms = drawn.milliseconds();
    statistics.frame_ms += ms;
    statistics.stages.push_back({last, ms});
    DeviceFrame result{surfaces_alone ? &surfaces->pixels() : &caster.pixels(), nullptr};
    if (output.counting == Counting::depth) {
        result.depth = &scaled_depth(frame, surfaces_alone ? surfaces->depths() : caster.counters());
    }
    return result;
}

const Buffer &VolumeRenderer::State::scaled_depth(const FrameParams &frame, const Buffer &distances) {
    const auto pixels = static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
    reserve(device, depth, pixels * sizeof(float), "distances");
    ProgramSource source;
    source.name = "scale_depth";
    source.files = {"depth.cl"};
    const auto scale = static_cast<float>(data.volume().grid().smallest_spacing());
    (void)kernels.kernel(source, "scale_depth")
        .launch({{(pixels + 63) / 64 * 64, 1, 1}, {64, 1, 1}}, distances, scale, depth, static_cast<int>(pixels));
    return depth;
}

void VolumeRenderer::State::add_surface_stages(const RenderSettings &settings) {
    if (settings.mode == Mode::volume) {
        return;
    }
    const std::size_t first = statistics.stages.size();
    add_stages(std::exchange(surface_events, {}));
    statistics.surfaces = surfaces->statistics();
    for (std::size_t i = first; i < statistics.stages.size(); ++i) {
        const auto &[stage, ms] = statistics.stages[i];
        const bool found = stage == Stage::raster || stage == Stage::cast_surfaces;
        statistics.extraction_ms += stage == Stage::extraction ? ms : 0.0;
        statistics.raster_ms += found ? ms : 0.0;
        statistics.frame_ms += found || stage == Stage::shade_surfaces ? ms : 0.0;
    }
}

void VolumeRenderer::State::count_leaves(const RenderSettings &settings) {
    statistics.leaves = statistics.leaves_skipped = 0;
    if (info_of(settings.traversal).data != SkipData::none && settings.blend == Blend::composite) {
        statistics.leaves = static_cast<std::uint64_t>(octree_leaf_count(data.octree().layout()));
        statistics.leaves_skipped = statistics.leaves - data.octree().occupied_leaves();
    }
}

void VolumeRenderer::State::add_stages(const std::vector<std::pair<Stage, Events>> &stages) {
    for (const auto &[stage, events] : stages) {
        tell(stage);
        statistics.stages.push_back({stage, milliseconds(events)});
    }
}

std::function<void(double)> VolumeRenderer::State::progress_of(Stage stage) const {
    return divide_stages ? [this, stage](double share) { tell(stage, share); } : std::function<void(double)>();
}

void VolumeRenderer::State::tell(Stage stage, double share) const {
    if (report_stage) {
        report_stage(stage, share);
    }
}

} // namespace voxmarch
