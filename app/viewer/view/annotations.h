// Annotations as a pane shows them, and the mouse on them.
#pragma once

#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/pane.h"

#include <functional>
#include <glm/glm.hpp>
#include <imgui.h>
#include <optional>

namespace voxmarch {

/// Where a pane shows places of the world, and what lies under the mouse in it.
struct MeasurePane {
    ImDrawList &list;
    const Grid &grid;

    /// Place in the window; empty behind the eye.
    std::function<std::optional<ImVec2>(glm::dvec3 world)> place;

    /// Where a new annotation's place would lie under the mouse; empty: nowhere.
    std::function<std::optional<glm::dvec3>(ImVec2 mouse)> pick;

    /// Where one that is there would lie if it is dragged to the mouse.
    std::function<std::optional<glm::dvec3>(ImVec2 mouse, const Annotation &annotation, std::size_t place)> drag;

    /// Distance from the slice that the pane shows, voxels, with a sign; 0 of all that a 3D view shows.
    std::function<double(glm::dvec3 world)> depth;

    /// Where keys would put the next place in the window; empty: in another pane.
    std::optional<ImVec2> cursor;
};

/// Draws them, puts places where the mouse clicks while one is being put, shows where keys would, and lets places be
/// dragged.
/// @param takes_mouse  whether the mouse is over the pane, and free
/// @return whether the mouse is on a place, or holds one
bool show_annotations(MeasureTool &tool, Document &document, const MeasurePane &pane, bool takes_mouse);

} // namespace voxmarch
