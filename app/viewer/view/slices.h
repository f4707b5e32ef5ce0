// Three orthogonal slices beside the 3D view.
#pragma once

#include "app/viewer/jobs/slice_fetcher.h"
#include "app/viewer/view/pane.h"
#include "app/viewer/view/slice_pane.h"
#include "app/viewer/view/slice_picture.h"
#include "app/viewer/window/texture.h"
#include "volume/volume.h"

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;
struct MeasureTool;

/// What pictures of slices show.
struct SliceContents {
    glm::ivec3 voxel{0};
    std::vector<SliceChannel> channels;
    SliceSlab slab;
    bool labels = false;              ///< laid over
    std::vector<LabelStyle> styles{}; ///< of these
    int reads = 0;                    ///< of a large volume: how often slices were read
    bool operator==(const SliceContents &) const = default;
};

struct Slices {
    bool open = false;
    glm::ivec3 voxel{0}; ///< crosshair
    std::array<SliceView, 3> views;
    std::optional<int> alone; ///< the slice that has all of the window, by its normal
    SliceSlab slab;
    bool labels = true;  ///< are laid over
    bool colors = false; ///< of the transfer function in place of grey
    std::array<Texture, 3> textures;
    std::optional<SliceContents> contents; ///< of the textures; empty: nothing of this volume
    std::optional<glm::ivec3> under_mouse;
    std::optional<int> hovered; ///< the slice under the mouse, by its normal
    int held = -1;              ///< the slice whose crosshair is dragged

    // Of large volumes, whose voxels are read in the background.
    std::array<SliceValues, 3> read;  ///< empty: nothing of this volume yet
    int reads = 0;                    ///< grows with every slice
    std::optional<glm::ivec3> valued; ///< a voxel, and
    double value = 0.0;               ///< its value
    std::string problem;              ///< why the last one could not be read

    /// The crosshair in the middle of another volume, and all of each slice seen.
    void begin(const Grid &grid);
};

/// A window that radiologists call by a name, in Hounsfield units.
struct NamedWindow {
    const char *name;
    double level, width;
};
std::span<const NamedWindow> named_windows();

/// Values of a channel that are shown black and in full: what the scene says, else nearly all.
ValueRange slice_window(const Document &document, std::size_t place);

/// Empty: those of the data.
void set_slice_window(Document &document, std::size_t place, std::optional<ValueRange> window);

/// The channel whose window is dragged: the edited one, of several volumes the first.
std::size_t windowed_channel(const Document &document);

/// Moves the slice under the mouse, else the one along z.
void step_slice(Slices &slices, const Grid &grid, int by);

/// Shows them around the upper left quarter of the pane, which is that of the 3D view, or one alone in all of it, with
/// the value under the mouse.
/// @param reader       reads slices of large volumes
/// @param takes_mouse  whether the mouse moves the crosshair
void show_slices(Slices &slices, Document &document, MeasureTool &measure, SliceFetcher &reader, PaneRect pane,
                 bool takes_mouse);

} // namespace voxmarch
