// Traced light that is seen while it grows better: its samples one by one, and its picture each time that their number
// has doubled.
#pragma once

#include "renderer/image.h"
#include "scene/scene_renderer.h"

#include <functional>

namespace voxmarch {

/// What is told of a picture of traced light while its samples are drawn.
struct TracedSteps {
    std::function<void(int sample)> begins;             ///< counted from 1
    std::function<void(Image image, int samples)> grew; ///< the picture of the samples there are
};

/// Whether a picture grows by its samples: of traced light, without meshes, which are found anew for every part.
bool grows_by_samples(const Scene &scene, const RenderSettings &settings);

/// The picture that SceneRenderer::draw gives, bit for bit, drawn sample by sample, each in parts.
/// @param part_ms     that a part takes, about; those of the first sample are small, whatever they take
/// @param progress    told the share that is there, 0 .. 1, behind each part; it may draw others with the renderer
/// @param statistics  of the whole picture; times of parts are added up
/// Precondition: grows_by_samples()
/// @throws as SceneRenderer::draw, and what `progress` and `steps` throw
Image draw_in_steps(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings, double part_ms,
                    const std::function<void(double)> &progress, const TracedSteps &steps, FrameStatistics &statistics);

} // namespace voxmarch
