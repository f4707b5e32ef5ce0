// Steps of scalars and of opacities.
#include "renderer/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace voxmarch {

namespace {

/// Directions of gradients below so many steps are uncertain.
constexpr double uncertain_steps = 5.0;

/// A ramp of `largest` may be shaded less by gradients up to this share of it; at the whole of it all of it would be.
constexpr double largest_share = 0.6;

} // namespace

double rounding_gradient(double rounding) { return std::min(uncertain_steps * rounding, 0.04); }

std::array<double, 256> opacity_rounding_gradients(const TransferTable &table, bool integers) {
    std::array<double, 256> gradients;
    gradients.fill(rounding_gradient(1.0 / 255.0));
    if (!integers) {
        return gradients;
    }
    const std::size_t segments = table.entries.size() - 1;
    const double entries_per_step = static_cast<double>(segments) / (table.domain.max - table.domain.min);
    double largest = 0.0;
    for (const glm::vec4 &entry : table.entries) {
        largest = std::max<double>(largest, entry.a);
    }
    constexpr double none = std::numeric_limits<double>::infinity();
    std::array<double, 256> steps;
    steps.fill(none);
    for (std::size_t i = 0; i < segments; ++i) {
        const double low = std::min(table.entries[i].a, table.entries[i + 1].a);
        const double high = std::max(table.entries[i].a, table.entries[i + 1].a);
        for (auto byte = std::lround(255.0 * low); low < high && byte <= std::lround(255.0 * high); ++byte) {
            double &step = steps[static_cast<std::size_t>(std::clamp(byte, 0l, 255l))];
            step = std::min(step, (high - low) * entries_per_step);
        }
    }
    for (std::size_t byte = 0; byte < steps.size(); ++byte) {
        const double gradient = uncertain_steps * steps[byte];
        if (gradient < largest) {
            const double share = std::min((1.0 - gradient / largest) / (1.0 - largest_share), 1.0);
            gradients[byte] = std::max(gradients[byte], share * gradient);
        }
    }
    return gradients;
}

} // namespace voxmarch
