// Extracts and draws, frame by frame.
#include "bench/formula_drawing.h"

#include "renderer/mesh_picture.h"
#include "renderer/views.h"

#include <chrono>
#include <vector>

namespace voxmarch {

namespace {

/// Up to 0.02 from the middle one, none twice.
double isovalue_of_frame(double isovalue, int frame) { return isovalue + 1e-3 * (frame * 7 % 41 - 20) + 1e-6 * frame; }

} // namespace

FormulaFrames time_formula_frames(Device &device, Extractor &extractor, const Grid &grid, double isovalue,
                                  const std::array<int, 2> &size, int frames) {
    const Camera camera = standard_view(grid);
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    MeshPicture drawing(device);
    DeviceMesh mesh;
    const auto draw = [&](double value) {
        (void)extractor.extract(value, {}, mesh);
        return drawing.draw(grid, camera, size[0], size[1], settings, {{&mesh}});
    };
    std::vector<double> anew, again;
    for (int frame = -2; frame < frames; ++frame) {
        for (std::vector<double> *times : {&anew, &again}) {
            if (times == &anew) {
                extractor.forget();
            }
            const double value = isovalue_of_frame(isovalue, 2 * (frame + 2) + (times == &again));
            const auto begin = std::chrono::steady_clock::now();
            (void)draw(value);
            if (frame >= 0) {
                times->push_back(milliseconds_since(begin));
            }
        }
    }
    return {spread_of(anew), spread_of(again), draw(isovalue)};
}

} // namespace voxmarch
