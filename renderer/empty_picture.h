// Pictures in which nothing is seen, and why that may be.
#pragma once

#include "renderer/image.h"
#include "renderer/reference/caster.h"

#include <string>

namespace voxmarch {

/// Whether every pixel is as the background, or clear.
bool is_empty(const Image &image, const RenderSettings &settings);

/// Why a picture of the scene may show nothing, one line without an end: "nothing is seen: the camera looks past the
/// volume". For pictures that are empty.
/// @param width, height  of the picture
/// Cost: that of visible_corners(), up to three times.
std::string why_nothing_is_seen(const ReferenceScene &scene, int width, int height);

} // namespace voxmarch
