// Draws meshes in device memory without OpenGL: finds the triangles that each pixel shows, the nearest first.
#pragma once

#include "isosurface/extraction.h"
#include "isosurface/made_mesh.h"
#include "kernels/shared/shared_types.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

namespace voxmarch {

/// A mesh to draw. Refers to it.
struct RasterSurface {
    const DeviceMesh *mesh;
    bool opaque = true;                 ///< nothing behind it is seen
    float isovalue = 0.0f;              ///< of stored values; for labels
    const ScalarField *field = nullptr; ///< in whose voxels that is; null: those of the labels
    const MadeMesh *made = nullptr;     ///< in place of `mesh`, which is null then; its field is `field`

    std::uint32_t triangles() const { return made ? made->triangles : mesh->triangles; }
};

/// Labels that hide parts of surfaces (kernels/raster/surface_label_volume.cl). Refers to its parts.
struct RasterLabels {
    const Buffer *voxels, *labels, *label_colors;
    std::string_view stored_type; ///< of the voxels
};

/// Voxels that a surface's isovalue is in, with their type.
std::pair<const Buffer *, std::string_view> voxels_of(const RasterSurface &surface, const RasterLabels &labels);

/// Rows of 4 that take voxel space to (x w, y w, w) for a frame; see RasterParams.
std::array<float, 12> pixel_from_voxel(const FrameParams &frame);

/// How fragments of a pixel agree on the nearest.
enum class RasterAtomics {
    wide,  ///< 64-bit atomic minima on (depth, triangle): all layers in one pass
    narrow ///< layer by layer two passes of 32-bit ones, depth and then triangle; the same picture
};

/// Kernel files of the rasteriser.
struct RasterVariant {
    std::string put;             ///< kernels/raster/raster_put_NAME.cl: how fragments of a pixel agree on the nearest
    std::string label;           ///< kernels/raster/surface_label_NAME.cl
    std::string stored_type;     ///< of the voxels that labels are with, or triangles are made of
    std::string mesh = "stored"; ///< kernels/raster/raster_mesh_NAME.cl
};

/// A compute rasteriser with a visibility buffer. Knows no camera, light or colour: eye, rays of the pixels, clip box
/// and clipping planes come in a FrameParams, so that it agrees with the ray caster about every pixel.
///
/// Coverage is decided in whole numbers (256 subpixels along a pixel, top-left rule), so triangles that share an edge
/// cover each pixel exactly once. Both sides are drawn. Triangles are clipped to the near plane, a thousandth of a
/// voxel in front of the eye.
///
/// Layer i + 1 of a pixel holds, of all fragments behind that of layer i, the nearest; behind an opaque one there is
/// none. Fragments are ordered by depth and, where that is equal, by the number of the triangle, so none is lost and
/// none comes twice.
///
/// Refers to its device.
class Rasteriser {
public:
    /// @param atomics  empty: what the device has
    explicit Rasteriser(Device &device, std::optional<RasterAtomics> atomics = {});

    /// Finds the visible triangles. Triangles are numbered through all surfaces in their order.
    /// @param surfaces    transparent ones before opaque ones
    /// @param most_layers at least 1; fewer are made if nothing lies behind
    /// @param labels      null: none
    /// @throws MemoryError (also for more than 2^31 triangles), ProgramError, DeviceError
    /// Cost: a pass over all triangles; without 64-bit atomics two for each layer. The host waits after each pass.
    [[nodiscard]] Events draw(const FrameParams &frame, std::span<const RasterSurface> surfaces, int most_layers,
                              const RasterLabels *labels);

    /// Layer by layer 8 bytes a pixel; see kernels/raster/scene_raster.cl.
    const Buffer &visible() const { return visible_; }

    /// Layers made by the last draw().
    int layers() const { return layers_; }

    RasterAtomics atomics() const { return atomics_; }
    std::uint64_t bytes() const;

private:
    Device *device_;
    RasterAtomics atomics_;
    KernelCache kernels_;
    Buffer visible_, queue_, queued_, status_, stand_in_;
    std::vector<Buffer> corners_; ///< one a surface
    int layers_ = 0;

    RasterVariant plain() const { return {atomics_ == RasterAtomics::wide ? "64" : "depth", "none", "u8"}; }
    Kernel &kernel(const std::string &name, const RasterVariant &variant);
    std::vector<RasterParams> number_surfaces(const FrameParams &frame, std::span<const RasterSurface> surfaces) const;
    void project(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                 const std::vector<RasterParams> &params, Events &events);
    void draw_surfaces(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                       const std::vector<RasterParams> &params, const RasterLabels *labels, Events &events);
    /// @return 0, or the length that the queue should have had: nothing is drawn then
    std::uint64_t draw_together(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                                std::vector<RasterParams> &params, int limit, const RasterLabels *labels,
                                Events &events);
    /// @return as above
    std::uint64_t peel(const FrameParams &frame, std::span<const RasterSurface> surfaces,
                       std::vector<RasterParams> &params, int limit, const RasterLabels *labels, Events &events);
    /// What the passes have left in status_: length of the queue needed if it was too short, and their own word.
    std::array<std::uint32_t, 2> read_status() const;
};

} // namespace voxmarch
