// The arithmetic of kernels/cast/finish_picture.cl in doubles.
#include "renderer/picture_finish.h"

#include <cmath>

namespace voxmarch {

glm::dvec2 subpixel_of(int sample) {
    constexpr double plastic = 1.32471795724474602596; // the real root of x^3 = x + 1
    const glm::dvec2 at = glm::fract(0.5 + double(sample) * glm::dvec2(1.0 / plastic, 1.0 / (plastic * plastic)));
    return at - 0.5;
}

glm::dvec3 background_of(const RenderSettings &settings, int row, int rows) {
    const glm::dvec3 bottom(settings.background), top(settings.finish.background_top.value_or(settings.background));
    return glm::mix(top, bottom, (row + 0.5) / rows);
}

glm::dvec3 finished(const RenderSettings &settings, const glm::dvec4 &mean, int row, int rows) {
    glm::dvec3 own(0.0);
    const double whole = is_traced(settings) ? 1.0 : mean.w;
    if (whole > 0.0) {
        own = glm::dvec3(mean) * std::exp2(settings.finish.exposure) / whole;
        if (settings.finish.tone == ToneCurve::filmic) {
            const glm::dvec3 above = glm::max(own - 0.5, 0.0);
            own = glm::min(own, 0.5) + 0.5 * (1.0 - glm::exp(-2.0 * above));
        }
        own = glm::min(own, 1.0) * whole;
    }
    return own + (1.0 - mean.w) * background_of(settings, row, rows);
}

} // namespace voxmarch
