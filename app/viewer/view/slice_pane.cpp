// Pixels of voxels and voxels of pixels.
#include "app/viewer/view/slice_pane.h"

#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

glm::dvec2 SlicePane::pixel(const glm::dvec3 &voxel) const {
    const double x = axes.flip_right ? width - 1 - voxel[axes.right] : voxel[axes.right];
    const double y = axes.flip_down ? height - 1 - voxel[axes.down] : voxel[axes.down];
    return {low.x + (x + 0.5) / width * (high.x - low.x), low.y + (y + 0.5) / height * (high.y - low.y)};
}

glm::dvec3 SlicePane::place(ImVec2 at, double position) const {
    const double x = (at.x - low.x) / (high.x - low.x) * width - 0.5;
    const double y = (at.y - low.y) / (high.y - low.y) * height - 0.5;
    glm::dvec3 result;
    result[axes.normal] = position;
    result[axes.right] = axes.flip_right ? width - 1 - x : x;
    result[axes.down] = axes.flip_down ? height - 1 - y : y;
    return result;
}

std::optional<glm::ivec3> SlicePane::voxel(ImVec2 at, int position) const {
    const glm::ivec3 nearest(glm::floor(place(at, position) + 0.5));
    const bool inside = nearest[axes.right] >= 0 && nearest[axes.right] < width && nearest[axes.down] >= 0 &&
                        nearest[axes.down] < height;
    return inside ? std::optional(nearest) : std::nullopt;
}

bool SlicePane::contains(ImVec2 at) const {
    return at.x >= pane.origin.x && at.y >= pane.origin.y && at.x < pane.origin.x + pane.size.x &&
           at.y < pane.origin.y + pane.size.y;
}

SlicePane place_slice(const Grid &grid, int normal, PaneRect pane, const SliceView &view) {
    SlicePane slice{pane, axes_of_slice(grid, normal), {}, {}, 0, 0, 1.0};
    slice.width = grid.dims[static_cast<std::size_t>(slice.axes.right)];
    slice.height = grid.dims[static_cast<std::size_t>(slice.axes.down)];
    const double across = slice.width * grid.spacing[slice.axes.right],
                 down = slice.height * grid.spacing[slice.axes.down];
    const double margin = scaled(44.0f); // of texts and letters
    const double room_x = std::max(pane.size.x - 2.0 * margin, 1.0), room_y = std::max(pane.size.y - 2.0 * margin, 1.0);
    slice.scale = std::min(room_x / across, room_y / down) * view.zoom;
    const glm::dvec2 center =
        glm::dvec2(pane.origin.x + pane.size.x / 2.0, pane.origin.y + pane.size.y / 2.0) + view.shift * slice.scale;
    const glm::dvec2 half = glm::dvec2(across, down) * slice.scale / 2.0;
    slice.low = ImVec2(static_cast<float>(center.x - half.x), static_cast<float>(center.y - half.y));
    slice.high = ImVec2(static_cast<float>(center.x + half.x), static_cast<float>(center.y + half.y));
    return slice;
}

void zoom_at(SliceView &view, const SlicePane &slice, double factor, ImVec2 mouse) {
    const double zoom = std::clamp(view.zoom * factor, 0.25, largest_zoom);
    const double scale = slice.scale * zoom / view.zoom;
    const glm::dvec2 from_middle(mouse.x - slice.pane.origin.x - slice.pane.size.x / 2.0,
                                 mouse.y - slice.pane.origin.y - slice.pane.size.y / 2.0);
    // shift * scale + place * scale = from_middle before and after
    view.shift += from_middle / scale - from_middle / slice.scale;
    view.zoom = zoom;
}

} // namespace voxmarch
