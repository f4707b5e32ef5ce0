// Draws twice, with and without skipping.
#include "app/cli/verify_skip.h"

#include "app/cli/stage_report.h"
#include "app/progress.h"
#include "renderer/image.h"
#include "scene/draw_in_parts.h"

#include <fmt/format.h>
#include <optional>

namespace voxmarch {

/// Draws with the kernels that the scene is drawn with whatever the traversal: packets round otherwise than the kernels
/// of the buffer back end, and not every traversal has them. Empty if the renderer does.
static std::optional<SceneRenderer> same_kernels(const Scene &scene, Device &device, const SceneRenderer &renderer) {
    if (renderer.backend() != SamplingBackend::packet || info_of(scene.settings.traversal).packets) {
        return {};
    }
    return std::optional<SceneRenderer>(std::in_place, device, renderer.content(), SamplingBackend::buffer);
}

SkipVerdict verify_skip(const Scene &scene, Device &device, SceneRenderer &drawn_by) {
    std::optional<SceneRenderer> of_buffers = same_kernels(scene, device, drawn_by);
    SceneRenderer &renderer = of_buffers ? *of_buffers : drawn_by;
    RenderSettings standard = scene.settings, skipping = scene.settings;
    standard.traversal = Traversal::none;
    standard.loops.reset();
    if (info_of(skipping.traversal).data == SkipData::none) {
        skipping.traversal = default_traversal(renderer.backend());
        skipping.loops.reset();
    }
    const auto draw = [&](const RenderSettings &settings) {
        FrameStatistics statistics;
        return draw_in_parts(renderer, scene, settings, {}, statistics);
    };
    Image skipped, whole;
    {
        const StageReport stages(renderer.renderer_for(scene), "verifying");
        skipped = draw(skipping);
        whole = draw(standard);
    }
    const ImageDifference difference = compare(skipped, whole, 0);
    if (difference.pixels_above > 0) {
        return {false, fmt::format("skipping with {} changes {} of {} pixels, by at most {}/255: please report this "
                                   "with the volume's name and the options",
                                   name_of(skipping.traversal), difference.pixels_above, scene.width * scene.height,
                                   difference.largest)};
    }
    return {true, fmt::format("verified: {} and none give the same {} pixels", name_of(skipping.traversal),
                              scene.width * scene.height)};
}

} // namespace voxmarch
