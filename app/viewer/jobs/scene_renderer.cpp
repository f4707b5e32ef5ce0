// Keeps the renderer's transfer function that of the scene.
#include "app/viewer/jobs/scene_renderer.h"

#include "app/viewer/jobs/loader.h"
#include "scene/skeleton_tubes.h"

namespace voxmarch {

namespace {

bool same_window(const std::optional<ValueRange> &a, const std::optional<ValueRange> &b) {
    return a.has_value() == b.has_value() && (!a || (a->min == b->min && a->max == b->max));
}

} // namespace

SceneRenderer::SceneRenderer(Device &device, std::shared_ptr<const LoadedVolume> loaded,
                             std::optional<SamplingBackend> backend)
    : loaded_(std::move(loaded)), renderer_(device, loaded_->volume, backend) {
    if (loaded_->labels) {
        renderer_.set_labels(&*loaded_->labels, loaded_->label_styles);
    }
}

VolumeRenderer &SceneRenderer::renderer_for(const Scene &scene) {
    if (!transfer_ || !same_transfer(*transfer_, scene.transfer) || !same_window(window_, scene.window)) {
        renderer_.set_transfer(scene.transfer, scene.window);
        transfer_ = scene.transfer;
        window_ = scene.window;
    }
    update_skeleton(scene.skeleton);
    return renderer_;
}

void SceneRenderer::update_skeleton(const SkeletonSource &skeleton) {
    if (skeleton == skeleton_) {
        return;
    }
    skeleton_ = skeleton; // a file that has gone is told of once
    renderer_.set_meshes({});
    if (!skeleton.source.empty()) {
        const Grid &grid = loaded_->volume.grid();
        renderer_.set_meshes(
            tube_meshes(lines_in_world(read_skeleton_lines(skeleton.source), grid), skeleton.width, grid));
    }
}

Image SceneRenderer::draw(const Scene &scene, const Camera &camera, int width, int height,
                          const RenderSettings &settings) {
    return renderer_for(scene).render(camera, width, height, settings);
}

} // namespace voxmarch
