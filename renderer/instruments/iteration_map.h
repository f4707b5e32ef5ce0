// The picture of one round of each warp: who marches, who waits for the others (thesis figure 4.7).
#pragma once

#include "renderer/instruments/heat_map.h"

namespace voxmarch {

/// A frame as large as the picture that shows the first round in which a lane of the warp marches after more than
/// `after` traversal iterations; of simulated warps. Blue: there is none. Green: the pixel's ray does not march, the
/// brighter the more steps its warp takes, up to 30. Red: it marches, but waits for longer ones, the brighter the
/// larger its share of the steps is, up to a half. Dark pixels keep their warp busy.
/// @param scale  what the colours mean
/// @throws UsageError if the traversal's warps are no tiles of the picture, and as VolumeRenderer::render
Image iteration_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                      const RenderSettings &settings, int after, HeatScale &scale);

} // namespace voxmarch
