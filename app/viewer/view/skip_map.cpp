// Fetches octrees and distance maps from the render thread.
#include "app/viewer/view/skip_map.h"

#include "app/viewer/state.h"
#include "app/viewer/view/pick.h"
#include "renderer/frame_params.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Composited samples are skipped node by node; projections walk otherwise, surfaces alone take no samples.
bool has_spans(const RenderSettings &settings) {
    return settings.mode != Mode::isosurface && settings.blend == Blend::composite &&
           info_of(settings.traversal).data != SkipData::none;
}

/// Settings that make the octree whose leaves the scene's traversal has, even if it reads distances or nothing.
RenderSettings octree_settings(const SceneContent &content, const RenderSettings &settings) {
    RenderSettings result = settings;
    result.leaf_size = leaf_size_of(settings, content.volume.grid().dims);
    result.blend = Blend::composite;
    result.loops.reset();
    if (info_of(settings.traversal).data != SkipData::octree) {
        result.traversal = Traversal::first_approach;
    }
    return result;
}

/// The data of the scene that was asked for have come. Newer ones will be asked for.
void take(ViewerState &state, const LoadedVolume *of, std::optional<SimtScene> skipping, SimtScene octree) {
    if (state.loaded.get() != of) {
        return;
    }
    state.skip.skipping = std::move(skipping);
    state.skip.octree = std::move(octree);
    state.skip.boxes_level = no_boxes;
}

} // namespace

void order_skip_map(ViewerState &state) {
    const bool boxes = state.speed.boxes != no_boxes;
    const bool spans = state.probe.open && has_spans(state.scene.settings);
    if (!state.loaded || !state.shown.final || state.view_dragged || (!boxes && !spans)) {
        return;
    }
    const std::string wanted = edit_text(state.scene) + (boxes ? " boxes" : "") + (spans ? " spans" : "");
    if (std::exchange(state.skip.ordered, wanted) == wanted) {
        return;
    }
    state.render.post([scene = state.scene, boxes, spans, of = state.loaded.get(), &state](SceneRenderer &renderer) {
        VolumeRenderer &volume = renderer.renderer_for(scene);
        auto skipping = std::make_shared<std::optional<SimtScene>>();
        auto octree = std::make_shared<SimtScene>();
        if (boxes) {
            *octree = volume.skip_scene(scene.camera, scene.width, scene.height,
                                        octree_settings(*renderer.content(), scene.settings));
        }
        if (spans) {
            *skipping = volume.skip_scene(scene.camera, scene.width, scene.height, scene.settings);
        }
        state.mailbox.post(
            [&state, of, skipping, octree] { take(state, of, std::move(*skipping), std::move(*octree)); });
    });
}

RayProbe probe_with_spans(ViewerState &state, int x, int y) {
    RayProbe probe = probe_pixel(*state.loaded, state.scene, x, y);
    std::optional<SimtScene> &skipping = state.skip.skipping;
    if (probe.samples.empty() || !skipping || !has_spans(state.scene.settings)) {
        return probe;
    }
    // The camera may have moved since; the nodes are the same.
    skipping->frame = make_frame_params(state.loaded->volume.grid(), state.scene.camera, state.scene.width,
                                        state.scene.height, state.scene.settings);
    probe.spans = walk_ray(*skipping, x, y, probe.samples.back().k, probe.descents);
    return probe;
}

bool awaits_spans(const ViewerState &state) { return has_spans(state.scene.settings) && !state.skip.skipping; }

SkippedShare skipped_share(const RayProbe &probe) {
    SkippedShare share;
    share.samples = probe.samples.empty() ? 0 : probe.samples.back().k - probe.samples.front().k + 1;
    for (const RaySpan &span : probe.spans) {
        if (!span.marched) {
            ++share.spans;
            share.samples_skipped += static_cast<int>(std::ceil(span.end) - std::ceil(span.begin));
        }
    }
    return share;
}

} // namespace voxmarch
