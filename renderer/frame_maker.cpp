// Keeps derived data and surfaces in step with what a renderer is told, and draws frames.
#include "renderer/frame_maker.h"

#include "renderer/error_bound.h"
#include "renderer/frame_params.h"
#include "renderer/picture_finish.h"
#include "renderer/surface_shadows.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What the ray caster's data is made for: surfaces alone need neither normals nor, without shadows, an octree.
RenderSettings volume_settings(const RenderSettings &settings) {
    RenderSettings result = settings;
    if (settings.mode == Mode::isosurface) {
        result.shading = Shading::none;
        result.classification = Classification::post;
        result.adaptive_step = false;
        if (settings.shadows == Shadows::none && settings.ambient_occlusion == 0) {
            result.traversal = Traversal::none;
            result.loops.reset();
        }
    }
    return result;
}

/// Where a picture of this camera lies in the whole one.
PicturePart place_of(const Camera &camera, int width, int height) {
    return camera.crop ? PicturePart{camera.crop->x, camera.crop->y, width, height} : PicturePart{0, 0, width, height};
}

void require_size(int width, int height) {
    constexpr int limit = 16384;
    if (width < 1 || height < 1 || width > limit || height > limit) {
        throw UsageError(fmt::format("picture size {}x{} must lie between 1x1 and {}x{}", width, height, limit, limit));
    }
}

} // namespace

void FrameMaker::set_transfer(TransferFunction transfer, int channel) {
    if (channel > 0) {
        data_.channel(channel).set_transfer(transfer);
        return;
    }
    transfer_ = std::move(transfer);
    data_.set_transfer(transfer_);
    shadows_of_.reset();
}

void FrameMaker::set_meshes(std::vector<ColoredMesh> meshes) {
    meshes_ = std::move(meshes);
    if (surfaces_) {
        surfaces_->set_meshes(meshes_);
    }
}

void FrameMaker::divide_stages(bool divide) {
    report_.divide(divide);
    data_.report_light(report_.progress_of(Stage::light));
    if (surfaces_) {
        surfaces_->report(report_.progress_of(Stage::extraction));
    }
}

RenderSettings FrameMaker::settled(const RenderSettings &wanted) const {
    const bool meshes_alone = !meshes_.empty() && wanted.mode == Mode::isosurface && wanted.surfaces.empty();
    RenderSettings result = wanted;
    if (meshes_alone) {
        result.mode = Mode::volume; // as which it may have no isosurfaces
    }
    validate(result);
    result.mode = wanted.mode;
    if (!meshes_.empty() && wanted.mode == Mode::volume) {
        if (wanted.blend != Blend::composite) {
            throw UsageError(
                fmt::format("meshes are drawn into composited volumes, which blend {} is not", name_of(wanted.blend)));
        }
        if (wanted.adaptive_step) {
            throw UsageError("an adaptive step needs a volume without meshes in it: take a fixed step");
        }
        result.mode = Mode::both;
        result.surfaces.clear();
        result.surface_method = SurfaceMethod::mesh;
    }
    if (!meshes_.empty() && result.surface_method != SurfaceMethod::mesh) {
        throw UsageError("meshes are drawn together with isosurfaces that are meshes",
                         {{Remedy::surface_method, std::string(name_of(SurfaceMethod::mesh))}});
    }
    if (is_traced(result) && !meshes_.empty()) {
        throw UsageError("traced light knows no meshes beside the volume", {{Remedy::drop_choice, "lighting"}});
    }
    require_traceable(result);
    require_possible_in_bricks(result);
    require_possible_with_channels(result);
    return as_drawn(result);
}

DeviceFrame FrameMaker::draw(const Camera &camera, int width, int height, const RenderSettings &wanted,
                             const FrameOutput &output, const FrameReader &read) {
    const RenderSettings settings = settled(wanted);
    require_size(width, height);
    if (is_traced(settings) && (output.depth || output.normals)) {
        throw UsageError("distances and normals are those of rays, which traced light does not have",
                         {{Remedy::drop_choice, "lighting"}});
    }
    if (is_drawn_as_one(settings) && camera.crop) {
        throw UsageError(is_denoised(settings) ? "noise is taken out of whole pictures, and this is a part of one"
                                               : "an error is that of whole pictures, and this is a part of one");
    }
    if (output.depth && settings.blend != Blend::composite) {
        throw UsageError(
            fmt::format("distances are those of composited frames, which blend {} is not", name_of(settings.blend)));
    }
    if (output.normals && (settings.mode != Mode::volume || settings.blend != Blend::composite ||
                           settings.shading != Shading::phong || has_meshes())) {
        throw UsageError("normals are those of shaded samples of the volume, composited, with no meshes beside it");
    }
    if (output.depth) {
        require_all_bricks("distances are told");
    }
    statistics_ = {};
    statistics_.device_times = device_->info().event_times;
    statistics_.rays = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (!std::exchange(upload_told_, true)) {
        statistics_.stages.push_back({Stage::upload, data_.upload_ms()});
    }
    const bool plain =
        output.normals || (output.format == PixelFormat::rgba8 ? is_plain(settings.finish) && !is_traced(settings)
                                                               : settings.finish.samples == 1);
    return plain && is_traced(settings) ? trace_paths(camera, width, height, settings, 0, {}, read)
           : plain                      ? draw_rays(camera, width, height, settings, output, read)
                                        : draw_finished(camera, width, height, settings, output, read);
}

/// Samples of floats, and what becomes of their mean. Distances are those of the first sample.
DeviceFrame FrameMaker::draw_finished(const Camera &camera, int width, int height, const RenderSettings &settings,
                                      const FrameOutput &output, const FrameReader &read) {
    if (!samples_) {
        samples_.emplace(*device_);
    }
    FrameOutput floats = output;
    floats.format = PixelFormat::rgba32f;
    DeviceFrame result{};
    Event last;
    const PicturePart place = place_of(camera, width, height);
    const int rows = camera.crop ? camera.crop->height : height;
    const bool adds = settings.finish.samples > 1;
    if (adds) {
        samples_->begin(width, height, settings);
    }
    const PicturePart whole{0, 0, width, height};
    const SampleTarget target{is_denoised(settings) ? samples_->guides() : nullptr};
    ErrorBound bound(settings);
    int samples = bound.next(0); // that are wanted
    for (int sample = 0; sample < samples; ++sample) {
        const FrameStatistics first = statistics_;
        const DeviceFrame drawn = draw_sample(camera, width, height, settings, floats, sample, target);
        if (sample == 0) {
            result.depth = drawn.depth;
            floats.depth = false;
        } else {
            std::vector<StageTime> stages = first.stages;
            add_times(stages, std::span(statistics_.stages).subspan(stages.size()));
            statistics_.stages = std::move(stages);
        }
        last = adds ? samples_->add(*drawn.pixels, whole, sample)
                    : samples_->finish_of(*drawn.pixels, settings, place, rows);
        const bool ends_round = bound.is_given() && sample + 1 == samples;
        if (ends_round && !bound.is_reached(samples_->sums(), width, samples)) {
            samples = bound.next(samples);
        }
    }
    statistics_.paths = is_traced(settings) ? samples : 0;
    if (adds) {
        last = samples_->finish(settings, samples, place, rows, output.format);
    }
    result.pixels = &samples_->pixels();
    if (read) {
        read(*result.pixels, last);
    }
    if (target.guides) {
        add_stages({{Stage::denoise, samples_->denoising()}});
        statistics_.frame_ms += statistics_.stages.back().ms;
    }
    report_.tell(Stage::finish);
    const double ms = last.milliseconds();
    statistics_.frame_ms += ms;
    statistics_.stages.push_back({Stage::finish, ms});
    return result;
}

void FrameMaker::add_sample(const Camera &camera, int width, int height, const RenderSettings &wanted, int number,
                            SampleSum &sum) {
    const RenderSettings settings = settled(wanted);
    require_size(width, height);
    statistics_ = {};
    statistics_.device_times = device_->info().event_times;
    const PicturePart part = place_of(camera, width, height);
    const DeviceFrame drawn = draw_sample(camera, width, height, settings, {.format = PixelFormat::rgba32f}, number,
                                          {sum.guides(), sum.place_of(part)});
    (void)sum.add(*drawn.pixels, part, number).milliseconds();
}

/// A ray or a path for each pixel, of those that its mean is made of.
DeviceFrame FrameMaker::draw_sample(const Camera &camera, int width, int height, const RenderSettings &settings,
                                    const FrameOutput &output, int sample, const SampleTarget &target) {
    if (is_traced(settings)) { // whose places in pixels are random
        return trace_paths(camera, width, height, settings, sample, target, {});
    }
    Camera one = camera;
    one.subpixel = subpixel_of(sample);
    return draw_rays(one, width, height, settings, output, {});
}

/// One path a pixel, a picture of floats.
DeviceFrame FrameMaker::trace_paths(const Camera &camera, int width, int height, const RenderSettings &settings,
                                    int sample, const SampleTarget &target, const FrameReader &read) {
    report_.tell(Stage::program);
    const auto start = std::chrono::steady_clock::now();
    choose_transfer(settings);
    const RenderSettings own = volume_settings(settings);
    const ProgramSource source =
        trace_source(data_.volume().backend(), data_.volume().stored_type(), own, data_.features(own));
    tracer_.prepare(source);
    statistics_.stages.push_back({Stage::program, milliseconds_since(start)});

    report_.tell(Stage::derived_data);
    const FrameParams frame = update(camera, width, height, settings);
    const DerivedData::TraceData data = data_.trace_data(own);
    TraceParams params = make_trace_params(data_.volume().grid(), camera, frame, settings);
    tracer_.read_environment(settings.trace, params);
    tracer_.find_clear_layer(params);
    data_.add_emissions(params);
    params.majorant = settings.mode == Mode::isosurface ? 0.0f : data.majorant;
    params.gradient_factor *= data.gradient_scale;
    std::optional<TracedSurfaces> surfaces;
    if (settings.mode != Mode::volume) {
        surfaces.emplace(surfaces_->for_paths());
    }
    const TracedSurfaces *met = surfaces ? &*surfaces : nullptr;
    std::optional<FocusKey> focus;
    if (settings.trace.aperture > 0.0 && settings.trace.focus_at) {
        focus.emplace(focus_key(frame, params, own));
    }
    const Event traced =
        tracer_.trace(source, data_.scene(), frame, params, data.majorants, met, sample, focus ? &*focus : nullptr);
    const Event led = target.guides ? tracer_.add_guides(source, data_.scene(), frame, data.majorants, met, sample,
                                                         *target.guides, target.place)
                                    : Event();
    add_stages(data_.take_events());
    add_surface_stages(settings);
    report_.tell(Stage::frame);
    const double ms = traced.milliseconds() + led.milliseconds();
    statistics_.frame_ms += ms;
    statistics_.stages.push_back({Stage::frame, ms});
    statistics_.paths = 1;
    if (read) {
        read(tracer_.pixels(), traced);
    }
    return {&tracer_.pixels(), nullptr};
}

FocusKey FrameMaker::focus_key(const FrameParams &frame, const TraceParams &params,
                               const RenderSettings &settings) const {
    FocusKey key{frame.view,
                 data_.matter_key(settings, frame),
                 settings.mode,
                 settings.mode == Mode::volume ? std::vector<SurfaceStyle>() : settings.surfaces,
                 {params.focus_place[0], params.focus_place[1]},
                 params.focus};
    std::ranges::fill(key.view.size, 0);
    std::ranges::fill(key.view.pixel_origin, 0);
    return key;
}

/// One ray a pixel.
DeviceFrame FrameMaker::draw_rays(const Camera &camera, int width, int height, const RenderSettings &settings,
                                  const FrameOutput &output, const FrameReader &read) {
    if (projects_channels(settings)) {
        const Buffer &picture = project_channels(camera, width, height, settings, {output.format, Counting::off});
        if (read) {
            read(picture, Event());
        }
        return {&picture, nullptr};
    }

    report_.tell(Stage::program);
    const auto start = std::chrono::steady_clock::now();
    choose_transfer(settings);
    const CastVariant used =
        variant(settings, {output.format, output.depth ? Counting::depth : Counting::off, output.normals});
    if (settings.mode != Mode::isosurface) {
        caster_.prepare(used);
        if (used.arrays == SamplingBackend::packet) {
            statistics_.beyond_packets = beyond_packets(used.settings, used.features, used.output);
        }
    }
    statistics_.stages.push_back({Stage::program, milliseconds_since(start)});

    report_.tell(Stage::derived_data);
    const FrameParams frame = update(camera, width, height, settings);
    return cast_or_blend(frame, settings, used, read);
}

FrameParams FrameMaker::update_unreported(const Camera &camera, int width, int height, const RenderSettings &settings) {
    require_size(width, height);
    if (is_traced(settings)) {
        throw UsageError("rays are measured, which traced light does not have", {{Remedy::drop_choice, "lighting"}});
    }
    const FrameParams frame = update(camera, width, height, settings);
    (void)data_.take_events();
    return frame;
}

double FrameMaker::occupied_share(const Camera &camera, int width, int height, const RenderSettings &wanted) {
    const RenderSettings settings = settled(wanted);
    if (settings.mode == Mode::isosurface || settings.blend != Blend::composite ||
        info_of(settings.traversal).data == SkipData::none) {
        return 1.0;
    }
    require_size(width, height);
    (void)update(camera, width, height, settings);
    const DeviceOctree &octree = data_.octree();
    return double(octree.occupied_leaves()) / double(octree_leaf_count(octree.layout()));
}

const Buffer &FrameMaker::count(const FrameParams &frame, const RenderSettings &settings,
                                const std::function<void(double)> &progress) {
    require_all_bricks("samples are counted");
    if (projects_channels(settings)) {
        throw UnsupportedError("samples of projections are counted of one channel", {{Remedy::channel}});
    }
    const CastVariant counting = variant(settings, {.counting = Counting::on});
    caster_.cast_in_slabs(data_.scene(), frame, counting, layers(settings), progress).back().wait();
    return caster_.counters();
}

const Buffer &FrameMaker::count_nodes(const FrameParams &frame, const RenderSettings &settings, double &ms) {
    require_all_bricks("nodes are counted");
    const CastVariant counting = variant(settings, {.counting = Counting::nodes});
    const auto progress = report_.progress_of(Stage::counting);
    ms = milliseconds(caster_.cast_in_slabs(data_.scene(), frame, counting, {}, progress));
    return caster_.counters();
}

CastVariant FrameMaker::variant(const RenderSettings &settings, const CastOutput &output) const {
    return {data_.volume().backend(), data_.volume().stored_type(), settings, data_.features(settings), output};
}

/// Before anything asks for features: surfaces alone throw shadows by a function of their own.
void FrameMaker::choose_transfer(const RenderSettings &settings) {
    if (const std::optional<double> isovalue = shadow_isovalue(settings); isovalue != shadows_of_) {
        data_.set_transfer(isovalue ? shadow_transfer(*isovalue) : transfer_);
        shadows_of_ = isovalue;
    }
}

FrameParams FrameMaker::update(const Camera &camera, int width, int height, const RenderSettings &settings) {
    for (const SurfaceStyle &surface : settings.surfaces) {
        if (settings.mode != Mode::volume && surface.channel >= data_.channels()) {
            throw UsageError(fmt::format("there is an isosurface of channel {}, and the volume has {}, from 0 on",
                                         surface.channel, data_.channels()));
        }
    }
    choose_transfer(settings);
    FrameParams frame = make_frame_params(data_.volume().grid(), camera, width, height, settings);
    const RenderSettings own = volume_settings(settings);
    data_.update(own, frame, settings.mode != Mode::volume);
    if (settings.mode != Mode::volume) {
        if (!surfaces_) {
            std::vector<DeviceVolume *> channels;
            for (int i = 0; i < data_.channels(); ++i) {
                channels.push_back(&data_.channel(i).volume());
            }
            surfaces_ = std::make_unique<Surfaces>(*device_, channels);
            surfaces_->set_meshes(meshes_);
            surfaces_->report(report_.progress_of(Stage::extraction));
        }
        if (is_traced(settings)) {
            surface_events_ = surfaces_->update_for_paths(settings, data_.leaf_ranges());
            return frame;
        }
        const Version lights = data_.features(own).lights ? data_.light_version() : 0;
        std::optional<SurfaceBricks> bricks;
        if (data_.volume().atlas()) {
            const int leaf_size = leaf_size_of(settings, data_.volume().grid().dims);
            bricks.emplace(SurfaceBricks{data_.surface_places(), leaf_size, {}});
        }
        if (data_.volume().is_out_of_core()) {
            data_.begin_waves();
            bricks->bring = [&, waves = 0]() mutable { return bring_bricks(own, frame, waves++); };
        }
        // Bricks that come are measured by both octrees: each knows its own.
        const std::optional<LeafRanges> leaves = bricks ? std::nullopt : data_.leaf_ranges();
        surface_events_ = surfaces_->update(settings, frame, data_.scene(), lights, data_.surface_labels(), leaves,
                                            bricks ? &*bricks : nullptr);
        if (settings.surface_method == SurfaceMethod::mesh) {
            data_.drop_leaf_ranges(); // extraction has taken what it needs
        }
    }
    return frame;
}

CastLayers FrameMaker::layers(const RenderSettings &settings) const {
    return settings.mode == Mode::both ? surfaces_->layers() : CastLayers{};
}

DeviceFrame FrameMaker::cast_or_blend(const FrameParams &frame, const RenderSettings &settings, const CastVariant &used,
                                      const FrameReader &read) {
    const CastOutput &output = used.output;
    const bool surfaces_alone = settings.mode == Mode::isosurface;
    const Events drawn = surfaces_alone ? Events{surfaces_->blend(frame, output)} : cast(frame, used, layers(settings));
    const Buffer &pixels = surfaces_alone ? surfaces_->pixels() : caster_.pixels();
    const Stage last = surfaces_alone ? Stage::blend_surfaces : Stage::frame;
    const bool read_first = read && !report_.divided() && device_->info().event_times; // host times end with a wait
    if (read_first) {
        report_.tell(last);
        read(pixels, drawn.back());
    }
    add_stages(data_.take_events());
    add_surface_stages(settings);
    if (!read_first) {
        report_.tell(last);
    }
    const double ms = milliseconds(drawn);
    statistics_.frame_ms += ms;
    statistics_.stages.push_back({last, ms});
    if (!surfaces_alone) {
        pixel_ms_ = ms / (double(frame.view.size[0]) * frame.view.size[1]);
    }
    if (read && !read_first) {
        read(pixels, drawn.back());
    }
    DeviceFrame result{&pixels, nullptr};
    if (output.counting == Counting::depth) {
        result.depth = &scaled_depth(frame, surfaces_alone ? surfaces_->depths() : caster_.counters());
    }
    return result;
}

const Buffer &FrameMaker::scaled_depth(const FrameParams &frame, const Buffer &distances) {
    const auto pixels = static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
    reserve(*device_, depth_, pixels * sizeof(float), "distances");
    ProgramSource source;
    source.name = "scale_depth";
    source.files = {"depth.cl"};
    const auto scale = static_cast<float>(data_.volume().grid().smallest_spacing());
    (void)kernels_.kernel(source, "scale_depth")
        .launch({{(pixels + 63) / 64 * 64, 1, 1}, {64, 1, 1}}, distances, scale, depth_, static_cast<int>(pixels));
    return depth_;
}

void FrameMaker::add_surface_stages(const RenderSettings &settings) {
    if (settings.mode == Mode::volume) {
        return;
    }
    const std::size_t first = statistics_.stages.size();
    add_stages(std::exchange(surface_events_, {}));
    statistics_.surfaces = surfaces_->statistics();
    for (std::size_t i = first; i < statistics_.stages.size(); ++i) {
        const auto &[stage, ms] = statistics_.stages[i];
        const bool found = stage == Stage::raster || stage == Stage::cast_surfaces;
        statistics_.extraction_ms += stage == Stage::extraction ? ms : 0.0;
        statistics_.raster_ms += found ? ms : 0.0;
        statistics_.frame_ms += found || stage == Stage::shade_surfaces ? ms : 0.0;
    }
}

void FrameMaker::add_stages(const std::vector<std::pair<Stage, Events>> &stages) {
    for (const auto &[stage, events] : stages) {
        report_.tell(stage);
        statistics_.stages.push_back({stage, milliseconds(events)});
    }
}

StageCounts FrameMaker::stage_counts() const {
    StageCounts counts = data_.counts();
    counts.foci = tracer_.foci();
    if (surfaces_) {
        surfaces_->add_counts(counts);
    }
    return counts;
}

} // namespace voxmarch
