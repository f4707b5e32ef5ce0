// Chooses the files of each program from settings and features.
#include "renderer/program_files.h"

#include "base/error.h"
#include "renderer/cones.h"
#include "renderer/packet_files.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What reads the states of the octree's nodes.
Files node_files(NodeCoding nodes) {
    return nodes == NodeCoding::pairs ? Files{"node_pairs.h", "nodes_pairs.cl"} : Files{"nodes_bytes.cl"};
}

/// What finds the samples of a ray, without the loop over them.
Files skipping_files(const TraversalInfo &info, bool strides) {
    if (strides) {
        const bool octants = info.data == SkipData::distance_octants;
        return {"strides.h", "leaf_ray.cl", octants ? "distance_octants.cl" : "distance_all.cl", "strides.cl"};
    }
    switch (info.data) {
    case SkipData::none: return {};
    case SkipData::octree: return {"leaf_ray.cl", "octree_walk.cl", "segment_buffer.cl"};
    case SkipData::distance_all: return {"leaf_ray.cl", "distance_all.cl"};
    case SkipData::distance_octants: break;
    }
    return {"leaf_ray.cl", "distance_octants.cl"};
}

/// The loop over a ray's samples and that over pixels, up to cast_pixels.
Files pixel_loop_files(const TraversalInfo &info, const RenderSettings &settings, const SceneFeatures &features) {
    if (settings.adaptive_step) {
        return {file("adaptive", info.ray_loop), "cast_pixel.cl", "pixel_per_item.cl"};
    }
    const std::string cast = features.waves ? "cast_pixel_waves.cl" : "cast_pixel.cl";
    if (features.blend != Blend::composite && info.data != SkipData::none) {
        return {"traversal_projection.cl", cast, "pixel_per_item.cl"};
    }
    if (!info.pool.empty()) {
        Files files{"pool_pixels.cl", file("pool", info.pool), "persistent_ray.cl"};
        append(files, info.decision.empty() ? Files{"held_ray.cl"}
                                            : Files{file("decide", info.decision), file("refill", info.refill)});
        files.push_back(file("rays", info.rays));
        return files;
    }
    const std::string ray_loop = file("traversal", info.ray_loop);
    if (info.persistent) {
        return {ray_loop, "cast_pixel.cl", "pool_pixels.cl", file("traversal", info.name)};
    }
    if (features.surfaces) {
        const bool segments = features.classifier == Classifier::preintegrated;
        return {ray_loop,
                file("rest", segments ? "segments" : "each"),
                "layer.cl",
                "layer_parts.cl",
                features.waves ? "cast_pixel_layers_waves.cl" : "cast_pixel_layers.cl",
                "pixel_per_item.cl"};
    }
    return {ray_loop, cast, "pixel_per_item.cl"};
}

Files channel_sample_files(const SceneFeatures &features, SamplingBackend backend) {
    return features.placed
               ? Files{"channel_seen.cl", "channel_voxel.cl", file("sample_channels_placed", name_of(backend))}
               : Files{"channel_seen.cl", file("sample_channels", name_of(backend)),
                       file("interpolate_channels", name_of(features.interpolation))};
}

Files classifier_files(const SceneFeatures &features, SamplingBackend backend) {
    const std::string own = file("classify", name_of(features.classifier));
    switch (features.classifier) {
    case Classifier::pre: return {own, "classify_each.cl"};
    case Classifier::post: return {"table.cl", "packed_color.cl", own, "classify_each.cl"};
    case Classifier::preintegrated: return {"table.cl", "packed_color.cl", "table_2d.cl", own};
    case Classifier::channels: {
        Files files = channel_sample_files(features, backend);
        append(files, {"table.cl", "packed_color.cl", "channel_table.cl", "mix_value_1.cl"});
        append(files, mix_files(features.channels.blend));
        append(files, {own, "classify_each.cl"});
        return files;
    }
    case Classifier::labels:
    case Classifier::smooth_labels: return {"table.cl", "packed_color.cl", "channel_table.cl", own, "classify_each.cl"};
    case Classifier::two_dimensional: break;
    }
    return {"table.cl", "packed_color.cl", "table_2d.cl", own, "classify_each.cl"};
}

/// What labels do to samples, and with what samples find them; the former after the classifier, the latter before.
std::pair<Files, std::string> label_files(const SceneFeatures &features) {
    if (!features.labels) {
        return {{}, "label_none.cl"};
    }
    if (features.label_edges == LabelEdges::nearest) {
        return {{"label_nearest.cl"}, "label_volume.cl"};
    }
    return {{"label_parts.cl"}, features.classifier == Classifier::smooth_labels ? "label_none.cl" : "label_smooth.cl"};
}

/// The field that normals on the fly are those of.
std::string field_file(const RenderSettings &settings, Classifier classifier) {
    return classifier == Classifier::channels ? "fly_channels.cl"
           : normals_of_opacity(settings)     ? "fly_opacity.cl"
                                              : "fly_scalar.cl";
}

Files normal_files(const RenderSettings &settings, Classifier classifier) {
    if (settings.gradient != Gradient::on_the_fly) {
        return {"normal_stored.cl"};
    }
    return {field_file(settings, classifier), "normal_on-the-fly.cl"};
}

/// What a projection makes of its samples.
Files gather_files(Blend blend) {
    return blend == Blend::average ? Files{"gather_mean.cl"}
                                   : Files{file("blend", name_of(blend)), "gather_extreme.cl"};
}

/// Everything that takes and composites samples of one ray.
Files sample_files(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                   const RenderSettings &settings, const SceneFeatures &features, const CastOutput &output) {
    const Counting counting = output.counting;
    Files files{"octree_layout.h"};
    append(files, node_files(features.nodes));
    files.emplace_back(warp_file(device));
    if (backend == SamplingBackend::buffer) {
        append(files, {file("scalar", stored_type), "channel_types.cl"});
    }
    append(files, {file("scene", name_of(backend)), "vectors.cl"});
    append(files, backend == SamplingBackend::buffer ? Files{"cell.cl"} : Files());
    append(files, {file("sample", name_of(backend)), file("interpolate", name_of(features.interpolation)),
                   "clip_plane.cl", "clip_hole.cl", file("hole", features.hole ? "some" : "none"), "sight_line.cl",
                   "ray.cl", "fused_steps.cl"});
    append(files, features.bricks ? brick_files(features.waves) : Files{});
    files.emplace_back(features.bricks ? "place_bricks.cl" : "place_whole.cl");
    const auto [find_labels, apply_labels] = label_files(features);
    append(files, find_labels);
    append(files, classifier_files(features, backend));
    append(files, {apply_labels, file("light", features.lights ? "volume" : "none")});
    if (features.blend != Blend::composite) {
        files.push_back(file("count", name_of(counting)));
        append(files, gather_files(features.blend));
        append(files, features.placed ? channel_sample_files(features, backend) : Files());
        append(files, {features.placed ? "value_placed.cl" : "value_own.cl", "project.cl"});
        append(files, settings.traversal == Traversal::none ? Files{} : Files{"leaf_ray.cl"});
        return files;
    }
    if (settings.shading == Shading::phong) {
        append(files, normal_files(settings, features.classifier));
        append(files, output.normals
                          ? Files()
                          : light_files(!settings.side_lights.empty(), features.materials, settings.outline > 0.0));
    }
    append(files,
           {file("shade", output.normals ? "normals" : name_of(settings.shading)), file("count", name_of(counting)),
            counting == Counting::nodes ? "integrate_none.cl" : "integrate.cl"});
    append(files, skipping_files(info_of(settings.traversal), settings.adaptive_step));
    return files;
}

void require_traversal(const DeviceInfo &device, const TraversalInfo &info) {
    if (info.persistent && !device.long_loops) {
        throw UnsupportedError(
            fmt::format("traversal {} needs long loops, and this device's driver cuts them off", info.name),
            {{Remedy::other_traversal}});
    }
}

} // namespace

SceneFeatures scene_features(const RenderSettings &settings, bool two_dimensional, bool labels,
                             std::optional<BrickSize> bricks) {
    SceneFeatures features;
    features.bricks = bricks;
    features.labels = labels;
    const bool edges_matter = labels && settings.blend == Blend::composite && settings.mode != Mode::isosurface;
    features.label_edges = edges_matter ? settings.label_edges : LabelEdges::nearest;
    features.blend = settings.blend;
    features.interpolation = settings.interpolation;
    features.surfaces = settings.mode == Mode::both;
    features.hole = cuts_out(settings);
    features.lights = settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
    const bool walks = info_of(settings.traversal).data == SkipData::octree && settings.blend == Blend::composite;
    features.nodes = walks ? settings.node_coding : NodeCoding::bytes;
    switch (settings.classification) {
    case Classification::pre: features.classifier = Classifier::pre; break;
    case Classification::post: features.classifier = Classifier::post; break;
    case Classification::preintegrated: features.classifier = Classifier::preintegrated; break;
    }
    if (two_dimensional) {
        if (settings.classification == Classification::preintegrated) {
            throw UsageError("segments of a ray are not pre-integrated over a transfer function of scalar and gradient",
                             {{Remedy::classification, "pre or post"}});
        }
        if (bricks && settings.classification == Classification::pre) {
            throw UsageError("voxels of a volume in bricks are not classified by scalar and gradient: a brick does not "
                             "hold the neighbours of all that its normals need",
                             {{Remedy::classification, "post"}});
        }
        if (settings.blend != Blend::composite) {
            throw UsageError(fmt::format("a transfer function of scalar and gradient has no blend mode {}: a "
                                         "projection finds a scalar alone",
                                         name_of(settings.blend)),
                             {{Remedy::blend, std::string(name_of(Blend::composite))}});
        }
        features.plane = true;
        if (features.classifier == Classifier::post) {
            if (settings.gradient_of == GradientSource::opacity && settings.shading == Shading::phong) {
                throw UsageError("a transfer function of scalar and gradient looks up gradients of scalars after "
                                 "interpolation, there is no second volume of those of opacities",
                                 {{Remedy::gradient_of, "scalar"}});
            }
            features.classifier = Classifier::two_dimensional;
        }
    }
    if (settings.adaptive_step && settings.interpolation == Interpolation::nearest) {
        throw UsageError("an adaptive step needs values that change little between voxels, nearest ones jump",
                         {{Remedy::interpolation, "linear"}});
    }
    if (settings.adaptive_step && (two_dimensional || labels)) {
        throw UsageError(fmt::format("an adaptive step needs a volume without {}: take a fixed step",
                                     labels ? "labels" : "a transfer function of scalar and gradient"));
    }
    return features;
}

void add_channels(std::vector<std::pair<std::string, long>> &constants, const ChannelFeatures &channels) {
    constants.insert(constants.end(), {{"CHANNEL_COUNT", channels.count},
                                       {"CHANNEL_1_BYTES", channels.bytes[1]},
                                       {"CHANNEL_2_BYTES", channels.bytes[2]},
                                       {"CHANNEL_3_BYTES", channels.bytes[3]}});
}

/// The constants that the samples of a frame need.
static void add_sample_constants(std::vector<std::pair<std::string, long>> &constants, const SceneFeatures &features) {
    add_brick_edge(constants, features.bricks);
    if (features.classifier == Classifier::channels || features.placed) {
        add_channels(constants, features.channels);
        constants.emplace_back("CHANNELS_SEEN", features.channels.seen);
    }
}

std::string beyond_packets(const RenderSettings &settings, const SceneFeatures &features, const CastOutput &output) {
    if (features.bricks) {
        return "volumes in bricks";
    }
    if (features.placed) {
        return "volumes with grids of their own";
    }
    if (features.interpolation == Interpolation::cubic) {
        return "cubic interpolation";
    }
    if (features.classifier == Classifier::smooth_labels) {
        return "smooth borders of labels";
    }
    if (features.classifier == Classifier::channels && !features.channels.of_one_type()) {
        return "channels of several types";
    }
    if (features.classifier == Classifier::channels && settings.gradient == Gradient::on_the_fly) {
        return "gradients of channels on the fly";
    }
    // Projections through the octree have one traversal, whatever the settings' own.
    if (features.blend == Blend::composite && !info_of(settings.traversal).packets) {
        return fmt::format("the traversal {}", info_of(settings.traversal).name);
    }
    const bool counting = output.counting == Counting::off || output.counting == Counting::on;
    return counting && !output.normals ? "" : "anything but colours";
}

SamplingBackend kernel_backend(SamplingBackend arrays, const RenderSettings &settings, const SceneFeatures &features,
                               const CastOutput &output) {
    const bool others = arrays == SamplingBackend::packet && !beyond_packets(settings, features, output).empty();
    return others ? SamplingBackend::buffer : arrays;
}

ProgramSource ray_cast_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                              const RenderSettings &settings, const SceneFeatures &features, const CastOutput &output) {
    const TraversalInfo &info = info_of(settings.traversal);
    require_traversal(device, info);
    const LoopParams loops = loops_of(settings);
    ProgramSource source;
    source.name = fmt::format("ray_cast {} {} {} {} {} {} {} {}", name_of(features.blend), info.name,
                              name_of(features.classifier), name_of(settings.shading), name_of(backend), stored_type,
                              name_of(output.format), name_of(output.counting));
    if (settings.adaptive_step) {
        source.name += " strides";
    }
    if (output.normals) {
        source.name += " normals";
    }
    source.constants = {{"NODE_STEPS", loops.node_steps},
                        {"MARCHING_STEPS", loops.marching_steps},
                        {"FUSED_STEPS", loops.fused_steps},
                        {"BUFFER_LENGTH", loops.buffer_length}};
    add_sample_constants(source.constants, features);
    if (backend == SamplingBackend::packet) {
        source.files = packet_files(stored_type, settings, features, output);
        return source;
    }
    source.files = sample_files(device, backend, stored_type, settings, features, output);
    append(source.files, {file("picture", name_of(output.format)), "pixel.cl"});
    append(source.files, pixel_loop_files(info, settings, features));
    append(source.files, {"load_table.cl", "ray_cast.cl"});
    source.constants.insert(source.constants.end(), {{"GROUP_WIDTH", settings.group_width},
                                                     {"GROUP_HEIGHT", settings.group_height},
                                                     {"DECISIONS", loops.decisions},
                                                     {"POOL_TILES", loops.pool_tiles}});
    return source;
}

static Files traced_matter_files(const RenderSettings &settings, const SceneFeatures &features) {
    return settings.mode == Mode::isosurface
               ? Files{"matter_none.cl"}
               : Files{features.classifier == Classifier::channels ? "weights_channels.cl" : "weights_own.cl",
                       "matter_some.cl"};
}

/// What paths meet beside matter.
static Files traced_surface_files(const RenderSettings &settings, const SceneFeatures &features) {
    return settings.mode == Mode::volume ? Files{"surfaces_none.cl"}
                                         : Files{"isosurfaces.cl",
                                                 "field_place_whole.cl",
                                                 "surface_field.cl",
                                                 "cell_crossing.cl",
                                                 file("surface_label", features.labels ? "volume" : "none"),
                                                 "cut_face.cl",
                                                 draws_caps(settings) ? "caps_some.cl" : "caps_none.cl",
                                                 "surfaces_some.cl"};
}

ProgramSource trace_source(SamplingBackend arrays, std::string_view stored_type, const RenderSettings &settings,
                           const SceneFeatures &features) {
    const SamplingBackend backend = arrays == SamplingBackend::packet ? SamplingBackend::buffer : arrays;
    const bool leaves = info_of(settings.traversal).data != SkipData::none;
    ProgramSource source;
    source.name = fmt::format("trace_paths {} {} {} {}", leaves ? "leaves" : "whole", name_of(features.classifier),
                              name_of(backend), stored_type);
    add_sample_constants(source.constants, features);
    source.files = {"octree_layout.h",
                    "trace_params.h",
                    file("scalar", stored_type),
                    "channel_types.cl",
                    file("scene", name_of(backend)),
                    "vectors.cl"};
    append(source.files, backend == SamplingBackend::buffer ? Files{"cell.cl"} : Files());
    append(source.files, {file("sample", name_of(backend)), file("interpolate", name_of(features.interpolation)),
                          "clip_plane.cl", "clip_hole.cl", "hole_none.cl", "sight_line.cl", "ray.cl"});
    const auto [find_labels, apply_labels] = label_files(features);
    append(source.files, find_labels);
    Files classify = classifier_files(features, backend);
    std::erase(classify, "classify_each.cl"); // which is for runs of samples
    append(source.files, classify);
    append(source.files, {apply_labels, field_file(settings, features.classifier), "extinction.cl", "philox.cl"});
    append(source.files, traced_matter_files(settings, features));
    append(source.files, {"way.cl", leaves ? "spans_leaves.cl" : "spans_whole.cl"});
    append(source.files, traced_surface_files(settings, features));
    append(source.files,
           {"flight.cl", "lights.cl", "scatter.cl",
            settings.trace.environment == Environment::picture ? "environment_picture.cl" : "environment_even.cl",
            file("emission", features.emissions ? "points" : "even"),
            settings.trace.aperture > 0.0 ? "lens_thin.cl" : "lens_none.cl", "load_table.cl", "trace_paths.cl"});
    source.name += features.emissions ? " emissions" : "";
    if (settings.trace.environment == Environment::picture) {
        source.name += " picture";
    }
    if (settings.trace.aperture > 0.0) {
        source.name += " lens";
        append(source.files, {"find_focus.cl"});
        source.constants.emplace_back("FOCUS_PARTS", focus_parts);
    }
    if (settings.mode != Mode::volume) {
        source.name += settings.mode == Mode::both ? " surfaces" : " surfaces alone";
        source.name += draws_caps(settings) ? " caps" : "";
    }
    if (is_denoised(settings)) {
        source.name += " guides";
        append(source.files, {"denoise_surface.cl", "trace_guides.cl"});
    }
    return source;
}

/// Samples in no light, without octree and traversal.
static Files unlit_samples(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                           const RenderSettings &settings, const SceneFeatures &features) {
    RenderSettings plain = settings;
    plain.shading = Shading::none;
    plain.traversal = Traversal::none;
    plain.loops.reset();
    SceneFeatures without_lights = features;
    without_lights.lights = false;
    return sample_files(device, backend, stored_type, plain, without_lights, {});
}

ProgramSource light_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                           const RenderSettings &settings, const SceneFeatures &features, bool propagated) {
    RenderSettings plain = settings;
    plain.shading = Shading::none;
    if (propagated) {
        plain.traversal = Traversal::none;
        plain.loops.reset();
    } else if (info_of(plain.traversal).persistent) { // those own the loop over pixels
        plain.traversal = Traversal::buffered_for_for_with_flags;
        plain.loops.reset();
    }
    SceneFeatures without_lights = features;
    without_lights.lights = false;
    const TraversalInfo &info = info_of(plain.traversal);
    const LoopParams loops = loops_of(plain);
    ProgramSource source;
    source.name = fmt::format("{} {} {} {}", propagated ? "propagate_light" : "cast_light",
                              name_of(features.classifier), name_of(backend), stored_type);
    source.files = sample_files(device, backend, stored_type, plain, without_lights, {});
    const bool image_writes = backend == SamplingBackend::image && device.image_3d_writes;
    append(source.files, {file("store", image_writes ? "image" : "buffer"), "load_table.cl", "light_ray.cl"});
    if (propagated) {
        source.constants = {{"SWEEP_WIDTH", sweep_width},
                            {"SWEEP_HEIGHT", sweep_height},
                            {"SWEEP_SLICES", features.waves ? waiting_sweep_slices : sweep_slices},
                            {"SWEEP_LOOK", sweep_slices}};
        add_sample_constants(source.constants, features);
        source.fast_math = false; // the order of products is that of the slices, whether rays wait or not
        append(source.files, {"asked_places.cl", "light_step.cl", features.waves ? "sweep_waves.cl" : "sweep_whole.cl",
                              "propagate_light.cl"});
        return source;
    }
    source.constants = {{"NODE_STEPS", loops.node_steps},
                        {"MARCHING_STEPS", loops.marching_steps},
                        {"FUSED_STEPS", loops.fused_steps},
                        {"BUFFER_LENGTH", loops.buffer_length}};
    add_sample_constants(source.constants, features);
    append(source.files, {file("traversal", info.ray_loop), "asked_places.cl", "cast_light.cl"});
    return source;
}

ProgramSource opacity_pyramid_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                                     const RenderSettings &settings, const SceneFeatures &features) {
    ProgramSource source;
    source.name = fmt::format("pass_cells {} {} {}", name_of(features.classifier), name_of(backend), stored_type);
    source.files = unlit_samples(device, backend, stored_type, settings, features);
    add_sample_constants(source.constants, features);
    append(source.files, device.kind == DeviceKind::cpu ? Files{"packet_math.cl", "powers_polynomial.cl"}
                                                        : Files{"powers_library.cl"});
    append(source.files,
           {"asked_places.cl", "load_table.cl", features.waves ? "cells_waves.cl" : "cells_whole.cl", "pass_cells.cl"});
    return source;
}

ProgramSource merge_pass_source() {
    ProgramSource source;
    source.name = "merge_pass";
    source.files = {"pass_levels.cl", "merge_pass.cl"};
    source.constants = {{"PASS_ALIGNMENT", pyramid_alignment}};
    return source;
}

bool looks_in_packets(const DeviceInfo &device, bool images) { return device.kind == DeviceKind::cpu && !images; }

ProgramSource look_around_source(const DeviceInfo &device, bool images, NodeCoding nodes) {
    ProgramSource source;
    source.name = "look_around";
    source.files = {"octree_layout.h"};
    append(source.files, node_files(nodes));
    append(source.files, {"vectors.cl", file("store", images && device.image_3d_writes ? "image" : "buffer"),
                          "asked_places.cl", "pass_levels.cl"});
    append(source.files, looks_in_packets(device, images)
                             ? Files{"packet_math.cl", "packet_gather.cl", "packet_look_around.cl"}
                             : Files{"look_around.cl"});
    source.constants = {{"PASS_ALIGNMENT", pyramid_alignment}};
    return source;
}

ProgramSource sampling_error_source(const DeviceInfo &device, SamplingBackend arrays, std::string_view stored_type,
                                    const RenderSettings &settings, const SceneFeatures &features) {
    if (features.blend != Blend::composite || features.classifier == Classifier::preintegrated) {
        const bool projection = features.blend != Blend::composite;
        throw UsageError("projections and pre-integrated frames miss nothing of the transfer function between two "
                         "samples, so that they have no undersampling",
                         {projection ? Advice{Remedy::blend, std::string(name_of(Blend::composite))}
                                     : Advice{Remedy::classification, "pre or post"}});
    }
    const SamplingBackend backend = arrays == SamplingBackend::packet ? SamplingBackend::buffer : arrays;
    ProgramSource source;
    source.name = fmt::format("sampling_error {} {} {}", name_of(features.classifier), name_of(backend), stored_type);
    source.files = unlit_samples(device, backend, stored_type, settings, features);
    add_sample_constants(source.constants, features);
    append(source.files, {file("variation", features.classifier == Classifier::post ? "table" : "samples"),
                          "load_table.cl", settings.adaptive_step ? "stride_error.cl" : "sampling_error.cl"});
    return source;
}

} // namespace voxmarch
