// Looks: light, occlusion, background and finish that go together, by name.
#pragma once

#include "renderer/settings.h"

#include <string_view>
#include <vector>

namespace voxmarch {

struct PictureLook {
    std::string_view name;    ///< one word: "clinical"
    std::string_view summary; ///< what it is for
};

/// plain, clinical, cinematic, x-ray.
const std::vector<PictureLook> &picture_looks();

/// Sets what looks are about: shading, lights and material, shadows, ambient occlusion, background, exposure, tone
/// curve, outline, and whether rays are composited. Everything else stays.
/// @throws UsageError that names those there are
void apply_look(std::string_view name, RenderSettings &settings);

/// Whether what looks are about is as the look says.
bool has_look(std::string_view name, const RenderSettings &settings);

} // namespace voxmarch
