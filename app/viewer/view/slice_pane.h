// Where a slice lies in its part of the window.
#pragma once

#include "app/viewer/view/pane.h"
#include "scene/slice_frame.h"

#include <glm/glm.hpp>
#include <imgui.h>
#include <optional>

namespace voxmarch {

/// One slice in its part of the window.
struct SlicePane {
    PaneRect pane;
    SliceFrame frame;
    ImVec2 low, high; ///< the slice in the window: corners of its outermost pixels
    double scale;     ///< pixels of the window of a unit of the grid

    /// Where a place of voxel space lies; how far it is from the slice does not count.
    glm::dvec2 pixel(const glm::dvec3 &voxel) const;

    /// The place of voxel space under one of the window; also beside the voxels. @param depth  steps from the slice
    glm::dvec3 place(ImVec2 at, double depth = 0.0) const;

    /// Steps of a place from the slice, with a sign.
    double depth(const glm::dvec3 &voxel) const { return frame.place(voxel).z; }

    /// The voxel there; empty beside the volume.
    std::optional<glm::ivec3> voxel(const Grid &grid, ImVec2 at) const;

    bool contains(ImVec2 at) const;
};

/// The middle of the volume, taken to the slice, lies in the middle of the pane. Slices that are turned are as large as
/// those they were turned from.
SlicePane place_slice(const Grid &grid, const SliceFrame &frame, PaneRect pane, const SliceView &view);

/// Zooms so that what lies under the mouse stays there.
void zoom_at(SliceView &view, const SlicePane &slice, double factor, ImVec2 mouse);

} // namespace voxmarch
