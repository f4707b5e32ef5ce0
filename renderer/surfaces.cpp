// Keeps meshes, visible triangles and layers in step with the settings.
#include "renderer/surfaces.h"

#include "isosurface/extraction_parts.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace voxmarch {

namespace {

constexpr int leaf_edge = 4; ///< of the octree of isovalues, cells

/// The bytes of plain values, one after the other: a key.
template <typename... Values> std::string key_of(const Values &...values) {
    std::string key;
    (key.append(reinterpret_cast<const char *>(&values), sizeof(values)), ...);
    return key;
}

void copy(auto &target, const auto &source) { std::memcpy(&target, &source, sizeof(target)); }

/// What of a frame decides about visible triangles; all else is 0.
FrameParams geometry_of(const FrameParams &frame) {
    FrameParams geometry{};
    copy(geometry.eye, frame.eye);
    copy(geometry.ray_corner, frame.ray_corner);
    copy(geometry.ray_dx, frame.ray_dx);
    copy(geometry.ray_dy, frame.ray_dy);
    copy(geometry.voxel_from_aligned, frame.voxel_from_aligned);
    copy(geometry.box_min, frame.box_min);
    copy(geometry.box_max, frame.box_max);
    copy(geometry.dims, frame.dims);
    copy(geometry.size, frame.size);
    copy(geometry.pixel_origin, frame.pixel_origin);
    copy(geometry.plane_count, frame.plane_count);
    copy(geometry.planes, frame.planes);
    copy(geometry.last_label, frame.last_label);
    return geometry;
}

/// What of a frame decides about the colours of surfaces; all else is 0.
FrameParams look_of(const FrameParams &frame, bool along_rays) {
    FrameParams look = geometry_of(frame);
    copy(look.light, frame.light);
    copy(look.ambient, frame.ambient);
    copy(look.diffuse, frame.diffuse);
    copy(look.specular, frame.specular);
    copy(look.shininess, frame.shininess);
    copy(look.fill, frame.fill);
    copy(look.light_bias, frame.light_bias);
    if (along_rays) {
        copy(look.step, frame.step);
        copy(look.offset_mask, frame.offset_mask);
    }
    return look;
}

} // namespace

Surfaces::Surfaces(Device &device, const DeviceVolume &volume)
    : device_(&device), volume_(&volume), rasteriser_(device), octree_(device), drawing_(device) {
    field_.grid = volume.grid();
    field_.stored_type = volume.stored_type();
    // Buffers hold integers as they are; images would give shares of the largest one.
    const ValueMapping mapping = volume.mapping();
    field_.mapping.offset = mapping.offset;
}

void Surfaces::set_meshes(const std::vector<ColoredMesh> &meshes) {
    own_meshes_.clear();
    own_colors_.clear();
    ++own_version_;
    for (const ColoredMesh &own : meshes) {
        own_meshes_.push_back(upload_mesh(*device_, own.mesh));
        own_colors_.push_back(own.color);
    }
}

void Surfaces::add_events(const char *stage, Events events) {
    if (!device_->info().event_times) { // host times run until they are waited for
        (void)milliseconds(events);
    }
    events_.emplace_back(stage, std::move(events));
}

void Surfaces::update_voxels() {
    const Image3D &image = volume_->scalars().image;
    if (image) {
        voxel_stage_.update(0, [&] {
            voxel_copy_.buffer =
                Buffer(*device_, image.bytes() + buffer_margin(image.dims(), 4), "the voxels, for isosurfaces");
            add_events("voxels", {image.copy_to(voxel_copy_.buffer)});
        });
    }
    field_.voxels = &voxels().buffer;
}

void Surfaces::update_meshes(const RenderSettings &settings, const std::optional<LeafRanges> &leaves) {
    if (!extractor_ || extraction_ != settings.extraction) {
        extraction_ = settings.extraction;
        extractor_ = make_extractor(extraction_, *device_, field_);
    }
    auto *blocks = dynamic_cast<BlockExtractor *>(extractor_.get());
    if (Events taken = blocks && leaves ? blocks->measure_from(*leaves) : Events{}; !taken.empty()) {
        add_events("block ranges of leaves", std::move(taken));
    }
    meshes_.resize(settings.surfaces.size());
    Events events;
    // An extraction is a stage of its own for each surface: sliding one isovalue leaves the others alone.
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const double isovalue = settings.surfaces[i].isovalue;
        SurfaceMesh &surface = meshes_[i];
        surface.stage.update({extraction_, isovalue}, [&] {
            ExtractionSettings wanted;
            if (progress_) {
                wanted.progress = [&](double share) { progress_((double(i) + share) / double(meshes_.size())); };
            }
            const Events made = extractor_->extract(isovalue, wanted, surface.mesh);
            events.insert(events.end(), made.begin(), made.end());
            ++extractions_;
        });
        statistics_.triangles += surface.mesh.triangles;
        statistics_.surface_triangles.push_back(surface.mesh.triangles);
    }
    for (const DeviceMesh &mesh : own_meshes_) {
        statistics_.triangles += mesh.triangles;
    }
    if (blocks) {
        statistics_.blocks = blocks->blocks();
        statistics_.blocks_skipped =
            blocks->blocks() - std::min<std::uint64_t>(blocks->blocks(), blocks->active_blocks());
    }
    if (!events.empty()) {
        add_events("extraction", std::move(events));
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
    for (const std::size_t i : order_) {
        const SurfaceStyle &style = settings.surfaces[i];
        SurfaceParams params{};
        for (int channel = 0; channel < 3; ++channel) {
            params.color[channel] = style.color[channel];
        }
        params.opacity = style.opacity;
        params.isovalue = stored_isovalue(field_, style.isovalue);
        if (settings.surface_method == SurfaceMethod::mesh) {
            params.first = static_cast<vx_int>(first);
            params.triangles = static_cast<vx_int>(meshes_[i].mesh.triangles);
            first += meshes_[i].mesh.triangles;
        }
        all.push_back(params);
    }
    for (std::size_t i = 0; i < own_meshes_.size() && settings.surface_method == SurfaceMethod::mesh; ++i) {
        SurfaceParams params{};
        for (int channel = 0; channel < 3; ++channel) {
            params.color[channel] = own_colors_[i][channel];
        }
        params.opacity = 1.0f;
        params.first = static_cast<vx_int>(first);
        params.triangles = static_cast<vx_int>(own_meshes_[i].triangles);
        first += own_meshes_[i].triangles;
        all.push_back(params);
    }
    return all;
}

void Surfaces::update_visibility(const RenderSettings &settings, const FrameParams &frame, const SceneData &scene,
                                 std::uint64_t label_version) {
    std::string key = key_of(geometry_of(frame), settings.surface_layers, label_version, opaque_begin_, own_version_);
    std::vector<RasterSurface> surfaces;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const SurfaceMesh &mesh = meshes_[order_[i]];
        key += key_of(order_[i], mesh.stage.version());
        surfaces.push_back(
            {&mesh.mesh, i >= opaque_begin_, stored_isovalue(field_, settings.surfaces[order_[i]].isovalue)});
    }
    for (const DeviceMesh &mesh : own_meshes_) {
        surfaces.push_back({&mesh});
    }
    visibility_stage_.update(key, [&] {
        const RasterLabels labels{field_.voxels, &scene.labels, &scene.label_colors, field_.stored_type};
        add_events("raster",
                   rasteriser_.draw(frame, surfaces, settings.surface_layers, label_version > 0 ? &labels : nullptr));
    });
}

/// The octree of isovalues has states of nodes of its own. Ranges of leaves it takes from the ray caster's octree if
/// that has them.
void Surfaces::update_octree(const RenderSettings &settings, const std::optional<LeafRanges> &leaves) {
    range_stage_.update(leaves.has_value(), [&] {
        if (leaves) {
            octree_.lay_out(field_.grid.dims, leaf_edge);
            return;
        }
        add_events("leaf ranges of isovalues", octree_.measure(field_.grid.dims, leaf_edge, DeviceOctree::Field::scalar,
                                                               voxels(), field_.stored_type));
    });
    std::vector<float> isovalues;
    for (const SurfaceStyle &surface : settings.surfaces) {
        isovalues.push_back(stored_isovalue(field_, surface.isovalue));
    }
    leaf_stage_.update(isovalues, [&] {
        add_events("occupancy of isovalues",
                   octree_.classify_isovalues(isovalues, static_cast<float>(settings.threshold),
                                              leaves ? leaves->ranges : nullptr,
                                              leaves ? leaves->stored_per_value : 1.0f));
        empty_leaves_ = static_cast<std::uint64_t>(octree_leaf_count(octree_.layout())) - octree_.occupied_leaves();
    });
    statistics_.blocks = static_cast<std::uint64_t>(octree_leaf_count(octree_.layout()));
    statistics_.blocks_skipped = empty_leaves_;
}

std::vector<std::pair<std::string, Events>> Surfaces::update(const RenderSettings &settings, const FrameParams &frame,
                                                             const SceneData &scene, const SceneFeatures &features,
                                                             std::uint64_t light_version, const SurfaceLabels &labels,
                                                             const std::optional<LeafRanges> &leaves) {
    const bool mesh = settings.surface_method == SurfaceMethod::mesh;
    statistics_ = {};
    update_voxels();
    order_surfaces(settings, labels.translucent);
    if (mesh) {
        update_meshes(settings, leaves);
        update_visibility(settings, frame, scene, labels.version);
    } else {
        update_octree(settings, leaves);
    }
    const std::vector<SurfaceParams> params = surface_params(settings);
    std::string key = key_of(look_of(frame, !mesh), mesh, mesh ? visibility_stage_.version() : leaf_stage_.version(),
                             light_version, labels.version, settings.shading, settings.surface_layers);
    for (const SurfaceParams &surface : params) {
        key += key_of(surface);
    }
    layer_stage_.update(key, [&] { make_layers(settings, frame, scene, features, params); });
    statistics_.layers = layer_count_;
    return std::exchange(events_, {});
}

void Surfaces::make_layers(const RenderSettings &settings, const FrameParams &frame, const SceneData &scene,
                           const SceneFeatures &features, const std::vector<SurfaceParams> &params) {
    drawing_.set_surfaces(params);
    if (settings.surface_method == SurfaceMethod::mesh) {
        layer_count_ = rasteriser_.layers();
        drawing_.begin_layers(frame, layer_count_);
        std::vector<const DeviceMesh *> meshes;
        for (const std::size_t i : order_) {
            meshes.push_back(&meshes_[i].mesh);
        }
        for (const DeviceMesh &mesh : own_meshes_) {
            meshes.push_back(&mesh);
        }
        add_events("shade surfaces", drawing_.shade({scene, field_, frame, settings, features}, meshes, rasteriser_));
        return;
    }
    drawing_.begin_layers(frame, settings.surface_layers);
    const SceneData with_octree{
        scene.scalars,       scene.colors,    scene.normals, scene.lights,       octree_.layout_buffer(),
        octree_.states(),    scene.distances, scene.bounds,  scene.opacities,    scene.table_colors,
        scene.table_entries, scene.table_2d,  scene.labels,  scene.label_colors, scene.offsets};
    add_events("cast surfaces",
               drawing_.cast({with_octree, field_, frame, settings, features}, settings.surface_layers, layer_count_));
}

void Surfaces::add_counts(StageCounts &counts) const {
    counts.surfaces = extractions_ + leaf_stage_.version();
    counts.visibility = visibility_stage_.version();
    counts.layers = layer_stage_.version();
}

} // namespace voxmarch
