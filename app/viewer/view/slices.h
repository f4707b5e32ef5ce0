// Three orthogonal slices beside the 3D view.
#pragma once

#include "app/viewer/jobs/slice_fetcher.h"
#include "app/viewer/view/pane.h"
#include "app/viewer/view/slice_pane.h"
#include "app/viewer/window/texture.h"
#include "scene/large_slices.h"
#include "scene/slice_contents.h"
#include "volume/volume.h"

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;
struct MeasureTool;

/// Other slices that are being turned by a line of theirs.
struct SliceTurning {
    int normal;         ///< of the slice on which the line is dragged
    double angle;       ///< of the mouse around the crosshair where that began; radians, from the right downwards
    SlicePlanes before; ///< then
};

struct Slices {
    bool open = false;
    glm::ivec3 voxel{0};    ///< crosshair
    glm::dvec3 beside{0.0}; ///< the place where slices that are turned cross, from that voxel; half a voxel at most
    std::array<SliceView, 3> views;
    std::optional<int> alone;          ///< the slice that has all of the view, by its normal
    PaneRect shown_pane{};             ///< where that is, else all slices with the 3D view
    std::optional<std::size_t> only{}; ///< of several volumes this one is shown alone, by its place among them
    std::array<std::shared_ptr<const Image>, 3> pictures;
    std::array<Texture, 3> textures;                   ///< of the pictures
    std::array<std::vector<SliceLine>, 3> lines;       ///< over them
    std::array<std::shared_ptr<const Image>, 3> lined; ///< the pictures with these lines, for the 3D view
    std::optional<SliceContents> contents;             ///< of all these; empty: nothing of this volume
    std::optional<glm::ivec3> under_mouse;             ///< a voxel
    std::optional<glm::dvec3> place_under_mouse;       ///< the place in it, voxel space
    std::optional<int> hovered;                        ///< the slice under the mouse, by its normal
    std::optional<int> focused;                        ///< the slice that Tab has given the keys, by its normal
    int held = -1;                                     ///< the slice whose crosshair is dragged
    std::pair<glm::ivec3, glm::dvec3> before_click{};  ///< voxel and beside, for a click that becomes a double one
    std::optional<SliceTurning> turning;               ///< while slices are turned
    std::array<glm::dmat3, 3> turned = SlicePlanes{}.turned; ///< as they were shown last

    // Of large volumes, whose voxels are read in the background.
    std::array<SliceValues, 3> read;  ///< empty: nothing of this volume yet
    int reads = 0;                    ///< grows with every slice
    std::optional<glm::ivec3> valued; ///< a voxel, and
    double value = 0.0;               ///< its value
    std::string problem;              ///< why the last one could not be read

    glm::dvec3 center() const { return glm::dvec3(voxel) + beside; } ///< where slices cross, voxel space

    /// The crosshair in the middle of another volume, or where its slices that are turned cross, and slices as they
    /// were looked at, at first all of each.
    void begin(const Grid &grid, const SlicePlanes &planes);
};

/// The colour of a slice, by its normal.
inline ImU32 slice_color(int normal) {
    const glm::ivec3 color = slice_colors[normal];
    return IM_COL32(color.r, color.g, color.b, 255);
}

/// The slice of a volume that a pane shows. Of large volumes slices are not turned.
SliceFrame frame_of(const Slices &slices, const Document &document, int normal);

/// What the slice across an axis shows at a place of it, voxel space: of each channel; NaN beside the box of a volume.
/// Precondition: the volume is in memory
std::vector<double> shown_values(const Slices &slices, const Document &document, int normal, const glm::dvec3 &place);

/// Whether named_windows() suit a channel: its values seem to be Hounsfield units, air at -1000.
bool has_named_windows(const Document &document, std::size_t channel);

/// Values of a channel that are shown black and in full: what the scene says, else nearly all.
ValueRange slice_window(const Document &document, std::size_t place);

/// Empty: those of the data.
void set_slice_window(Document &document, std::size_t place, std::optional<ValueRange> window);

/// The channel whose window is dragged: the edited one, of several volumes the first, or the one that is shown alone.
std::size_t windowed_channel(const Slices &slices, const Document &document);

/// The slice that keys move, by its normal: the one alone, or that Tab went to, or under the mouse, else along z.
int slice_of_keys(const Slices &slices);

/// Gives the keys to the next slice as they are shown, or to the one before. @return whether there is one
bool focus_next_slice(Slices &slices, bool back);

/// Moves the slice that keys move.
void step_slice(Slices &slices, const Document &document, int by);

/// Turns slices back to the axes of the volume.
void reset_turns(Document &document);

/// Makes the pictures of slices that have moved, where they are shown beside the 3D view or in it.
/// @param reader  reads slices of large volumes  @param pixels  along the longest edge that is shown
void update_slices(Slices &slices, Document &document, SliceFetcher &reader, int pixels);

/// The slices as they are now, for scenes that are drawn.
struct SlicePictures {
    std::vector<PicturePlane> planes{};
    std::optional<std::size_t> only{};        ///< see Slices
    bool in_bricks = false, labelled = false; ///< see why_no_planes()
};
SlicePictures pictures_of(const Slices &slices, bool in_bricks, bool labelled);

/// Puts the slices into a scene that is drawn, where its view is to show them and that is possible.
/// @param drawn  a copy of the document's scene
void add_planes(Scene &drawn, const SlicePictures &pictures);

/// As much of the title of a slice, see slice_title(), as there is room for, pixels.
std::string fitting_title(std::string title, float room);

/// After update_slices(): shows them around the upper left quarter of the pane, which is that of the 3D view, or one
/// alone in all of it, with the value under the mouse.
/// @param takes_mouse  whether the mouse moves the crosshair
void show_slices(Slices &slices, Document &document, MeasureTool &measure, PaneRect pane, bool takes_mouse);

} // namespace voxmarch
