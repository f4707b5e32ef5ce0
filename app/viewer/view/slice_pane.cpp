// Pixels of voxels and voxels of pixels.
#include "app/viewer/view/slice_pane.h"

#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

glm::dvec2 SlicePane::pixel(const glm::dvec3 &voxel) const {
    const glm::dvec3 at = frame.place(voxel);
    return {low.x + (at.x + 0.5) / frame.width * (high.x - low.x),
            low.y + (at.y + 0.5) / frame.height * (high.y - low.y)};
}

glm::dvec3 SlicePane::place(ImVec2 at, double depth) const {
    return frame.voxel((at.x - low.x) / (high.x - low.x) * frame.width - 0.5,
                       (at.y - low.y) / (high.y - low.y) * frame.height - 0.5, depth);
}

std::optional<glm::ivec3> SlicePane::voxel(const Grid &grid, ImVec2 at) const {
    const glm::ivec3 nearest(glm::floor(place(at) + 0.5)), dims(grid.dims_d());
    const bool inside =
        glm::all(glm::greaterThanEqual(nearest, glm::ivec3(0))) && glm::all(glm::lessThan(nearest, dims));
    return inside ? std::optional(nearest) : std::nullopt;
}

bool SlicePane::contains(ImVec2 at) const {
    return at.x >= pane.origin.x && at.y >= pane.origin.y && at.x < pane.origin.x + pane.size.x &&
           at.y < pane.origin.y + pane.size.y;
}

SlicePane place_slice(const Grid &grid, const SliceFrame &frame, PaneRect pane, const SliceView &view) {
    SlicePane slice{pane, frame, {}, {}, 1.0};
    const SliceAxes &axes = frame.axes;
    const double across = grid.dims_d()[axes.right] * grid.spacing[axes.right],
                 down = grid.dims_d()[axes.down] * grid.spacing[axes.down];
    const double margin = std::min<double>(scaled(44.0f), 0.18 * std::min(pane.size.x, pane.size.y)); // of texts
    const double room_x = std::max(pane.size.x - 2.0 * margin, 1.0), room_y = std::max(pane.size.y - 2.0 * margin, 1.0);
    slice.scale = std::min(room_x / across, room_y / down) * view.zoom;
    const glm::dvec2 center =
        glm::dvec2(pane.origin.x + pane.size.x / 2.0, pane.origin.y + pane.size.y / 2.0) + view.shift * slice.scale;
    const glm::dvec2 half = glm::dvec2(frame.width, frame.height) * frame.pixel * slice.scale / 2.0;
    slice.low = ImVec2(static_cast<float>(center.x - half.x), static_cast<float>(center.y - half.y));
    slice.high = ImVec2(static_cast<float>(center.x + half.x), static_cast<float>(center.y + half.y));
    return slice;
}

void zoom_at(SliceView &view, const SlicePane &slice, double factor, ImVec2 mouse) {
    const double zoom = std::clamp(view.zoom * factor, least_zoom, largest_zoom);
    const double scale = slice.scale * zoom / view.zoom;
    const glm::dvec2 from_middle(mouse.x - slice.pane.origin.x - slice.pane.size.x / 2.0,
                                 mouse.y - slice.pane.origin.y - slice.pane.size.y / 2.0);
    // shift * scale + place * scale = from_middle before and after
    view.shift += from_middle / scale - from_middle / slice.scale;
    view.zoom = zoom;
}

} // namespace voxmarch
