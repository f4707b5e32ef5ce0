// Three orthogonal slices beside the 3D view.
#pragma once

#include "app/viewer/jobs/slice_fetcher.h"
#include "app/viewer/view/pane.h"
#include "app/viewer/view/slice_picture.h"
#include "app/viewer/window/texture.h"
#include "kernels/shared/shared_types.h"
#include "volume/volume.h"

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;

/// What pictures of slices show.
struct SliceContents {
    glm::ivec3 voxel{0};
    std::vector<SliceChannel> channels;
    int reads = 0; ///< of a large volume: how often slices were read
    bool operator==(const SliceContents &) const = default;
};

struct Slices {
    bool open = false;
    glm::ivec3 voxel{0}; ///< crosshair
    /// Values of each channel that are shown black and in full colour; empty: those of the data.
    std::array<std::optional<ValueRange>, CHANNEL_LIMIT> windows;
    std::array<Texture, 3> textures;
    std::optional<SliceContents> contents; ///< of the textures; empty: nothing of this volume
    std::optional<glm::ivec3> under_mouse;
    int held = -1; ///< the slice whose crosshair is dragged

    // Of large volumes, whose voxels are read in the background.
    std::array<SliceValues, 3> read;  ///< empty: nothing of this volume yet
    int reads = 0;                    ///< grows with every slice
    std::optional<glm::ivec3> valued; ///< a voxel, and
    double value = 0.0;               ///< its value
    std::string problem;              ///< why the last one could not be read

    /// The crosshair in the middle of another volume.
    void begin(const Grid &grid);
};

/// Shows them around the upper left quarter of the pane, which is that of the 3D view, with the value under the mouse.
/// @param reader       reads slices of large volumes
/// @param takes_mouse  whether the mouse moves the crosshair
void show_slices(Slices &slices, const Document &document, SliceFetcher &reader, PaneRect pane, bool takes_mouse);

} // namespace voxmarch
