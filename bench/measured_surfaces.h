// The isosurfaces that a benchmark measures.
#pragma once

#include "volume/volume.h"

#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// None for a volume of one value, which has no isosurface.
std::vector<double> isovalues_for(const std::string &name, const ValueRange &range);

/// A volume at one of its isovalues, as rows name it.
struct MeasuredSurface {
    std::string label;
    const Volume &volume;
    double isovalue;
};

/// Measures every isovalue of every volume; one that does not fit the device is left out.
void for_each_surface(const std::vector<std::string> &volumes,
                      const std::function<void(const MeasuredSurface &)> &measure);

} // namespace voxmarch
