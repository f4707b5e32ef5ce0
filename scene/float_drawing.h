// Scenes as pictures of floats, with distances.
#pragma once

#include "renderer/float_image.h"
#include "scene/scene.h"
#include "scene/scene_renderer.h"

namespace voxmarch {

/// The scene without background and finish, as its rays end. Distances, in the unit of the volume's world, are there
/// but for projections and volumes in bricks that do not all lie on the device.
/// @param scene  without a comparison  @throws as VolumeRenderer::draw
FloatImage draw_floats(SceneRenderer &renderer, const Scene &scene);

} // namespace voxmarch
