// What a slice across a volume looks like.
#pragma once

#include "app/viewer/jobs/slice_fetcher.h"
#include "renderer/image.h"
#include "transfer/transfer_function.h"

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// Which voxel axes run to the right and downwards, and whether they are turned around.
struct SliceAxes {
    int normal, right, down;
    bool flip_right, flip_down;
    const char *name;
};

/// As radiologists look at patients (from the feet, from the front, from the side) where voxel axes tell; else y is up.
SliceAxes axes_of_slice(const Grid &grid, int normal);

/// What a slice shows of a channel: its values in shades of a colour, which are added, or colours laid over what stands
/// before it, as those of a PET over a CT.
struct SliceChannel {
    std::size_t place = 0;                     ///< among those that are drawn together
    ValueRange window;                         ///< values shown black and in full colour
    glm::dvec3 color{1.0};                     ///< that is added
    std::optional<TransferFunction> colored{}; ///< over file values: its colours in place of shades of `color`
    /// Over file values: laid over in its colours, as opaque as `overlay` says where the function is most opaque.
    std::optional<TransferFunction> transfer{};
    double overlay = 0.0; ///< [0, 1]
    bool operator==(const SliceChannel &) const = default;
};

/// Which voxels across a slice one of its pixels shows.
struct SliceSlab {
    enum class Kind { maximum, mean, minimum };
    int voxels = 1; ///< from 1 on, centred
    Kind kind = Kind::maximum;
    bool operator==(const SliceSlab &) const = default;
};

/// The slice across volumes in memory at a voxel of their grid. Overlays are interpolated; beside their boxes, and
/// where they have no number, they show nothing; of a slab they are those of its middle.
/// @param labels  laid over in the colours of `styles`, or of their numbers; null: none
Image slice_image(const SceneContent &content, const SliceAxes &axes, int position,
                  const std::vector<SliceChannel> &channels, const SliceSlab &slab = {}, const Volume *labels = nullptr,
                  const std::vector<LabelStyle> &styles = {});

/// The slice across a large volume, which has one channel.
Image slice_image(const SliceValues &slice, const SliceAxes &axes, const std::vector<SliceChannel> &channels);

} // namespace voxmarch
