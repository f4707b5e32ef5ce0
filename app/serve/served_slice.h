// Slices as pages show them, and the places under their pixels.
#pragma once

#include "app/serve/messages.h"
#include "renderer/image.h"
#include "scene/load_volume.h"
#include "scene/scene.h"

#include <glm/glm.hpp>

namespace voxmarch {

/// The slice as a picture with its letters and numbers, and the annotations that lie in it or cross it.
Image served_slice(const Scene &scene, const LoadedVolume &loaded, const SliceWish &wish);

/// The place of the world under a pixel of that picture, which may lie beside the volume.
glm::dvec3 place_in_slice(const Grid &grid, const SliceWish &wish, const glm::dvec2 &at);

} // namespace voxmarch
