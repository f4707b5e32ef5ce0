// How fast the viewer draws while something moves, and how soon it is done afterwards.
#pragma once

#include "app/viewer/viewer.h"

#include <string>
#include <vector>

namespace voxmarch {

/// One thing that a hand does.
struct ViewerRate {
    std::string gesture;
    double pictures_per_second = 0.0;
    double edge_share = 0.0; ///< of the view that was drawn, median of the moving pictures
    double rest_ms = 0.0;    ///< from the last movement to the full picture
};

/// Opens the window and turns the volume, edits its function, turns an isosurface and drags its isovalue.
/// @param seconds  each of them takes
/// @throws as Viewer; UsageError if the volume cannot be opened, or a picture is not there after two minutes
std::vector<ViewerRate> measure_viewer(const ViewerOptions &options, double seconds);

} // namespace voxmarch
