// Pictures of meshes on the device that no volume lies around: of formulas that are not stored, of files.
#pragma once

#include "isosurface/rasteriser.h"
#include "renderer/camera.h"
#include "renderer/image.h"
#include "renderer/settings.h"
#include "renderer/surface_drawing.h"

#include <span>
#include <vector>

namespace voxmarch {

/// A mesh with normals. Refers to it.
struct DrawnMesh {
    const DeviceMesh *mesh;
    glm::vec3 color{1.0f};
    float opacity = 1.0f;
};

/// Draws meshes as VolumeRenderer draws the isosurfaces of a volume, bit for bit. Refers to its device.
class MeshPicture {
public:
    /// @throws MemoryError, DeviceError
    explicit MeshPicture(Device &device);

    /// Waits until the picture is in host memory.
    /// @param grid      whose voxels corners are counted in; what crops the picture lies in it
    /// @param settings  shading, lights, material, background and layers count; nothing throws shadows
    /// @throws UsageError for an impossible camera, MemoryError, ProgramError, DeviceError
    Image draw(const Grid &grid, const Camera &camera, int width, int height, const RenderSettings &settings,
               const std::vector<DrawnMesh> &meshes);

    double device_ms() const { return device_ms_; } ///< of the last picture's kernels

private:
    Device *device_;
    Rasteriser rasteriser_;
    SurfaceDrawing drawing_;
    DeviceArray no_array_; ///< stands in for what only volumes have
    double device_ms_ = 0.0;

    SceneData no_volume() const;
};

} // namespace voxmarch
