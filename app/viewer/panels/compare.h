// A/B: what the scene is compared with.
#pragma once

#include "scene/scene.h"

#include <string>

namespace voxmarch {

struct Frame;
struct RenderStatus;

struct Comparison {
    bool open = false;
    int reveals = 0;         ///< frames in which the panel scrolls to it: it was opened by a key
    Scene other;             ///< B; camera and size follow the scene
    int device = -1;         ///< DeviceInfo::index that draws B; < 0: the one that draws A
    float wipe = 0.5f;       ///< share of the view where B begins
    bool wipe_held = false;  ///< that line is dragged
    bool difference = false; ///< B shows where it differs from A, 16 times as strong

    /// Opens it with the scene as B, or closes it.
    void toggle(const Scene &scene);
};

/// B as it is drawn beside the scene.
Scene other_of(const Comparison &compare, const Scene &scene);

/// What the panel says about the times of the comparison that is shown.
std::string comparison_text(const Comparison &compare, const Scene &scene, const Frame &shown,
                            const RenderStatus &status);

} // namespace voxmarch
