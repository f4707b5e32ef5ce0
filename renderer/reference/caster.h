// The reference ray caster: double precision on the CPU, slow and obvious. The oracle of every device picture.
#pragma once

#include "renderer/camera.h"
#include "renderer/image.h"
#include "renderer/settings.h"
#include "transfer/transfer_function.h"
#include "volume/common_grid.h"
#include "volume/volume.h"

#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// A channel behind the first.
struct ReferenceChannel {
    const Volume *volume;
    TransferFunction transfer; ///< over file values
};

/// Everything that defines the picture, without a device. `transfer` is over file values (over_values()).
struct ReferenceScene {
    const Volume *volume = nullptr;
    TransferFunction transfer;
    Camera camera;
    RenderSettings settings;
    const Volume *labels = nullptr;           ///< on the same grid; null: none
    std::vector<LabelStyle> label_styles{};   ///< functions over file values
    std::vector<ReferenceChannel> channels{}; ///< behind the first
    const CommonGrid *common = nullptr;       ///< of volume and channels; null: all have the volume's grid

    /// What rays and all that is derived have.
    const Grid &grid() const { return common ? common->grid : volume->grid(); }

    /// Whether volume and channels are mixed.
    bool mixes() const { return common || !channels.empty(); }

    const Volume &channel(std::size_t i) const { return i == 0 ? *volume : *channels[i - 1].volume; }
};

/// One sample of a ray as the reference takes it.
struct ReferenceSample {
    int k;                ///< index on the ray's lattice, of the first step that it stands for
    double t;             ///< distance from the eye in voxels of the smallest spacing
    glm::dvec3 position;  ///< voxel space
    double value;         ///< interpolated scalar, value of the file
    double opacity;       ///< of one step
    double transmittance; ///< behind this sample
};

/// Called for every sample in order.
using SampleVisitor = std::function<void(const ReferenceSample &)>;

/// Premultiplied colour and opacity of one pixel before the background, in double precision.
glm::dvec4 reference_pixel(const ReferenceScene &scene, int x, int y, int width, int height,
                           const SampleVisitor &visit = {});

/// The whole picture. Cost: minutes for large ones; meant for 64 x 64 and small volumes.
Image reference_render(const ReferenceScene &scene, int width, int height);

} // namespace voxmarch
