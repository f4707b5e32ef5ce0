// Sheets of one slice.
#include "app/serve/served_slice.h"

#include "scene/figure/figure_painter.h"
#include "scene/pick.h"
#include "scene/slice_sheet.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

/// Room for a slice and its texts, which pages show as wide as their panel: a flat one has some of it above and below.
static glm::ivec2 cell_of(const SliceFrame &frame, int longest) {
    return glm::max(filled_size(frame, longest), glm::ivec2(longest / 4));
}

static SliceSheet sheet_of(const Grid &grid, const SliceWish &wish) {
    SliceSheet sheet;
    SheetSlice slice;
    slice.normal = wish.axis;
    slice.center = (grid.dims_d() - 1.0) * 0.5;
    slice.center[wish.axis] = std::round(wish.position * (grid.dims[static_cast<std::size_t>(wish.axis)] - 1));
    sheet.slices = {slice};
    sheet.cell = cell_of(frames_of(grid, sheet).front(), wish.longest);
    sheet.texts.choice.text_height = std::max(wish.longest / 30.0, 10.0);
    return sheet;
}

static SliceFrame frame_of(const Grid &grid, const SliceSheet &sheet) {
    return fitted_frame(frames_of(grid, sheet).front(), sheet.cell);
}

Image served_slice(const Scene &scene, const LoadedVolume &loaded, const SliceWish &wish) {
    const Grid &grid = loaded.grid();
    const SliceSheet sheet = sheet_of(grid, wish);
    const SliceWindows window = [&](std::size_t place) {
        return slice_window(scene, place, [&] {
            return usual_slice_window(scene, loaded, place,
                                      place == 0 ? loaded.histogram : loaded.other_values.at(place - 1).histogram);
        });
    };
    Image picture = draw_sheet(scene, loaded, sheet, window);
    if (can_paint_figures()) {
        Figure figure;
        if (scene.figure.annotations) {
            figure = annotations_in_slice(scene, loaded, frame_of(grid, sheet), sheet.texts.choice.text_height);
        }
        const Figure texts = sheet_figure(scene, loaded, sheet, window);
        figure.insert(figure.end(), texts.begin(), texts.end());
        paint_figure(picture, figure);
    }
    return picture;
}

glm::dvec3 place_in_slice(const Grid &grid, const SliceWish &wish, const glm::dvec2 &at) {
    return world_of(grid, frame_of(grid, sheet_of(grid, wish)).voxel(at.x, at.y));
}

} // namespace voxmarch
