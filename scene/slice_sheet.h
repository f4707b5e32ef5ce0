// Slices as pictures for print: one, or many side by side as on a light box, with what has to be known to read them.
#pragma once

#include "renderer/image.h"
#include "scene/figure/figure.h"
#include "scene/slice_contents.h"
#include "volume/volume.h"

#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// A slice along an axis of the voxels, or turned from it.
struct SheetSlice {
    int normal = 2;         ///< axis across it
    glm::dmat3 turned{1.0}; ///< rotation of the world
    glm::dvec3 center{0.0}; ///< a place of it, voxel space
};

/// What is written into pictures of slices.
struct SheetTexts {
    bool place = true;   ///< which slice it is, and the values shown black and white
    bool sides = true;   ///< of the patient, or axes, at the edges
    FigureChoice choice; ///< scale bar, legend, texts; slices have no cube and no annotations
};

struct SliceSheet {
    std::vector<SheetSlice> slices; ///< row by row
    int columns = 1, rows = 1;      ///< at least as many places as slices
    glm::ivec2 cell{512};           ///< pixels of each
    bool nearest = false;           ///< pixels show the nearest voxel, else values between voxels
    SheetTexts texts;

    /// Pixels at the right of all slices, black, in which the legend lies; 0: it lies over them.
    int strip = 0;
    int foot = 0; ///< the same below, for the caption

    double line_width = usual_line; ///< of isolines and outlines of labels, pixels

    glm::ivec2 size() const { return glm::ivec2(columns, rows) * cell + glm::ivec2(strip, foot); }
};

/// The strip that a legend takes beside many slices, where it covers none; 0 for one slice, without legend, and where
/// that has a place. @param with_names  of labels
int legend_strip(const SliceSheet &sheet, bool with_names);

/// The foot that a caption takes below many slices, where it covers none; 0 for one slice, without caption, and where
/// that has a place. The sheet's strip is taken for what it is.
int caption_foot(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, const SliceWindows &window);

/// The slice with square pixels, as large as it can be in a picture of this size, in its middle.
SliceFrame fitted_frame(const SliceFrame &slice, const glm::ivec2 &size);

/// Width and height of a picture that a slice fills, the longer of them `longest` pixels.
glm::ivec2 filled_size(const SliceFrame &slice, int longest);

/// The slices' frames with all voxels, in their order.
std::vector<SliceFrame> frames_of(const Grid &grid, const SliceSheet &sheet);

/// Draws them. What they show (windows, colours, labels, lines, slab) is what the scene's slice_planes say.
/// @param window    of each channel, see slice_contents()
/// @param progress  is told the share of slices; what it throws ends the drawing
/// @throws as BrickSource::read(), whose slices are read one by one
Image draw_sheet(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, const SliceWindows &window,
                 const std::function<void(double)> &progress = {});

/// What lies over that picture. The scale bar lies in the last slice, the legend, caption and corners in the whole.
/// @param note  gets what there is no room for, see crowding_note(); null: nobody wants to know
Figure sheet_figure(const Scene &scene, const SceneContent &content, const SliceSheet &sheet,
                    const SliceWindows &window, std::string *note = nullptr);

/// A coordinate of the world with the digits of lengths: of patients the side where it lies, "R 20.9", else "-20.9".
/// @param axis  of the world
std::string coordinate_text(const Grid &grid, int axis, double at);

/// "S 40.2 mm": where a slice lies along the axis of the world that it is nearest across.
std::string slice_place(const Grid &grid, const SheetSlice &slice);

/// "axial  S 40.2 mm  slice 24 (0 .. 47)"; turned slices have no number.
std::string slice_title(const Grid &grid, const SheetSlice &slice);

/// "W 400  L 40 HU" of patients and Hounsfield units, "0 .. 255" else: values that are shown black and white. @param
/// unit  of values, or ""
std::string window_text(const Grid &grid, const ValueRange &window, const std::string &unit);

/// The sides of the patient that a direction of the world runs to, the nearest first: "R", "R A"; the axis of the world
/// where nobody knows patients: "-x".
std::string sides_of(const Grid &grid, const glm::dvec3 &direction);

/// The values of a channel in slices that are one behind the other: a volume, whose voxels are the slices' pixels, in
/// the world where they lie. Integers stay what they are where every pixel is a voxel of a slab of one, else floats; 0
/// beside the volume. @throws UsageError for slices that lie at no constant distance; as BrickSource::read()
Volume slice_volume(const Scene &scene, const SceneContent &content, const SliceSheet &sheet, std::size_t channel);

} // namespace voxmarch
