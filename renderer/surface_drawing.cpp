// Launches of the kernels that colour surfaces.
#include "renderer/surface_drawing.h"

#include "device/launch_ranges.h"
#include "isosurface/extraction_parts.h"

namespace voxmarch {

namespace {

constexpr std::size_t most_pixels = 1 << 21; // of a launch

std::uint64_t pixels_of(const FrameParams &frame) {
    return static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
}

SamplingBackend backend_of(const SceneData &scene) {
    return scene.scalars.image ? SamplingBackend::image : SamplingBackend::buffer;
}

} // namespace

void SurfaceDrawing::begin_layers(const FrameParams &frame, int layers) {
    reserve_at_least(*device_, layers_, pixels_of(frame) * 8 * static_cast<std::uint64_t>(layers),
                     "layers of surfaces");
    layers_.fill(0xff);
}

void SurfaceDrawing::set_surfaces(const std::vector<SurfaceParams> &surfaces) {
    upload(*device_, surfaces_, surfaces, "looks of the surfaces");
    surface_count_ = static_cast<int>(surfaces.size());
}

Events SurfaceDrawing::shade(const SurfaceScene &s, std::span<const ShadedMesh> meshes, const Rasteriser &rasteriser) {
    const LaunchSize size{{(pixels_of(s.frame) + 63) / 64 * 64, 1, 1}, {64, 1, 1}};
    Events events;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const DeviceMesh &mesh = *meshes[i].mesh;
        const ScalarField &field = *meshes[i].field;
        if (mesh.triangles == 0) {
            continue;
        }
        if (const TexturePicture *picture = meshes[i].picture) {
            events.push_back(kernels_.kernel(surface_picture_source(), "shade_pictures")
                                 .launch(size, named("frame_value", s.frame), named("surfaces", surfaces_),
                                         named("number", static_cast<int>(i)), named("visible", rasteriser.visible()),
                                         named("layer_count", rasteriser.layers()), named("positions", mesh.positions),
                                         named("picture_places", mesh.normals), named("triangles", mesh.indices),
                                         named("picture", picture->pixels), named("width", picture->width),
                                         named("height", picture->height), named("layers", layers_)));
            continue;
        }
        Kernel &kernel = kernels_.kernel(surface_shade_source(backend_of(s.scene), field.stored_type, s.features),
                                         "shade_triangles");
        const Events shaded = launch_ranges(size, most_pixels, [&](const LaunchSize &range) {
            return launch_in_scene(kernel, range, s.frame, s.scene, false, named("voxels", *field.voxels),
                                   named("surfaces", surfaces_), named("number", static_cast<int>(i)),
                                   named("visible", rasteriser.visible()), named("layer_count", rasteriser.layers()),
                                   named("positions", mesh.positions), named("vertex_normals", mesh.normals),
                                   named("triangles", mesh.indices), named("layers", layers_));
        });
        events.insert(events.end(), shaded.begin(), shaded.end());
    }
    return events;
}

Events SurfaceDrawing::cast(const SurfaceScene &s, const FilterAccuracy &filter, int limit,
                            const std::function<bool()> &bring, int &layers) {
    Kernel &kernel =
        kernels_.kernel(surface_cast_source(backend_of(s.scene), s.field.stored_type, s.features), "cast_surfaces");
    reserve(*device_, most_, 4, "number of layers");
    most_.fill(0);
    begin_states(s);
    const auto along = [&](int axis) { return round_up(static_cast<std::size_t>(s.frame.view.size[axis]), 8); };
    const LaunchSize size{{along(0), along(1), 1}, {8, 8, 1}};
    Events events;
    do {
        const Events wave = launch_ranges(size, most_pixels, [&](const LaunchSize &range) {
            return launch_in_scene(kernel, range, s.frame, s.scene, false, named("voxels", *s.field.voxels),
                                   named("surfaces", surfaces_), named("surface_count", surface_count_),
                                   named("layer_limit", limit), named("stored_per_sample", filter.stored_per_sample),
                                   named("error", filter.error), named("layers", layers_), named("most", most_),
                                   named("states", states_));
        });
        events.insert(events.end(), wave.begin(), wave.end());
    } while (bring && bring());
    int most = 0;
    most_.download(std::as_writable_bytes(std::span(&most, 1)));
    layers = most;
    return events;
}

void SurfaceDrawing::begin_states(const SurfaceScene &s) {
    constexpr std::uint64_t state_bytes = 16; // of a pixel, see surface_waits_bricks.cl
    reserve_at_least(*device_, states_, s.features.waves ? pixels_of(s.frame) * state_bytes : state_bytes,
                     "rays that wait for bricks");
    states_.fill(0);
}

Events SurfaceDrawing::cap(const SurfaceScene &s, std::uint32_t wanted, const std::function<bool()> &bring,
                           int &layers) {
    Kernel &kernel =
        kernels_.kernel(surface_caps_source(backend_of(s.scene), s.field.stored_type, s.features), "cap_surfaces");
    reserve(*device_, most_, 4, "number of layers");
    most_.upload(std::as_bytes(std::span(&layers, 1)));
    begin_states(s);
    Events events;
    do {
        events.push_back(launch_in_scene(kernel, {{(pixels_of(s.frame) + 63) / 64 * 64, 1, 1}, {64, 1, 1}}, s.frame,
                                         s.scene, false, named("voxels", *s.field.voxels), named("surfaces", surfaces_),
                                         named("wanted", wanted), named("room", layers + 2), named("layers", layers_),
                                         named("most", most_), named("states", states_)));
    } while (bring && bring());
    most_.download(std::as_writable_bytes(std::span(&layers, 1)));
    return events;
}

Event SurfaceDrawing::blend(const FrameParams &frame, int layers, const CastOutput &output) {
    const bool depth = output.counting == Counting::depth;
    reserve(*device_, pixels_, pixels_of(frame) * pixel_bytes(output.format), "picture");
    reserve(*device_, depths_, (depth ? pixels_of(frame) : 1) * 4, "distances");
    return kernels_.kernel(surface_blend_source(output), "blend_layers")
        .launch({{(pixels_of(frame) + 63) / 64 * 64, 1, 1}, {64, 1, 1}}, named("frame_value", frame),
                named("layers", layers_), named("layer_count", layers), named("pixels", pixels_),
                named("counters", depths_));
}

} // namespace voxmarch
