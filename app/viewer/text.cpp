// Numbers as the panels write them.
#include "app/viewer/panels.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

std::string value_text(double value, ScalarType type) {
    return type == ScalarType::f32 ? fmt::format("{:.5g}", value) : fmt::format("{:.1f}", value);
}

std::string time_text(double ms) {
    return ms < 10.0     ? fmt::format("{:.2f} ms", ms)
           : ms < 1000.0 ? fmt::format("{:.0f} ms", ms)
                         : fmt::format("{:.2f} s", ms / 1000.0);
}

std::string count_text(double count) {
    return count < 1e4   ? fmt::format("{:.0f}", count)
           : count < 1e6 ? fmt::format("{:.1f} thousand", count / 1e3)
           : count < 1e9 ? fmt::format("{:.1f} million", count / 1e6)
                         : fmt::format("{:.2f} billion", count / 1e9);
}

} // namespace voxmarch
