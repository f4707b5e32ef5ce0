// Fetches octrees and distance maps from the render thread.
#include "app/viewer/view/skip_map.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "renderer/frame_params.h"
#include "scene/pick.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

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
    result.leaf_size = leaf_size_of(settings, content.grid().dims);
    result.blend = Blend::composite;
    result.loops.reset();
    if (info_of(settings.traversal).data != SkipData::octree) {
        result.traversal = Traversal::first_approach;
    }
    return result;
}

/// Fetches what was asked for, on the render thread.
struct Fetched {
    std::optional<SimtScene> skipping;
    SimtScene octree;
};
Fetched fetch(SceneRenderer &renderer, const LoadedVolume &loaded, const Scene &scene, bool boxes, bool spans) {
    VolumeRenderer &volume = renderer.renderer_for(scene);
    const auto skip_scene = [&](const RenderSettings &settings) {
        return volume.skip_scene(scene.camera, scene.width, scene.height, settings);
    };
    Fetched result;
    if (boxes) {
        result.octree = skip_scene(octree_settings(loaded, scene.settings));
    }
    if (spans) {
        result.skipping = skip_scene(scene.settings);
    }
    return result;
}

} // namespace

void order_skip_map(SkipMap &skip, const Document &document, bool wants_spans, Jobs &jobs) {
    const bool boxes = skip.level != no_boxes;
    const bool spans = wants_spans && has_spans(document.scene.settings);
    if (!boxes && !spans) {
        return;
    }
    const SkipOrder wanted{edit_of(document.scene), boxes, spans};
    if (std::exchange(skip.ordered, wanted) == wanted) {
        return;
    }
    Mailbox &mailbox = jobs.mailbox;
    jobs.render->post(
        [scene = document.scene, boxes, spans, of = document.loaded, &document, &skip, &mailbox](Painter &painter) {
            const auto fetched = std::make_shared<Fetched>(fetch(painter.renderer(scene), *of, scene, boxes, spans));
            mailbox.post([of, &document, &skip, fetched] {
                if (document.loaded == of) { // newer data will be asked for
                    skip.skipping = std::move(fetched->skipping);
                    skip.octree = std::move(fetched->octree);
                    skip.boxes_level = no_boxes;
                }
            });
        });
}

const OctreeNodes &boxes_of(SkipMap &skip) {
    if (skip.boxes_level != skip.level) {
        skip.boxes = occupied_nodes(skip.octree.layout, skip.octree.states, skip.level, automatic_box_limit);
        skip.boxes_level = skip.level;
    }
    return skip.boxes;
}

RayProbe probe_with_spans(SkipMap &skip, const Document &document, const Scene &shown, int x, int y) {
    const Scene &scene = document.scene;
    RayProbe probe = probe_pixel(*document.loaded, shown, x, y);
    if (probe.samples.empty() || !skip.skipping || !has_spans(scene.settings) || shown != scene) {
        return probe;
    }
    // The camera may have moved since; the nodes are the same.
    skip.skipping->frame = make_frame_params(document.grid(), scene.camera, scene.width, scene.height, scene.settings);
    probe.spans = walk_ray(*skip.skipping, x, y, probe.samples.back().k, probe.descents);
    return probe;
}

bool awaits_spans(const SkipMap &skip, const RenderSettings &settings) { return has_spans(settings) && !skip.skipping; }

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
