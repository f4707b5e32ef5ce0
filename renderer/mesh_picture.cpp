// From meshes to visible triangles, to layers of colour, to pixels.
#include "renderer/mesh_picture.h"

#include "device/staged_download.h"
#include "renderer/frame_params.h"

#include <algorithm>

namespace voxmarch {

MeshPicture::MeshPicture(Device &device) : device_(&device), rasteriser_(device), drawing_(device) {
    no_array_.buffer = Buffer(device, 64, "stand-in for a volume");
}

SceneData MeshPicture::no_volume() const {
    const Buffer &none = no_array_.buffer;
    const DeviceArray *const channel = &no_array_;
    return {no_array_, no_array_, no_array_, no_array_, none, none,
            none,      none,      none,      none,      0,    none,
            none,      none,      none,      none,      none, {{channel, channel, channel}, none, none, none}};
}

Image MeshPicture::draw(const Grid &grid, const Camera &camera, int width, int height, const RenderSettings &settings,
                        const std::vector<DrawnMesh> &meshes) {
    const FrameParams frame = make_frame_params(grid, camera, width, height, settings);
    ScalarField field;
    field.grid = grid;
    field.stored_type = "u8";
    field.voxels = &no_array_.buffer;
    std::vector<DrawnMesh> ordered = meshes;
    std::stable_partition(ordered.begin(), ordered.end(), [](const DrawnMesh &one) { return one.opacity < 1.0f; });
    std::vector<RasterSurface> surfaces;
    std::vector<ShadedMesh> shaded;
    std::vector<SurfaceParams> looks;
    std::uint32_t first = 0;
    for (const DrawnMesh &one : ordered) {
        surfaces.push_back({one.mesh, one.opacity >= 1.0f});
        shaded.push_back({one.mesh, &field});
        SurfaceParams &look = looks.emplace_back();
        std::copy_n(&one.color[0], 3, look.color);
        look.opacity = one.opacity;
        look.first = static_cast<vx_int>(first);
        look.triangles = static_cast<vx_int>(one.mesh->triangles);
        first += one.mesh->triangles;
    }
    const SceneData scene = no_volume();
    Events events = rasteriser_.draw(frame, surfaces, settings.surface_layers, nullptr);
    looks.resize(std::max<std::size_t>(looks.size(), 1)); // buffers have bytes
    drawing_.set_surfaces(looks);
    drawing_.begin_layers(frame, rasteriser_.layers());
    SurfaceFeatures features;
    features.shading = settings.shading;
    features.side_lights = !settings.side_lights.empty();
    features.outline = settings.outline > 0.0;
    const Events colored = drawing_.shade({scene, field, frame, features}, shaded, rasteriser_);
    events.insert(events.end(), colored.begin(), colored.end());
    events.push_back(drawing_.blend(frame, rasteriser_.layers()));
    Image image{width, height, read_back(*device_, drawing_.pixels(), [&] { events.back().wait(); })};
    device_ms_ = milliseconds(events);
    return image;
}

} // namespace voxmarch
