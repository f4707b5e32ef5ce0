// Levels of detail of what is drawn: which one a picture needs, and a content of it.
#pragma once

#include "scene/scene_content.h"
#include "volume/bricks/value_blocks.h"

#include <span>
#include <vector>

namespace voxmarch {

/// Grids of the levels of a content, in its world; the first is its own. Large volumes have those of their source, and
/// so have volumes in memory that were stored with several; all others halve until no edge is longer than 64 voxels, or
/// until 1/64.
std::vector<Grid> detail_levels(const SceneContent &content);

/// The coarsest of these levels whose voxels are not longer, along any axis, than a pixel is wide where the picture
/// shows something of the volume, see narrowest_pixel(); along an axis whose voxels are longer than that on the first
/// level, not longer than there. The first level where the eye is in what can be seen. A function of volume, transfer
/// function, clipping, camera and size alone: a settled picture does not depend on where the camera came from, nor on
/// what is in memory.
/// @param scene   its camera shows the whole picture
/// @param blocks  of its volume
int level_for(const ReferenceScene &scene, const ValueBlocks &blocks, const std::vector<Grid> &levels, int width,
              int height);

/// The level that pictures of a scene by these cameras are drawn from: the one that it names, or the coarsest where
/// there are fewer; else the finest that level_for() finds for any of them, so that nothing changes within a turn.
/// @param blocks  of the content's volume; not looked at where the scene names a level
/// @param levels  detail_levels() of the content
int wanted_level(const Scene &scene, const SceneContent &content, const ValueBlocks &blocks,
                 const std::vector<Grid> &levels, std::span<const Camera> cameras);

/// The content at a level but the first: its volume and labels have fewer voxels, and stand for those of `content`.
/// Stored levels are taken as they are; other volumes in memory are reduced to the means of their boxes, labels to the
/// most frequent ones, or to the nearest where the level has no such boxes.
/// @throws UsageError for a level that there is not, or for labels on a large volume; as look_at(), downsample(), and
///         what reading throws
SceneContent at_level(const SceneContent &content, int level);

} // namespace voxmarch
