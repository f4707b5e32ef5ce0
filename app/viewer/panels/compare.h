// A/B as panels show it.
#pragma once

#include "app/viewer/document/comparison.h"

#include <string>

namespace voxmarch {

struct Frame;
struct RenderStatus;

/// What the panel says about the times of the comparison that is shown.
std::string comparison_text(const Comparison &compare, const Scene &scene, const Frame &shown,
                            const RenderStatus &status);

} // namespace voxmarch
