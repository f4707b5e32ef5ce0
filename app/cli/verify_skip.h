// render --verify-skip: whether skipping changes the picture.
#pragma once

#include "scene/scene_renderer.h"

namespace voxmarch {

/// Compares the picture with one of the standard caster, which skips nothing; a picture of that one with one of the
/// fastest traversal that skips. @return whether they are equal
bool verify_skip(const Scene &scene, Device &device, SceneRenderer &drawn_by);

} // namespace voxmarch
