// Asks the libraries for lists, one combination of settings after the other.
#include "tests/kernels/program_lists.h"

#include "base/error.h"
#include "isosurface/program_files.h"
#include "isosurface/voxeliser.h"
#include "octree/program_files.h"
#include "renderer/brick_plan.h"
#include "renderer/denoiser.h"
#include "renderer/derive_files.h"
#include "renderer/noise_guides.h"
#include "renderer/particle_density.h"
#include "renderer/program_files.h"
#include "renderer/synthetic_slices.h"
#include "renderer/voxel_counts.h"
#include "skeleton/thinner.h"
#include "volume/synthetic/expression.h"

#include <set>

namespace voxmarch::testing {

namespace {

constexpr std::string_view stored_types[] = {"u8", "u16", "f32"};
constexpr SamplingBackend backends[] = {SamplingBackend::image, SamplingBackend::buffer, SamplingBackend::packet};

/// Devices that differ in what lists depend on.
std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> all;
    for (const WarpVote vote : values_of<WarpVote>()) {
        for (const bool gpu : {false, true}) {
            DeviceInfo device;
            device.kind = gpu ? DeviceKind::gpu : DeviceKind::cpu;
            device.warp_vote = vote;
            device.warp_lanes = vote == WarpVote::single ? 1 : 32;
            device.image_3d_writes = gpu;
            device.long_loops = true;
            device.compute_capability = vote == WarpVote::ptx ? 90 : 0;
            all.push_back(device);
        }
    }
    return all;
}

/// Keeps lists that are new.
class Collection {
public:
    void add(ProgramSource source) {
        if (seen_.insert(source.files).second) {
            programs.push_back(std::move(source));
        }
    }
    std::vector<ProgramSource> programs;

private:
    std::set<std::vector<std::string>> seen_;
};

/// Calls visit(settings, features) for every frame that can be drawn: settings as they are drawn, and what they use.
template <typename Visit> void for_each_frame(Visit &&visit) {
    RenderSettings settings;
    settings.surfaces.resize(1);
    const auto with_volume = [&] {
        for (unsigned bits = 0; bits < 8; ++bits) {
            settings.shadows = bits & 1 ? Shadows::full : Shadows::none;
            try {
                validate(settings);
                const RenderSettings drawn = as_drawn(settings);
                const bool gradient_matters = drawn.shading == Shading::phong || drawn.gradient == Gradient::sobel;
                if (!gradient_matters || drawn.shading != settings.shading ||
                    drawn.classification != settings.classification) {
                    return; // drawn like other settings
                }
                const bool two_dimensional = (bits & 2) != 0, labels = (bits & 4) != 0;
                RenderSettings cut = drawn; // something out of the volume
                cut.clip_high.x = 0.5;
                cut.clip_inverted = true;
                RenderSettings strides = settings;
                strides.adaptive_step = true;
                for (const auto &bricks : {std::optional<BrickSize>(), std::optional(BrickSize{})}) {
                    visit(drawn, scene_features(drawn, two_dimensional, labels, bricks));
                    visit(cut, scene_features(cut, two_dimensional, labels, bricks));
                }
                if (drawn.shading == Shading::phong && drawn.traversal == Traversal::none) {
                    RenderSettings lit = drawn;
                    lit.side_lights.resize(1);
                    lit.outline = 1.0;
                    lit.gradient_of = two_dimensional                               ? GradientSource::automatic
                                      : drawn.classification == Classification::pre ? GradientSource::scalar
                                                                                    : GradientSource::opacity;
                    SceneFeatures own = scene_features(lit, two_dimensional, labels);
                    own.materials = true;
                    visit(lit, own);
                }
                SceneFeatures several = scene_features(drawn, two_dimensional, labels);
                if (several.classifier == Classifier::post && drawn.blend == Blend::composite) {
                    several.classifier = Classifier::channels;
                    for (const ChannelBlend blend : values_of<ChannelBlend>()) {
                        several.channels.blend = blend;
                        for (const bool placed : {false, true}) {
                            several.placed = placed;
                            if (!are_colors(blend)) {
                                visit(drawn, several);
                            }
                        }
                    }
                }
                if (drawn.blend != Blend::composite && !two_dimensional) {
                    several.placed = true;
                    visit(drawn, several);
                }
                const bool skips = info_of(drawn.traversal).data != SkipData::none; // samples are the same
                for (const Interpolation interpolation : values_of<Interpolation>()) {
                    if (skips && interpolation != Interpolation::nearest) {
                        continue;
                    }
                    RenderSettings between = drawn;
                    between.interpolation = interpolation;
                    SceneFeatures own = scene_features(between, two_dimensional, labels);
                    visit(between, own);
                    if (own.classifier == Classifier::post && drawn.blend == Blend::composite) {
                        own.classifier = Classifier::channels;
                        visit(between, own);
                    }
                }
                RenderSettings coded = drawn;
                coded.node_coding = NodeCoding::pairs;
                const SceneFeatures in_pairs = scene_features(coded, two_dimensional, labels);
                if (in_pairs.nodes == NodeCoding::pairs) {
                    visit(coded, in_pairs);
                }
                RenderSettings smooth = drawn;
                smooth.label_edges = LabelEdges::smooth;
                SceneFeatures faded = scene_features(smooth, two_dimensional, labels);
                visit(smooth, faded);
                if (labels && faded.classifier == Classifier::post && drawn.blend == Blend::composite) {
                    faded.classifier = Classifier::smooth_labels;
                    visit(smooth, faded);
                    SceneFeatures own = scene_features(drawn, two_dimensional, labels);
                    own.classifier = Classifier::labels;
                    visit(drawn, own);
                }
                RenderSettings along_rays = drawn;
                along_rays.surface_method = SurfaceMethod::raycast;
                if (missing_in_bricks(along_rays, false).empty() && info_of(drawn.traversal).data != SkipData::octree) {
                    SceneFeatures waiting = scene_features(drawn, two_dimensional, labels, BrickSize{});
                    waiting.waves = true;
                    visit(drawn, waiting);
                }
                validate(strides);
                for (const auto &bricks : {std::optional<BrickSize>(), std::optional(BrickSize{})}) {
                    visit(as_drawn(strides), scene_features(as_drawn(strides), two_dimensional, labels, bricks));
                    SceneFeatures beside = scene_features(as_drawn(strides), two_dimensional, labels, bricks);
                    beside.hole = true;
                    visit(as_drawn(strides), beside);
                }
            } catch (const UsageError &) {
                // Nothing is drawn with these.
            }
        }
    };
    for (const TraversalInfo &info : traversals) {
        settings.traversal = info.traversal;
        for (const Shading shading : values_of<Shading>()) {
            settings.shading = shading;
            for (const Gradient gradient : values_of<Gradient>()) {
                settings.gradient = gradient;
                for (const Classification classification : values_of<Classification>()) {
                    settings.classification = classification;
                    for (const Blend blend : values_of<Blend>()) {
                        settings.blend = blend;
                        for (const Mode mode : {Mode::volume, Mode::both}) {
                            settings.mode = mode;
                            with_volume();
                        }
                    }
                }
            }
        }
    }
}

void add_frames(const DeviceInfo &device, SamplingBackend arrays, std::string_view type, Collection &found) {
    for_each_frame([&](const RenderSettings &settings, const SceneFeatures &features) {
        for (const CastOutput &output : {CastOutput{PixelFormat::rgba8, Counting::off},
                                         {PixelFormat::rgba8, Counting::on},
                                         {PixelFormat::rgba32f, Counting::off},
                                         {PixelFormat::rgba32f, Counting::depth}}) {
            const SamplingBackend backend = kernel_backend(arrays, settings, features, output);
            found.add(ray_cast_source(device, backend, type, settings, features, output));
        }
        const CastOutput normals{PixelFormat::rgba8, Counting::off, true};
        if (settings.shading == Shading::phong && settings.mode == Mode::volume && settings.blend == Blend::composite &&
            !features.lights) {
            const SamplingBackend backend = kernel_backend(arrays, settings, features, normals);
            found.add(ray_cast_source(device, backend, type, settings, features, normals));
        }
        const CastOutput nodes{PixelFormat::rgba8, Counting::nodes};
        if (settings.traversal == Traversal::first_approach && settings.shading == Shading::none &&
            settings.mode == Mode::volume && settings.blend == Blend::composite && !features.waves) {
            const SamplingBackend backend = kernel_backend(arrays, settings, features, nodes);
            found.add(ray_cast_source(device, backend, type, settings, features, nodes));
        }
    });
}

void add_light(const DeviceInfo &device, std::string_view type, Collection &found) {
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer}) {
        for_each_frame([&](const RenderSettings &settings, const SceneFeatures &features) {
            if (features.lights) {
                found.add(light_source(device, backend, type, settings, features, false));
                found.add(light_source(device, backend, type, settings, features, true));
                found.add(opacity_pyramid_source(device, backend, type, settings, features));
            }
            if (features.blend == Blend::composite && features.classifier != Classifier::preintegrated) {
                found.add(sampling_error_source(device, backend, type, settings, features));
            }
        });
    }
}

void add_paths(std::string_view type, Collection &found) {
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer}) {
        for_each_frame([&](const RenderSettings &settings, const SceneFeatures &features) {
            RenderSettings traced = settings;
            traced.lighting = Lighting::traced;
            const bool one_function = features.classifier == Classifier::pre ||
                                      features.classifier == Classifier::post ||
                                      features.classifier == Classifier::two_dimensional;
            const bool known = one_function || (features.classifier != Classifier::preintegrated &&
                                                settings.mode == Mode::volume); // isosurfaces are beside matter
            try {
                require_traceable(traced);
            } catch (const UsageError &) {
                return;
            }
            if (known && !features.bricks) {
                found.add(trace_source(backend, type, as_drawn(traced), features));
                if (features.classifier == Classifier::post && !features.labels) { // guides look at what paths look at
                    RenderSettings surfaces = traced;
                    surfaces.mode = Mode::isosurface; // without matter
                    found.add(trace_source(backend, type, as_drawn(surfaces), features));
                    surfaces.surface_caps = true;
                    surfaces.clip_high.x = 0.5;
                    found.add(trace_source(backend, type, as_drawn(surfaces), features));
                    SceneFeatures glowing = features;
                    glowing.emissions = true;
                    found.add(trace_source(backend, type, as_drawn(traced), glowing));
                    traced.trace.denoise = true;
                    found.add(trace_source(backend, type, as_drawn(traced), features));
                    traced.trace.aperture = 1.0;
                    traced.trace.environment = Environment::picture;
                    found.add(trace_source(backend, type, as_drawn(traced), features));
                }
            }
        });
    }
}

void add_surfaces(const DeviceInfo &device, std::string_view type, Collection &found) {
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer}) {
        for (const Shading shading : values_of<Shading>()) {
            for (unsigned bits = 0; bits < 12; ++bits) {
                SurfaceFeatures features{shading,         (bits & 1) != 0,
                                         (bits & 1) != 0, (bits & 1) != 0,
                                         (bits & 2) != 0, bits >= 4 ? std::optional(BrickSize{}) : std::nullopt,
                                         bits >= 8};
                features.hole = (bits & 1) != 0;
                found.add(surface_shade_source(backend, type, features));
                found.add(surface_cast_source(backend, type, features));
                found.add(surface_caps_source(backend, type, features));
            }
        }
    }
    found.add(surface_picture_source());
    for (const char *put : {"64", "depth", "id"}) {
        for (const char *label : {"none", "volume"}) {
            found.add(raster_source(device, {put, label, std::string(type)}));
            found.add(raster_source(device, {put, label, std::string(type), "made"}));
        }
    }
    const ScalarField field{nullptr, {}, type, {}};
    const ScalarField formula{nullptr, {}, "f32", {}, Expression("x").opencl()};
    for (const MeshNormals normals :
         {MeshNormals(), MeshNormals(NormalDifferences::central), MeshNormals(NormalDifferences::forward)}) {
        for (const CellVertices vertices : values_of<CellVertices>()) {
            found.add(scan_source(field, normals, vertices));
        }
        found.add(pyramid_source(field, normals));
        for (const int lanes : {1, 32, 64}) {
            found.add(block_mesh_source(device, field, {.lanes = lanes}, normals));
            found.add(block_range_source(device, field, {.lanes = lanes}));
            found.add(block_mesh_source(device, formula, {.lanes = lanes}, normals));
            found.add(block_range_source(device, formula, {.lanes = lanes}));
        }
    }
    found.add(block_leaves_source(field));
}

void add_derived(const DeviceInfo &device, std::string_view type, Collection &found) {
    for (const bool images : {false, true}) {
        const VoxelAccess access{images, device.image_3d_writes, type};
        for (const auto &slots : {std::optional<BrickSize>(), std::optional(BrickSize{})}) {
            found.add(classify_volume_source(access, slots));
            found.add(label_texels_source(access, slots));
            if (!images && type != "f32") {
                found.add(classify_rows_source(access, slots));
            }
        }
        found.add(classify_plane_source(access));
        for (const ChannelBlend blend : values_of<ChannelBlend>()) {
            ChannelFeatures channels;
            channels.blend = blend;
            found.add(mix_volume_source(access, channels));
            if (!are_colors(blend)) {
                found.add(mix_volume_source(access, channels, true));
            }
        }
        found.add(count_values_source(access, 256, 8));
        for (const Classification field : {Classification::pre, Classification::post}) {
            for (const Gradient gradient : {Gradient::central, Gradient::sobel}) {
                for (const auto &slots : {std::optional<BrickSize>(), std::optional(BrickSize{})}) {
                    found.add(normal_volume_source(access, field, gradient, normal_shape(device.kind, slots), slots));
                }
            }
        }
        found.add(scalar_range_source(images, type));
        found.add(placed_range_source(images, type));
        found.add(copy_slots_source(type, {}));
        for (const int item_voxels : {4, BrickSize{}.stored()}) {
            found.add(fill_slots_source({false, false, type}, {}, item_voxels));
            if (device.image_3d_writes) {
                found.add(fill_slots_source({true, true, type}, {}, item_voxels));
            }
        }
        for (const bool opacities : {false, true}) {
            found.add(brick_range_source(images, type, opacities, 64));
        }
    }
}

ProgramSource alone(std::vector<std::string> files, std::vector<std::pair<std::string, long>> constants = {}) {
    return {files.back(), std::move(files), std::move(constants), false};
}

/// Of bench/thinning_ladder.h.
void add_ladder(Collection &found) {
    const std::string global = "ladder_table_global.cl", constant = "ladder_table_constant.cl";
    const std::string in_global = "ladder_neighbours_global.cl", in_local = "ladder_neighbours_local.cl";
    for (const std::vector<std::string> &files :
         {std::vector<std::string>{global, in_global, "ladder_match.cl", "ladder_steps.cl", "ladder_delete.cl"},
          {global, in_global, "ladder_match.cl", "ladder_unified.cl", "ladder_delete.cl"},
          {constant, in_global, "ladder_match.cl", "ladder_unified.cl", "ladder_delete.cl"},
          {constant, in_local, "ladder_match.cl", "ladder_unified.cl", "ladder_delete.cl"},
          {constant, in_local, "ladder_match.cl", "ladder_double.cl"}}) {
        found.add(alone(files,
                        {{"LADDER_NEIGHBOURS", 27}, {"LADDER_OBJECT", 1}, {"LADDER_BORDER", 2}, {"LADDER_SIMPLE", 3}}));
    }
}

} // namespace

std::vector<ProgramSource> frame_programs() {
    Collection found;
    const std::vector<DeviceInfo> all = devices();
    for (const SamplingBackend arrays : backends) {
        // Voxels of all types on one device, all devices with voxels of one type: nothing depends on both.
        for (const std::string_view type : stored_types) {
            add_frames(all.front(), arrays, type, found);
        }
        for (const DeviceInfo &device : all) {
            if (device.kind == DeviceKind::gpu) {
                add_frames(device, arrays, stored_types[0], found);
            }
        }
    }
    return std::move(found.programs);
}

std::vector<ProgramSource> other_programs() {
    Collection found;
    for (const DeviceInfo &device : devices()) {
        for (const std::string_view type : stored_types) {
            add_light(device, type, found);
            add_surfaces(device, type, found);
            add_derived(device, type, found);
            add_paths(type, found);
        }
        found.add(alone({"probe_loop.cl", "probe_image.cl", "probe_image_write.cl", "probe_atomics.cl",
                         warp_file(device), "probe_warp.cl"}));
        for (const NodeCoding nodes : values_of<NodeCoding>()) {
            found.add(look_around_source(device, false, nodes));
            found.add(look_around_source(device, true, nodes));
        }
    }
    found.add(table_entries_source());
    found.add(leaf_majorants_source(false));
    found.add(leaf_majorants_source(true));
    found.add(joined_majorants_source(OpacityJoin::product));
    found.add(joined_majorants_source(OpacityJoin::maximum));
    found.add(alone({"philox.cl", "probe_philox.cl"}));
    for (const char *name : {"cayley", "sphere", "torus"}) {
        found.add(synthesize_source(name));
    }
    found.add(spread_particles_source());
    found.add(merge_pass_source());
    found.add(denoise_source());
    found.add(guides_source());
    for (const ToneCurve tone : values_of<ToneCurve>()) {
        found.add(finish_source(tone));
    }
    for (const PixelFormat format : values_of<PixelFormat>()) {
        found.add(surface_blend_source({format, Counting::off}));
        found.add(surface_blend_source({format, Counting::depth}));
        found.add(add_channels_source(format));
    }
    for (const LeafTest test : {LeafTest::scalars, LeafTest::opacities, LeafTest::isovalues}) {
        found.add(occupancy_source(test));
    }
    for (const ProgramSource &source :
         {opacity_range_source(), label_leaves_source(), label_leaves_source(true), label_borders_source(),
          node_bounds_source(), code_pairs_source(), distance_map_source(4), distance_map_source(16),
          leaf_strides_source(), preintegrate_source(), thinning_source(), voxelizing_source()}) {
        found.add(source);
    }
    for (const char *probe : {"probe_atomics.cl", "probe_image.cl", "probe_image_write.cl", "probe_loop.cl", "depth.cl",
                              "texture_peak.cl", "compact_atomics.cl"}) {
        found.add(alone({probe}));
    }
    found.add(alone({"octree_layout.h", "trace_params.h", "struct_probe.cl"}));
    for (const char *step : {"pyramid_step_quad.cl", "pyramid_step_pair.cl"}) {
        const std::vector<std::pair<std::string, long>> constants{{"PYRAMID_ARITY", 4},
                                                                  {"PYRAMID_STORED", 4},
                                                                  {"PYRAMID_FUSED", 1},
                                                                  {"PYRAMID_GROUP", 256},
                                                                  {"PYRAMID_FETCHED", 256}};
        found.add(alone({step, "pyramid_node.cl", "pyramid_levels_global.cl", "compact_pyramid.cl"}, constants));
        for (const char *base : {"pyramid_base_counts.cl", "pyramid_base_elements.cl"}) {
            found.add(
                alone({step, "pyramid_node.cl", base, "pyramid_levels_local.cl", "compact_pyramid.cl"}, constants));
        }
    }
    found.add(alone({"group_scan.cl", "compact_scan.cl"}, {{"SCAN_GROUP", 256}, {"COMPACT_SHARE", 8}}));
    add_ladder(found);
    return std::move(found.programs);
}

} // namespace voxmarch::testing
