// Makes layers of coloured surfaces and pictures of them.
#pragma once

#include "device/device.h"
#include "isosurface/extraction.h"
#include "isosurface/rasteriser.h"
#include "kernels/shared/shared_types.h"
#include "renderer/device_volume.h"
#include "renderer/program_files.h"
#include "renderer/scene_data.h"

#include <functional>
#include <span>

namespace voxmarch {

/// What surfaces are lit with. Refers to its parts.
struct SurfaceScene {
    const SceneData &scene;
    const ScalarField &field;
    const FrameParams &frame; ///< the blocks of a LayerKey
    SurfaceFeatures features;
};

/// A picture on the device that a mesh shows.
struct TexturePicture {
    Buffer pixels; ///< r, g, b, a bytes
    int width = 0, height = 0;
};

/// Triangles that are coloured, and the voxels that they lie in. Refers to its parts.
struct ShadedMesh {
    const DeviceMesh *mesh;
    const ScalarField *field;
    const TexturePicture *picture = nullptr; ///< in place of light and colour
};

/// Layers hold, for every pixel, the surfaces along its ray: distance and colour (kernels/cast/layer.cl). Refers to its
/// device.
class SurfaceDrawing {
public:
    explicit SurfaceDrawing(Device &device) : device_(&device), kernels_(device) {}

    /// Makes room for layers and empties them.
    void begin_layers(const FrameParams &frame, int layers);

    /// How the surfaces look; used by what follows.
    void set_surfaces(const std::vector<SurfaceParams> &surfaces);

    /// Colours the triangles that a rasteriser found, into begin_layers() of its layers.
    /// @param meshes  in the order of set_surfaces()
    [[nodiscard]] Events shade(const SurfaceScene &scene, std::span<const ShadedMesh> meshes,
                               const Rasteriser &rasteriser);

    /// Finds and colours surfaces along the rays.
    /// @param scene   its distance map is that of leaves of 4 cells to the nearest that holds an isovalue
    /// @param filter  of the scene's scalars
    /// @param bring   brings bricks that rays wait for, and says whether any did; empty: none does
    /// @param layers out: layers of the pixel that has most
    [[nodiscard]] Events cast(const SurfaceScene &scene, const FilterAccuracy &filter, int limit,
                              const std::function<bool()> &bring, int &layers);

    /// Puts caps before and behind the layers that are there, see surface_caps.cl.
    /// @param scene   its field's voxels are those of the surfaces that are wanted
    /// @param wanted  surfaces, a bit each in the order of set_surfaces()
    /// @param bring   as for cast()
    /// @param layers  in and out: layers of the pixel that has most; begin_layers() has made room for two more
    [[nodiscard]] Events cap(const SurfaceScene &scene, std::uint32_t wanted, const std::function<bool()> &bring,
                             int &layers);

    /// Puts the first layers over the background. @param output  not with counters
    [[nodiscard]] Event blend(const FrameParams &frame, int layers, const CastOutput &output = {});

    const Buffer &layers() const { return layers_; }
    const Buffer &pixels() const { return pixels_; } ///< after blend()
    const Buffer &depths() const { return depths_; } ///< after blend() with depths, as RayCaster::counters()

private:
    Device *device_;
    KernelCache kernels_;
    Buffer layers_, surfaces_, pixels_, depths_, most_, states_;
    int surface_count_ = 0;

    void begin_states(const SurfaceScene &scene);
};

} // namespace voxmarch
