// Where slices across a volume lie: which of its places their pixels show, along its axes or turned.
#pragma once

#include "base/enum_names.h"
#include "volume/grid.h"

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which voxel axes run to the right and downwards, and whether they are turned around.
struct SliceAxes {
    int normal, right, down;
    bool flip_right, flip_down;
    std::string name; ///< "axial", "along z"
    bool operator==(const SliceAxes &) const = default;
};

/// As radiologists look at patients (from the feet, from the front, from the side) where voxel axes tell; else y is up.
SliceAxes axes_of_slice(const Grid &grid, int normal);

/// What a 3D view shows of slices: lines where they cross, their pictures, or these in place of the volume.
enum class PlanesShown { lines, with_volume, alone };

template <> struct EnumNames<PlanesShown> {
    static constexpr Named<PlanesShown> all[] = {
        {PlanesShown::lines, "lines"}, {PlanesShown::with_volume, "with-volume"}, {PlanesShown::alone, "alone"}};
};

/// Which voxels across a slice one of its pixels shows.
struct SliceSlab {
    enum class Kind { maximum, mean, minimum };
    int voxels = 1; ///< 1 and more, centred; as many as lie across the volume, or more: all of these
    Kind kind = Kind::maximum;
    std::optional<double> length = {}; ///< in the grid's unit, above 0: as many voxels as fill it, in place of `voxels`
    bool operator==(const SliceSlab &) const = default;
};

template <> struct EnumNames<SliceSlab::Kind> {
    static constexpr Named<SliceSlab::Kind> all[] = {
        {SliceSlab::Kind::maximum, "maximum"}, {SliceSlab::Kind::mean, "mean"}, {SliceSlab::Kind::minimum, "minimum"}};
};

/// How a slice is looked at.
struct SliceView {
    double zoom = 1.0;     ///< 1: as large as its part of the window; at least least_zoom, at most largest_zoom
    glm::dvec2 shift{0.0}; ///< of its middle from that of the part, in the unit of the grid: to the right, down
    bool operator==(const SliceView &) const = default;
};
constexpr double least_zoom = 0.25, largest_zoom = 64.0;
constexpr double least_plane_opacity = 0.1;

/// How a viewer's slices lie, what they show, and what its 3D view shows of them.
struct SlicePlanes {
    /// Rotations of the world, of the slices along x, y and z. Along the axes: no rotation.
    std::array<glm::dmat3, 3> turned{glm::dmat3(1.0), glm::dmat3(1.0), glm::dmat3(1.0)};
    glm::dvec3 center{0.0}; ///< where slices cross, voxel space; zero: in the middle
    bool open = false;      ///< they are shown beside the 3D view
    std::array<SliceView, 3> views{};
    std::optional<int> alone{}; ///< the slice that has all of the view, by its normal
    SliceSlab slab;
    PlanesShown shown = PlanesShown::lines;
    double opacity = 1.0;        ///< of the pictures there, [least_plane_opacity, 1]
    bool labels = true;          ///< are laid over
    double label_opacity = 0.45; ///< of their fill, [0, 1]
    bool outlines = false;       ///< of these, in place of their fill
    bool isolines = false;       ///< of the isosurfaces' values
    bool colors = false;         ///< of the transfer function in place of grey

    bool are_turned() const { return turned != SlicePlanes{}.turned; }
    bool operator==(const SlicePlanes &) const = default;
};

/// The pixels of a slice. The three vectors are orthogonal in the world, and all are of voxel space.
struct SliceFrame {
    SliceAxes axes; ///< of the slice along the axes that it was turned from
    int width = 0, height = 0;
    glm::dvec3 first{0.0};            ///< centre of the top left pixel
    glm::dvec3 right{0.0}, down{0.0}; ///< to the next pixel
    glm::dvec3 across{0.0};           ///< to the next slice
    glm::dvec2 pixel{1.0};            ///< lengths of `right` and `down` in the world
    bool on_voxels = true;            ///< every pixel is that of a voxel

    /// @param depth  steps across
    glm::dvec3 voxel(double x, double y, double depth = 0.0) const {
        return first + x * right + y * down + depth * across;
    }

    /// The pixel that shows a place, of voxel space, and how many steps across that lies from the slice.
    glm::dvec3 place(const glm::dvec3 &voxel) const;

    bool operator==(const SliceFrame &) const = default;
};

/// The slice through a place.
/// @param normal  of the slice along the axes that `turned`, a rotation of the world, turns
/// @param center  voxel space
/// A turned slice has square pixels as long as the smallest spacing, or larger ones if there were more than
/// `largest_slice` of them along an edge, and shows all of the volume that lies in it.
SliceFrame slice_frame(const Grid &grid, int normal, const glm::dvec3 &center,
                       const glm::dmat3 &turned = glm::dmat3(1.0));
constexpr int largest_slice = 1024;

/// The steps across a slice, rounded up, that the volume is thick.
int thickest_slab(const Grid &grid, const SliceFrame &frame);

/// How many voxels across a slice a slab shows: 1 .. thickest_slab(), which are all that lie across.
int voxels_across(const SliceSlab &slab, const Grid &grid, const SliceFrame &frame);

/// The world's directions that a slice looks at: to its right, down, and across.
glm::dmat3 directions_of(const Grid &grid, const SliceFrame &frame);

/// The direction of voxel space along which two slices cross, of any length; zero where they are parallel.
glm::dvec3 crossing_of(const Grid &grid, const SliceFrame &first, const SliceFrame &second);

/// Turns the slices that cross one on it, all about where they meet.
/// @param angle  as it is seen in that slice, from its right to its down; radians
SlicePlanes turned_about(const SlicePlanes &planes, const Grid &grid, const SliceFrame &frame, double angle);

/// The part of a slice that lies in the box of the voxels, half a voxel around their centres: its corners in order,
/// voxel space; three to six, or none.
std::vector<glm::dvec3> outline_of(const Grid &grid, const SliceFrame &frame);

} // namespace voxmarch
