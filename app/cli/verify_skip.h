// render --verify-skip: whether skipping changes the picture.
#pragma once

#include "scene/scene_renderer.h"

#include <string>

namespace voxmarch {

struct SkipVerdict {
    bool good = true;
    std::string text{}; ///< what came out, for the user
};

/// Compares the picture with one of the standard caster, which skips nothing; a picture of that one with one of the
/// fastest traversal that skips.
SkipVerdict verify_skip(const Scene &scene, Device &device, SceneRenderer &drawn_by);

} // namespace voxmarch
