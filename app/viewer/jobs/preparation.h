// What has to be there before a picture can be drawn, where it takes long: kernels, data derived from the volume, and
// isosurfaces.
#pragma once

#include "scene/scene.h"

#include <vector>

namespace voxmarch {

struct PreparedSurfaces {
    SurfaceMethod method{};
    Extraction extraction{};
    std::vector<double> isovalues;
    bool operator==(const PreparedSurfaces &) const = default;
};

/// Equal preparations need nothing new. Settings that change a picture without new kernels or data do not count; all
/// others do, those too that nobody thought of here.
struct Preparation {
    RenderSettings settings;   ///< those that do not count, and those of surfaces, are as they are at first
    PreparedSurfaces surfaces; ///< that are drawn
    bool operator==(const Preparation &) const = default;
};
Preparation preparation_of(const Scene &scene);

/// Of all isosurfaces of the scene.
std::vector<double> isovalues_of(const Scene &scene);

} // namespace voxmarch
