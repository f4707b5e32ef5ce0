// How wide the pixels of a picture are where something can be seen, at the narrowest.
#pragma once

#include "renderer/reference/caster.h"
#include "volume/bricks/value_blocks.h"

namespace voxmarch {

/// World length that a pixel is wide at the nearest place that the picture may show: no visible voxel in it is nearer.
/// Blocks count that hold values which the scene shows, as far as they are not clipped and lie in the picture; all
/// of them where none does anywhere; hidden labels count. 0: the eye is in such a block; infinite: none is in the
/// picture. A function of volume, transfer function, clipping, camera and size.
/// @param scene   its camera shows the whole picture
/// @param blocks  of its volume
/// @throws UsageError for an impossible camera. Cost: that of looking at 2^15 blocks at most
double narrowest_pixel(const ReferenceScene &scene, const ValueBlocks &blocks, int width, int height);

} // namespace voxmarch
