// Keeps meshes, visible triangles and layers in step with the settings.
#include "renderer/surfaces.h"

#include "isosurface/extraction_parts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>

namespace voxmarch {

namespace {

constexpr int leaf_edge = 4; ///< of the octree of isovalues, cells

} // namespace

Surfaces::Surfaces(Device &device, const std::vector<DeviceVolume *> &channels)
    : device_(&device), volume_(channels.front()), rasteriser_(device), octree_(device), drawing_(device) {
    for (DeviceVolume *const volume : channels) {
        Channel &channel = channels_.emplace_back(Channel{volume});
        channel.field.grid = volume->grid();
        channel.field.stored_type = volume->stored_type();
        // Buffers hold integers as they are; images would give shares of the largest one.
        channel.field.mapping.offset = volume->mapping().offset;
    }
}

void Surfaces::set_meshes(const std::vector<ColoredMesh> &meshes) {
    own_meshes_.clear();
    ++own_version_;
    const auto is_transparent = [](const ColoredMesh &own) { return own.opacity < 1.0f; };
    const auto add = [&](bool transparent) {
        for (const ColoredMesh &own : meshes) {
            if (is_transparent(own) != transparent)
                continue;
            OwnMesh &mesh =
                own_meshes_.emplace_back(OwnMesh{upload_mesh(*device_, own.mesh), own.color, own.opacity, {}});
            if (own.picture) {
                mesh.picture.width = own.picture->width;
                mesh.picture.height = own.picture->height;
                upload(*device_, mesh.picture.pixels, own.picture->rgba, "a picture on a mesh");
            }
        }
    };
    add(true);
    own_opaque_begin_ = own_meshes_.size();
    add(false);
}

template <typename Isosurface, typename Own>
void Surfaces::in_order(const Isosurface &isosurface, const Own &own) const {
    for (std::size_t i = 0; i < own_opaque_begin_; ++i) {
        own(own_meshes_[i]);
    }
    std::ranges::for_each(order_, isosurface);
    for (std::size_t i = own_opaque_begin_; i < own_meshes_.size(); ++i) {
        own(own_meshes_[i]);
    }
}

void Surfaces::add_events(Stage stage, Events events) {
    if (!device_->info().event_times) { // host times run until they are waited for
        (void)milliseconds(events);
    }
    events_.emplace_back(stage, std::move(events));
}

void Surfaces::update_voxels(Channel &channel) {
    const Version voxels_now = channel.volume->replacements();
    if (channel.volume->scalars().image && (!channel.voxel_copy.buffer || channel.copied != voxels_now)) {
        add_events(Stage::voxels, channel.volume->copy_voxels(channel.voxel_copy.buffer));
    }
    if (channel.extractor && channel.copied != voxels_now) {
        channel.extractor->forget();
    }
    channel.copied = voxels_now;
    channel.field.voxels = &channel.voxels().buffer;
}

/// Of the channels that have surfaces.
/// @param leaves  of the first channel
void Surfaces::update_extractors(const RenderSettings &settings, const std::optional<LeafRanges> &leaves) {
    if (extraction_ != settings.extraction) {
        extraction_ = settings.extraction;
        for (Channel &channel : channels_) {
            channel.extractor.reset();
        }
    }
    for (const SurfaceStyle &surface : settings.surfaces) {
        Channel &channel = channel_of(surface);
        update_voxels(channel);
        if (!channel.extractor) {
            channel.extractor = make_extractor(extraction_, *device_, channel.field);
        }
    }
    auto *blocks = dynamic_cast<BlockExtractor *>(channels_.front().extractor.get());
    if (Events taken = blocks && leaves ? blocks->measure_from(*leaves) : Events{}; !taken.empty()) {
        add_events(Stage::block_ranges, std::move(taken));
    }
}

void Surfaces::update_meshes(const RenderSettings &settings, const std::optional<LeafRanges> &leaves) {
    update_extractors(settings, leaves);
    meshes_.resize(settings.surfaces.size());
    Events events;
    // An extraction is a stage of its own for each surface: sliding one isovalue leaves the others alone.
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const SurfaceStyle &style = settings.surfaces[i];
        const MeshKey key{extraction_, style.isovalue, style.channel, channel_of(style).volume->replacements()};
        SurfaceMesh &surface = meshes_[i];
        surface.stage.update(key, [&] {
            ExtractionSettings wanted;
            if (progress_) {
                wanted.progress = [&](double share) { progress_((double(i) + share) / double(meshes_.size())); };
            }
            const Events made = channel_of(style).extractor->extract(key.isovalue, wanted, surface.mesh);
            events.insert(events.end(), made.begin(), made.end());
            ++extractions_;
        });
        statistics_.triangles += surface.mesh.triangles;
        statistics_.surface_triangles.push_back(surface.mesh.triangles);
    }
    for (const OwnMesh &own : own_meshes_) {
        statistics_.triangles += own.mesh.triangles;
    }
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        const bool has_surface = std::ranges::any_of(
            settings.surfaces, [&](const SurfaceStyle &one) { return static_cast<std::size_t>(one.channel) == i; });
        const auto *blocks = dynamic_cast<const BlockExtractor *>(channels_[i].extractor.get());
        if (blocks && has_surface) {
            statistics_.blocks += blocks->blocks();
            statistics_.blocks_skipped +=
                blocks->blocks() - std::min<std::uint64_t>(blocks->blocks(), blocks->active_blocks());
        }
    }
    if (!events.empty()) {
        add_events(Stage::extraction, std::move(events));
    }
}

void Surfaces::order_surfaces(const RenderSettings &settings, bool translucent_labels) {
    const auto opaque = [&](std::size_t i) { return settings.surfaces[i].opacity >= 1.0f && !translucent_labels; };
    order_.resize(settings.surfaces.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    opaque_begin_ = static_cast<std::size_t>(
        std::stable_partition(order_.begin(), order_.end(), [&](std::size_t i) { return !opaque(i); }) -
        order_.begin());
}

std::vector<SurfaceParams> Surfaces::surface_params(const RenderSettings &settings) const {
    std::vector<SurfaceParams> all;
    std::uint32_t first = 0;
    const bool meshes = settings.surface_method == SurfaceMethod::mesh;
    const auto add = [&](const glm::vec3 &color, float opacity, float isovalue, std::uint32_t triangles) {
        SurfaceParams &params = all.emplace_back();
        for (int channel = 0; channel < 3; ++channel) {
            params.color[channel] = color[channel];
        }
        params.opacity = opacity;
        params.isovalue = isovalue;
        params.first = meshes ? static_cast<vx_int>(first) : 0;
        params.triangles = static_cast<vx_int>(triangles);
        first += triangles;
    };
    in_order(
        [&](std::size_t i) {
            const SurfaceStyle &style = settings.surfaces[i];
            add(style.color, style.opacity, stored_isovalue(field_of(style), style.isovalue),
                meshes ? meshes_[i].mesh.triangles : 0);
        },
        [&](const OwnMesh &own) {
            if (meshes) {
                add(own.color, own.opacity, 0.0f, own.mesh.triangles);
            }
        });
    return all;
}

std::vector<RasterSurface> Surfaces::raster_surfaces(const RenderSettings &settings) const {
    std::vector<RasterSurface> surfaces;
    const std::span opaque = std::span(order_).subspan(opaque_begin_);
    in_order(
        [&](std::size_t i) {
            const SurfaceStyle &style = settings.surfaces[i];
            const ScalarField &field = field_of(style);
            const bool hides = std::ranges::find(opaque, i) != opaque.end();
            surfaces.push_back({&meshes_[i].mesh, hides, stored_isovalue(field, style.isovalue), &field});
        },
        [&](const OwnMesh &own) {
            surfaces.push_back({&own.mesh, own.opacity >= 1.0f});
        });
    return surfaces;
}

void Surfaces::update_visibility(const RenderSettings &settings, const FrameParams &frame, const SceneData &scene,
                                 Version label_version) {
    VisibilityKey key{frame.view,   frame.volume, settings.surface_layers, opaque_begin_, {},
                      own_version_, label_version};
    for (const std::size_t i : order_) {
        key.meshes.emplace_back(i, meshes_[i].stage.version());
    }
    visibility_stage_.update(key, [&] {
        FrameParams seen{};
        seen.view = key.view;
        seen.volume = key.volume;
        const ScalarField &field = channels_.front().field;
        std::ranges::copy(field.grid.dims, seen.volume.dims); // triangles lie in the volume, not in its atlas
        const RasterLabels labels{field.voxels, &scene.labels, &scene.label_colors, field.stored_type};
        add_events(Stage::raster,
                   rasteriser_.draw(seen, raster_surfaces(settings), key.layers, key.labels > 0 ? &labels : nullptr));
    });
}

/// The octree of isovalues has states of nodes of its own. Ranges of leaves it takes from the ray caster's octree if
/// that has them.
void Surfaces::update_octree(const RenderSettings &settings, const std::optional<LeafRanges> &leaves,
                             const SurfaceBricks *bricks) {
    const ScalarField &field = channels_.front().field;
    const DeviceArray &voxels = channels_.front().voxels();
    range_stage_.update({leaves.has_value(), volume_->replacements()}, [&] {
        if (bricks) {
            taken_ = volume_->loads();
            add_events(Stage::isovalue_ranges,
                       octree_.measure_bricks(field.grid.dims, bricks->leaf_size, DeviceOctree::Field::scalar, voxels,
                                              field.stored_type, 0, bricks->places));
            return;
        }
        if (leaves) {
            octree_.lay_out(field.grid.dims, leaf_edge);
            return;
        }
        add_events(Stage::isovalue_ranges,
                   octree_.measure(field.grid.dims, leaf_edge, DeviceOctree::Field::scalar, voxels, field.stored_type));
    });
    if (bricks) {
        take_bricks(bricks->places);
    }
    // Ranges of the same voxels are the same, whoever measured them.
    IsovalueKey key{{}, settings.threshold, volume_->replacements()};
    for (const SurfaceStyle &surface : settings.surfaces) {
        key.isovalues.push_back(stored_isovalue(field, surface.isovalue));
    }
    isovalue_stage_.update(key, [] {});
    leaf_stage_.update({isovalue_stage_.version(), taken_}, [&] {
        add_events(Stage::isovalue_occupancy,
                   octree_.classify_isovalues(key.isovalues, static_cast<float>(key.threshold),
                                              leaves ? leaves->ranges : nullptr,
                                              leaves ? leaves->stored_per_value : 1.0f));
        add_events(Stage::isovalue_distances, octree_.make_distance_map(DistanceMap::all_directions));
        empty_leaves_ = static_cast<std::uint64_t>(octree_leaf_count(octree_.layout())) - octree_.occupied_leaves();
    });
    statistics_.blocks = static_cast<std::uint64_t>(octree_leaf_count(octree_.layout()));
    statistics_.blocks_skipped = empty_leaves_;
}

void Surfaces::take_bricks(const BrickPlaces &places) {
    Channel &first = channels_.front();
    if (!range_stage_.valid() || taken_ == volume_->loads()) {
        return;
    }
    if (first.voxel_copy.buffer) {
        (void)volume_->copy_voxels(first.voxel_copy.buffer, taken_);
    }
    std::vector<int> came;
    for (const int slot : volume_->atlas()->filled_since(taken_)) {
        came.push_back(*volume_->atlas()->brick_in(slot));
    }
    (void)octree_.measure_again(first.voxels(), first.field.stored_type, places, came);
    taken_ = volume_->loads();
}

std::vector<std::pair<Stage, Events>> Surfaces::update(const RenderSettings &settings, const FrameParams &frame,
                                                       const SceneData &scene, Version light_version,
                                                       const SurfaceLabels &labels,
                                                       const std::optional<LeafRanges> &leaves,
                                                       const SurfaceBricks *bricks) {
    const bool mesh = settings.surface_method == SurfaceMethod::mesh;
    statistics_ = {};
    if (mesh && bricks) { // they are the user's own, which have no voxels
        reserve(*device_, no_voxels_, 64, "stand-in for voxels");
        channels_.front().field.voxels = &no_voxels_;
    } else {
        update_voxels(channels_.front());
    }
    order_surfaces(settings, labels.translucent);
    if (mesh) {
        update_meshes(settings, leaves);
        update_visibility(settings, frame, scene, labels.version);
    } else {
        update_octree(settings, leaves, bricks);
    }
    const LayerKey key{frame.view,
                       frame.volume,
                       mesh ? SamplingParams{} : frame.sampling,
                       frame.light,
                       frame.material,
                       frame.side_lights,
                       light_version > 0 ? frame.light_volume : LightVolumeParams{},
                       {settings.shading, !settings.side_lights.empty(), settings.outline > 0.0, light_version > 0,
                        labels.version > 0, bricks ? volume_->brick_size() : std::nullopt, bricks && bricks->bring,
                        cuts_out(settings)},
                       settings.surface_method,
                       settings.surface_layers,
                       draws_caps(settings),
                       surface_params(settings),
                       mesh ? visibility_stage_.version() : isovalue_stage_.version(),
                       light_version,
                       labels.version};
    layer_stage_.update(key, [&] { make_layers(settings, key, scene, bricks); });
    statistics_.layers = layer_count_;
    return std::exchange(events_, {});
}

std::vector<std::pair<Stage, Events>> Surfaces::update_for_paths(const RenderSettings &settings,
                                                                 const std::optional<LeafRanges> &leaves) {
    statistics_ = {};
    update_voxels(channels_.front());
    order_surfaces(settings, false);
    update_octree(settings, leaves, nullptr);
    const std::vector<SurfaceParams> looks = surface_params(settings);
    upload(*device_, looks_, looks, "looks of the surfaces");
    look_count_ = static_cast<int>(looks.size());
    return std::exchange(events_, {});
}

TracedSurfaces Surfaces::for_paths() const {
    return {channels_.front().voxels().buffer, octree_.layout_buffer(), octree_.distances(), looks_, look_count_};
}

/// @param settings  say whose meshes are whose
void Surfaces::make_layers(const RenderSettings &settings, const LayerKey &key, const SceneData &scene,
                           const SurfaceBricks *bricks) {
    const ScalarField &field = channels_.front().field;
    FrameParams frame{};
    frame.view = key.view;
    frame.volume = key.volume;
    frame.sampling = key.sampling;
    frame.light = key.light;
    frame.material = key.material;
    frame.side_lights = key.side_lights;
    frame.light_volume = key.light_volume;
    drawing_.set_surfaces(key.surfaces);
    const std::function<bool()> bring = key.features.waves ? bricks->bring : std::function<bool()>();
    const int for_caps = most_layers(settings) - settings.surface_layers;
    const bool mesh = key.method == SurfaceMethod::mesh;
    if (mesh) {
        layer_count_ = rasteriser_.layers();
        drawing_.begin_layers(frame, layer_count_ + for_caps);
        add_events(Stage::shade_surfaces, shade_meshes(settings, {scene, field, frame, key.features}));
    } else {
        drawing_.begin_layers(frame, key.layers + for_caps);
        const SceneData skipping = scene.with_distances(octree_.layout_buffer(), octree_.distances());
        add_events(Stage::cast_surfaces, drawing_.cast({skipping, field, frame, key.features}, volume_->filter(),
                                                       key.layers, bring, layer_count_));
    }
    if (key.caps) {
        add_caps(settings, mesh ? scene : scene.with_distances(octree_.layout_buffer(), octree_.distances()), frame,
                 key.features, bring);
    }
}

/// Channel by channel: each has its voxels.
void Surfaces::add_caps(const RenderSettings &settings, const SceneData &scene, FrameParams frame,
                        const SurfaceFeatures &features, const std::function<bool()> &bring) {
    if (settings.surface_method == SurfaceMethod::mesh) {
        frame.sampling.step = 1.0f; // rays are needed, though no samples
    }
    Events events;
    const std::size_t first = settings.surface_method == SurfaceMethod::mesh ? own_opaque_begin_ : 0;
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
        std::uint32_t wanted = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const bool here = static_cast<std::size_t>(settings.surfaces[order_[i]].channel) == channel;
            wanted |= here ? 1u << (first + i) : 0u;
        }
        if (wanted != 0) {
            Events waves =
                drawing_.cap({scene, channels_[channel].field, frame, features}, wanted, bring, layer_count_);
            std::ranges::move(waves, std::back_inserter(events));
        }
    }
    add_events(settings.surface_method == SurfaceMethod::mesh ? Stage::shade_surfaces : Stage::cast_surfaces,
               std::move(events));
}

Events Surfaces::shade_meshes(const RenderSettings &settings, const SurfaceScene &scene) {
    std::vector<ShadedMesh> meshes;
    in_order(
        [&](std::size_t i) {
            meshes.push_back({&meshes_[i].mesh, &field_of(settings.surfaces[i])});
        },
        [&](const OwnMesh &own) {
            meshes.push_back({&own.mesh, &scene.field, own.picture.width > 0 ? &own.picture : nullptr});
        });
    return drawing_.shade(scene, meshes, rasteriser_);
}

void Surfaces::add_counts(StageCounts &counts) const {
    counts.surfaces = extractions_ + leaf_stage_.version();
    counts.visibility = visibility_stage_.version();
    counts.layers = layer_stage_.version();
}

} // namespace voxmarch
