// Draws scenes of one volume on one device: whole as `voxmarch render` does, and small ones while something moves.
#pragma once

#include "renderer/image.h"
#include "scene/load_volume.h"
#include "scene/scene_renderer.h"
#include "scene/slice_contents.h"

#include <functional>
#include <memory>
#include <optional>

namespace voxmarch {

/// A picture and what drawing it took.
struct DrawnPicture {
    Image image;
    double ms = 0.0;     ///< in all
    double own_ms = 0.0; ///< without what is done once: compiling, what is derived of the volume
};

class SceneArtist {
public:
    /// Brings the volume to the device. @throws as SceneRenderer
    SceneArtist(Device &device, std::shared_ptr<const LoadedVolume> loaded, std::optional<SamplingBackend> backend);

    /// The picture that `voxmarch render` draws of the scene, bit for bit.
    /// @param meanwhile  called between parts of the picture; what it throws ends it
    /// @throws as SceneRenderer::draw, finished_picture
    DrawnPicture whole(const Scene &scene, const std::function<void()> &meanwhile);

    /// A picture of this size with cheaper settings. @param drawn  the page's last whole scene; null: there is none
    DrawnPicture moving(const Scene &scene, int width, int height, const Scene *drawn);

    const SceneRenderer &renderer() const { return renderer_; }

private:
    std::shared_ptr<const LoadedVolume> loaded_;
    SceneRenderer renderer_;
    SlicePlanePainter planes_;

    Scene with_planes(Scene side);
};

/// The settings of a moving picture. @param slow  the device takes long for shadows and normals of all voxels
RenderSettings moving_settings(const Scene &scene, const Scene *drawn, double scale, bool slow);

} // namespace voxmarch
