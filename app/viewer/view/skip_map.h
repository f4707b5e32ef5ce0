// What the device knows of empty space, fetched for the ray probe and for the boxes of the octree.
#pragma once

#include "app/viewer/document/history.h"
#include "app/viewer/view/octree_boxes.h"
#include "renderer/instruments/ray_probe.h"

#include <optional>

namespace voxmarch {

struct Document;
struct Jobs;
struct Scene;

/// Level of the boxes, or that there are none.
constexpr int no_boxes = -2;

/// Most boxes drawn at once, and most that the automatic level gives.
constexpr std::size_t box_limit = 2000, automatic_box_limit = 400;

/// What was asked for.
struct SkipOrder {
    SceneEdit edit;
    bool boxes = false, spans = false;
    bool operator==(const SkipOrder &) const = default;
};

/// Copies of the device's data. They are behind the scene until what an edit makes of them has come.
struct SkipMap {
    int level = no_boxes;              ///< of the octree over the picture, or automatic_level
    std::optional<SkipOrder> ordered;  ///< the last one
    std::optional<SimtScene> skipping; ///< what the scene's traversal reads; empty: it skips nothing
    SimtScene octree;                  ///< the octree, whatever the traversal; without states: not wanted
    OctreeNodes boxes;                 ///< of the level chosen
    int boxes_level = no_boxes;        ///< that `boxes` was made for
};

/// Asks the render thread for what is missing, if boxes are shown or spans are wanted.
void order_skip_map(SkipMap &skip, const Document &document, bool wants_spans, Jobs &jobs);

/// The boxes of the level that is wanted, made when they are asked for first.
const OctreeNodes &boxes_of(SkipMap &skip);

/// The ray of a pixel with its spans, where the traversal skips and its data are there.
/// @param shown  what is seen there, see side_of(); spans are those of the document's scene alone
RayProbe probe_with_spans(SkipMap &skip, const Document &document, const Scene &shown, int x, int y);

/// Whether the scene's traversal skips, and what it reads has not come yet.
bool awaits_spans(const SkipMap &skip, const RenderSettings &settings);

/// How much of a ray is skipped.
struct SkippedShare {
    int spans = 0;   ///< skipped as empty
    int samples = 0; ///< of the ray, to its end
    int samples_skipped = 0;
};
SkippedShare skipped_share(const RayProbe &probe);

} // namespace voxmarch
