// The function by which surfaces alone throw shadows.
#include "renderer/surface_shadows.h"

#include <cmath>
#include <limits>

namespace voxmarch {

std::optional<double> shadow_isovalue(const RenderSettings &settings) {
    if (settings.mode != Mode::isosurface || (settings.shadows == Shadows::none && settings.ambient_occlusion == 0)) {
        return {};
    }
    double lowest = std::numeric_limits<double>::infinity();
    for (const SurfaceStyle &surface : settings.surfaces) {
        lowest = surface.opacity >= 1.0f ? std::min(lowest, surface.isovalue) : lowest;
    }
    return lowest;
}

TransferFunction shadow_transfer(double isovalue) {
    TransferFunction transfer;
    transfer.name = "shadows of isosurfaces";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, glm::dvec3(1.0)}};
    transfer.opacities = {{0.0, 0.0}};
    if (std::isfinite(isovalue)) {
        transfer.opacities = {{isovalue, 0.0}, {isovalue, 1.0}};
    }
    return transfer;
}

} // namespace voxmarch
