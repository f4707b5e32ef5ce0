// Scale bar, legend, orientation cube and texts over the 3D view, as saved pictures have them.
#pragma once

#include "app/viewer/view/pane.h"
#include "scene/figure/figure.h"

#include <imgui.h>
#include <optional>
#include <string>

namespace voxmarch {

struct Document;

/// Draws all but annotations, which can be dragged and have an overlay of their own. @param scene  as the pane shows it
void draw_figure(const Scene &scene, const SceneContent &content, PaneRect pane, ImDrawList &list);

/// The side of the orientation cube under the mouse, as the view that looks at it ("front"); empty: there is none, or
/// no cube.
std::optional<std::string> cube_view_at(const Document &document, PaneRect pane, ImVec2 mouse);

} // namespace voxmarch
