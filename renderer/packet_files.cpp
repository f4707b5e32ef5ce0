// Chooses the files of the ray casting program of packets from settings and features.
#include "renderer/packet_files.h"

namespace voxmarch {

namespace {

Files packet_classifier_files(const SceneFeatures &features) {
    const std::string own = file("packet_classify", name_of(features.classifier));
    switch (features.classifier) {
    case Classifier::pre:
    case Classifier::post:
    case Classifier::labels: return {"packet_kept_none.cl", own};
    case Classifier::preintegrated: return {"packet_table_2d.cl", own};
    case Classifier::channels: {
        Files files{"packet_kept_none.cl", "channel_seen.cl", "mix_value_16.cl"};
        append(files, mix_files(features.channels.blend));
        files.push_back(own);
        return files;
    }
    case Classifier::two_dimensional:
    case Classifier::smooth_labels: break; // the latter is drawn by other kernels
    }
    return {"packet_table_2d.cl", "packet_kept_none.cl", own};
}

Files packet_normal_files(const RenderSettings &settings) {
    if (settings.gradient != Gradient::on_the_fly) {
        return {"packet_normal_stored.cl"};
    }
    return {normals_of_opacity(settings) ? "packet_fly_opacity.cl" : "packet_fly_scalar.cl",
            "packet_normal_on-the-fly.cl"};
}

Files packet_label_files(const SceneFeatures &features) {
    if (!features.labels) {
        return {"packet_label_none.cl"};
    }
    return features.label_edges == LabelEdges::smooth ? Files{"vectors.cl", "label_parts.cl", "packet_label_smooth.cl"}
                                                      : Files{"packet_label_nearest.cl", "packet_label_volume.cl"};
}

/// The walk of 16 rays through the octree.
Files packet_walk_files(NodeCoding nodes) {
    Files files{"packet_leaf_ray.cl"};
    append(files, nodes == NodeCoding::pairs ? Files{"node_pairs.h"} : Files{});
    append(files, {file("packet_nodes", name_of(nodes)), "packet_octree_walk.cl"});
    return files;
}

/// What finds the samples of 16 rays, and the loop over them.
Files packet_traversal_files(const TraversalInfo &info, bool strides, NodeCoding nodes) {
    if (strides) {
        const bool octants = info.data == SkipData::distance_octants;
        return {"strides.h", "packet_leaf_ray.cl", octants ? "packet_distance_octants.cl" : "packet_distance_all.cl",
                "packet_strides.cl", file("packet_adaptive", info.ray_loop)};
    }
    const std::string own = file("packet_traversal", info.ray_loop);
    switch (info.data) {
    case SkipData::none: return {own};
    case SkipData::octree: {
        Files files = packet_walk_files(nodes);
        append(files, {"packet_segment_buffer.cl", own});
        return files;
    }
    case SkipData::distance_all: return {"packet_leaf_ray.cl", "packet_distance_all.cl", own};
    case SkipData::distance_octants: break;
    }
    return {"packet_leaf_ray.cl", "packet_distance_octants.cl", own};
}

/// Everything that takes samples of 16 rays and makes a projection of them.
Files packet_projection_files(const RenderSettings &settings, Blend blend) {
    Files files = blend == Blend::average ? Files{"packet_gather_mean.cl"}
                                          : Files{file("blend", name_of(blend)), "packet_gather_extreme.cl"};
    files.emplace_back("packet_project.cl");
    if (settings.traversal == Traversal::none) {
        files.emplace_back("packet_traversal_none.cl");
        return files;
    }
    append(files, packet_walk_files(NodeCoding::bytes));
    files.emplace_back("packet_traversal_projection.cl");
    return files;
}

/// The same with compositing.
Files packet_composite_files(const RenderSettings &settings, const SceneFeatures &features) {
    Files files = packet_classifier_files(features);
    files.push_back(file("packet_light", features.lights ? "volume" : "none"));
    if (settings.shading == Shading::phong) {
        append(files, packet_normal_files(settings));
        append(files, {file("packet_material", features.materials ? "points" : "frame"), "packet_highlight.cl",
                       file("packet_side_lights", settings.side_lights.empty() ? "none" : "some"),
                       file("packet_outline", settings.outline > 0.0 ? "some" : "none")});
    }
    append(files, {file("packet_shade", name_of(settings.shading)), "packet_integrate.cl"});
    append(files, packet_traversal_files(info_of(settings.traversal), settings.adaptive_step, features.nodes));
    return files;
}

/// From 16 rays to their parts between surfaces.
Files packet_cast_files(const SceneFeatures &features) {
    if (!features.surfaces) {
        return {"packet_cast_whole.cl"};
    }
    const bool segments = features.classifier == Classifier::preintegrated;
    return {file("packet_rest", segments ? "segments" : "each"), "layer.cl", "packet_cast_layers.cl"};
}

} // namespace

Files packet_files(std::string_view stored_type, const RenderSettings &settings, const SceneFeatures &features,
                   const CastOutput &output) {
    Files files{"octree_layout.h",  "packet_types.cl",
                "packet_gather.cl", file("packet_scalar", stored_type),
                "channel_types.cl", "packet_scene.cl",
                "packet_sample.cl", file("packet_interpolate", name_of(features.interpolation)),
                "packet_math.cl",   "packet_table.cl",
                "clip_plane.cl",    file("packet_hole", features.hole ? "some" : "none"),
                "packet_ray.cl"};
    append(files, packet_label_files(features));
    files.push_back(file("packet_count", name_of(output.counting)));
    append(files, features.blend == Blend::composite ? packet_composite_files(settings, features)
                                                     : packet_projection_files(settings, features.blend));
    append(files, packet_cast_files(features));
    append(files, {file("packet_picture", name_of(output.format)), "packet_ray_cast.cl"});
    return files;
}

} // namespace voxmarch
