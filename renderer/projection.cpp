// How a projection draws the scalar that it finds.
#include "renderer/projection.h"

#include <algorithm>

namespace voxmarch {

ProjectionStrength projection_strength(const TransferFunction &transfer, Blend blend) {
    constexpr double full_from = 0.1; // of the largest opacity
    double largest = 0.0;
    for (const OpacityPoint &point : transfer.opacities) {
        largest = std::max(largest, point.opacity);
    }
    if (blend == Blend::average || largest <= 0.0) {
        return {0.0, blend == Blend::average ? 1.0 : 0.0};
    }
    return {1.0 / (full_from * largest), 0.0};
}

} // namespace voxmarch
