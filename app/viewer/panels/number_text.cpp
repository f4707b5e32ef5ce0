// As many digits as mean something.
#include "app/viewer/panels/number_text.h"

#include "scene/figure/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace voxmarch {

const char *value_format(double value, ScalarType type) {
    return type == ScalarType::f32 ? "%.5g" : std::abs(value - std::round(value)) < 0.05 ? "%.0f" : "%.1f";
}

std::string value_text(double value, ScalarType type) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), value_format(value, type), value);
    return text.data();
}

std::vector<double> round_values(ValueRange range, int most, ScalarType type) {
    const double length = range.max - range.min, least = length / most;
    if (!(length > 0.0) || !std::isfinite(length)) {
        return {};
    }
    double step = round_length(least);
    step = step >= least * (1.0 - 1e-9) ? step : round_length(2.6 * step);
    step = type == ScalarType::f32 ? step : std::max(step, 1.0);
    std::vector<double> values;
    for (double i = std::ceil(range.min / step - 1e-9); i * step <= range.max + 1e-9 * length; ++i) {
        values.push_back(i * step + 0.0); // no "-0"
    }
    return values;
}

float value_speed(const Volume &volume) {
    const double speed = std::max(volume.range().max - volume.range().min, 1e-30) / 500.0;
    return static_cast<float>(volume.type() == ScalarType::f32 ? speed : std::max(std::round(speed), 0.5));
}

std::string time_text(double ms) {
    return ms < 9.995   ? fmt::format("{:.2f} ms", ms)
           : ms < 99.95 ? fmt::format("{:.1f} ms", ms)
           : ms < 999.5 ? fmt::format("{:.0f} ms", ms)
                        : fmt::format("{:.2f} s", ms / 1000.0);
}

std::string count_text(double count) {
    return count < 1e4   ? fmt::format("{:.0f}", count)
           : count < 1e6 ? fmt::format("{:.1f} thousand", count / 1e3)
           : count < 1e9 ? fmt::format("{:.1f} million", count / 1e6)
                         : fmt::format("{:.2f} billion", count / 1e9);
}

} // namespace voxmarch
