// A picture that lies in the world, as the planes of slices do in a 3D view.
#pragma once

#include "renderer/image.h"
#include "scene/slice_frame.h"

#include <glm/glm.hpp>
#include <memory>

namespace voxmarch {

/// Drawn unlit where the slice lies in the volume, with a thin border.
struct PicturePlane {
    SliceFrame frame;
    std::shared_ptr<const Image> image; ///< its pixels; the same pointer is the same picture
    glm::vec3 border{1.0f};             ///< its colour, parts in [0, 1]
    float opacity = 1.0f;               ///< (0, 1]
    bool operator==(const PicturePlane &) const = default;
};

} // namespace voxmarch
