// The reference ray caster: double precision on the CPU, slow and obvious. The oracle of every device picture.
#pragma once

#include "renderer/camera.h"
#include "renderer/image.h"
#include "renderer/settings.h"
#include "transfer/transfer_function.h"
#include "volume/volume.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// Everything that defines the picture, without a device. `transfer` is over file values (over_values()).
struct ReferenceScene {
    const Volume *volume = nullptr;
    TransferFunction transfer;
    Camera camera;
    RenderSettings settings;
};

/// Premultiplied colour and opacity of one pixel before the background, in double precision.
glm::dvec4 reference_pixel(const ReferenceScene &scene, int x, int y, int width, int height);

/// The whole picture. Cost: minutes for large ones; meant for 64 x 64 and small volumes.
Image reference_render(const ReferenceScene &scene, int width, int height);

} // namespace voxmarch
