// Multiplies steps by what each of them takes.
#include "bench/counted_work.h"

#include <limits>

namespace voxmarch {

namespace {

constexpr double texel_bytes = 4.0; ///< of colour and opacity, of a normal, of a pixel

} // namespace

double counted_operations(const FrameStatistics &counts, const RenderSettings &settings) {
    if (settings.classification != Classification::pre) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double visible = operations_of_opacity + operations_of_blending +
                           (settings.shading == Shading::phong ? operations_of_light : 0.0);
    return static_cast<double>(counts.nodes) * operations_of_node +
           static_cast<double>(counts.samples) * operations_of_sample +
           static_cast<double>(counts.visible_samples) * visible;
}

double bytes_once(const FrameStatistics &counts, const RenderSettings &settings, double voxels) {
    if (settings.classification != Classification::pre) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double textures = settings.shading == Shading::phong ? 2.0 : 1.0;
    return voxels * textures * texel_bytes + static_cast<double>(counts.skip_bytes) +
           static_cast<double>(counts.rays) * texel_bytes;
}

} // namespace voxmarch
