// Chooses the files of the programs that colour isosurfaces.
#include "renderer/packet_files.h"
#include "renderer/program_files.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What lights surfaces: the scene, but no transfer function.
Files surface_files(SamplingBackend backend, std::string_view stored_type, const SurfaceFeatures &features) {
    Files files{"octree_layout.h", file("scalar", stored_type), "channel_types.cl", file("scene", name_of(backend)),
                "vectors.cl"};
    append(files, backend == SamplingBackend::buffer ? Files{"cell.cl"} : Files());
    append(files, {file("sample", name_of(backend)), "interpolate_linear.cl", "clip_plane.cl",
                   file("hole", features.hole ? "some" : "none"), "sight_line.cl", "ray.cl", "place_whole.cl",
                   file("light", features.lights ? "volume" : "none")});
    if (features.shading == Shading::phong) {
        files.emplace_back("normal_stored.cl");
        append(files, light_files(features.side_lights, false, features.outline));
    }
    append(files, {file("shade", name_of(features.shading)), file("surface_label", features.labels ? "volume" : "none"),
                   "layer.cl", "surface_light.cl"});
    return files;
}

} // namespace

ProgramSource surface_shade_source(SamplingBackend backend, std::string_view stored_type,
                                   const SurfaceFeatures &features) {
    ProgramSource source;
    source.name = fmt::format("shade_triangles {} {}", name_of(backend), stored_type);
    source.files = surface_files(backend, stored_type, features);
    append(source.files, {"seen_triangle.cl", "surface_shade.cl"});
    return source;
}

ProgramSource surface_picture_source() {
    ProgramSource source;
    source.name = "shade_pictures";
    source.files = {"vectors.cl", "layer.cl", "sight_line.cl", "seen_triangle.cl", "surface_picture.cl"};
    return source;
}

ProgramSource surface_cast_source(SamplingBackend backend, std::string_view stored_type,
                                  const SurfaceFeatures &features) {
    ProgramSource source;
    source.name = fmt::format("cast_surfaces {} {}", name_of(backend), stored_type);
    source.files = surface_files(backend, stored_type, features);
    append(source.files, features.bricks ? brick_files(features.waves) : Files{});
    add_brick_edge(source.constants, features.bricks);
    append(source.files, {file("field_place", features.bricks ? "slots" : "whole"), "surface_field.cl",
                          file("surface_probe", features.bricks ? "buffer" : name_of(backend)), "surface_search.cl",
                          file("surface_waits", features.waves ? "bricks" : "never"), "leaf_ray.cl", "distance_all.cl",
                          "surface_cast.cl"});
    return source;
}

ProgramSource surface_caps_source(SamplingBackend backend, std::string_view stored_type,
                                  const SurfaceFeatures &features) {
    ProgramSource source;
    source.name = fmt::format("cap_surfaces {} {}", name_of(backend), stored_type);
    source.files = surface_files(backend, stored_type, features);
    append(source.files, features.bricks ? brick_files(features.waves) : Files{});
    add_brick_edge(source.constants, features.bricks);
    append(source.files, {file("field_place", features.bricks ? "slots" : "whole"), "surface_field.cl",
                          file("cap_waits", features.waves ? "bricks" : "never"), "cut_face.cl", "surface_caps.cl"});
    return source;
}

ProgramSource add_channels_source(PixelFormat format) {
    ProgramSource source;
    source.name = fmt::format("add_channels {}", name_of(format));
    source.files = {"vectors.cl", file("picture", name_of(format)), "add_channels.cl"};
    return source;
}

ProgramSource finish_source(ToneCurve tone) {
    ProgramSource source;
    source.name = fmt::format("finish_picture {}", name_of(tone));
    source.files = {"vectors.cl", file("tone", name_of(tone)), "finish_picture.cl"};
    return source;
}

ProgramSource surface_blend_source(const CastOutput &output) {
    ProgramSource source;
    source.name = fmt::format("blend_layers {} {}", name_of(output.format), name_of(output.counting));
    source.files = {"vectors.cl", "layer.cl", file("count", name_of(output.counting)),
                    file("picture", name_of(output.format)), "surface_blend.cl"};
    return source;
}

} // namespace voxmarch
