// Where a slice lies in its part of the window.
#pragma once

#include "app/viewer/view/pane.h"
#include "app/viewer/view/slice_picture.h"

#include <glm/glm.hpp>
#include <imgui.h>
#include <optional>

namespace voxmarch {

/// How a slice is looked at.
struct SliceView {
    double zoom = 1.0;     ///< 1: as large as its part of the window
    glm::dvec2 shift{0.0}; ///< of its middle from that of the part, in the unit of the grid: to the right, down
    bool operator==(const SliceView &) const = default;
};

constexpr double largest_zoom = 64.0;

/// One slice in its part of the window.
struct SlicePane {
    PaneRect pane;
    SliceAxes axes;
    ImVec2 low, high;  ///< the slice in the window: corners of its outermost voxels
    int width, height; ///< voxels
    double scale;      ///< pixels of a unit of the grid

    /// Where a place lies, voxel space; the one across the slice does not count.
    glm::dvec2 pixel(const glm::dvec3 &voxel) const;

    /// The place under one of the window, in the slice at `position`; also beside its voxels.
    glm::dvec3 place(ImVec2 at, double position) const;

    /// The voxel there; empty beside the slice.
    std::optional<glm::ivec3> voxel(ImVec2 at, int position) const;

    bool contains(ImVec2 at) const;
};

SlicePane place_slice(const Grid &grid, int normal, PaneRect pane, const SliceView &view);

/// Zooms so that what lies under the mouse stays there.
void zoom_at(SliceView &view, const SlicePane &slice, double factor, ImVec2 mouse);

} // namespace voxmarch
