// Draws scenes of one volume: keeps a VolumeRenderer in step with the transfer function, labels and skeleton
// of the last scene.
#pragma once

#include "renderer/volume_renderer.h"
#include "scene/scene.h"

#include <memory>

namespace voxmarch {

/// What the loader brings: a volume and what is made from it on the host.
struct LoadedVolume;

class SceneRenderer {
public:
    /// @throws as VolumeRenderer
    SceneRenderer(Device &device, std::shared_ptr<const LoadedVolume> loaded, std::optional<SamplingBackend> backend);

    /// The scene at this size with this camera and these settings (those of the scene or cheaper ones).
    /// @throws as VolumeRenderer::render
    Image draw(const Scene &scene, const Camera &camera, int width, int height, const RenderSettings &settings);

    /// The scene itself.
    Image draw(const Scene &scene, int width, int height) {
        return draw(scene, scene.camera, width, height, scene.settings);
    }

    /// With the scene's transfer function and labels set, for counting passes and heat maps.
    VolumeRenderer &renderer_for(const Scene &scene);

    const FrameStatistics &statistics() const { return renderer_.statistics(); }
    const DeviceInfo &device() const { return renderer_.device(); }
    SamplingBackend backend() const { return renderer_.backend(); }
    const LoadedVolume &loaded() const { return *loaded_; }
    const std::shared_ptr<const LoadedVolume> &shared_volume() const { return loaded_; }

private:
    std::shared_ptr<const LoadedVolume> loaded_;
    VolumeRenderer renderer_;
    std::optional<TransferFunction> transfer_;
    std::optional<ValueRange> window_;
    SkeletonSource skeleton_;

    void update_skeleton(const SkeletonSource &skeleton);
};

} // namespace voxmarch
