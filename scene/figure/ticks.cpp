// Tries steps from coarse to fine.
#include "scene/figure/ticks.h"

#include "scene/figure/figure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double wanted_distance = 1.8; // of ticks, heights of a text
constexpr double least_distance = 1.25; // texts that are nearer touch each other
constexpr int most_steps = 8;
constexpr int most_digits = 9; // of a tick that a reader takes for round
constexpr double rounding = 1e-9;

/// The smallest 1, 2 or 5 of a power of ten that makes at most `most` steps.
double tick_step(double length, int most) {
    const double least = length / most;
    const double step = round_length(least);
    return step >= least * (1.0 - rounding) ? step : round_length(2.6 * step);
}

double finer(double step) { return round_length(0.51 * step); }

std::vector<double> multiples(double step, double low, double high) {
    std::vector<double> found;
    const double beyond = rounding * (high - low) / step;
    for (double count = std::ceil(low / step - beyond); count <= high / step + beyond; ++count) {
        found.push_back(count * step);
    }
    return found;
}

int power_of_ten(double value) { return static_cast<int>(std::floor(std::log10(value) + rounding)); }

/// Digits that tell values apart which differ by `step`.
int digits_of(double value, double step) {
    return value == 0.0 ? 1 : power_of_ten(std::abs(value)) - power_of_ten(step) + 1;
}

Tick tick_of(double value, int digits) {
    return {value, fmt::format("{:.{}g}", value == 0.0 ? 0.0 : value, std::clamp(digits, 6, 17))};
}

/// The roundest in the middle half of a range.
double middle_value(double low, double high) {
    const double middle = (low + high) / 2.0, reach = (high - low) / 4.0;
    for (double step = round_length(high - low);; step = finer(step)) {
        const std::vector<double> values = multiples(step, middle - reach, middle + reach);
        if (!values.empty()) {
            return *std::ranges::min_element(values, {}, [&](double value) { return std::abs(value - middle); });
        }
    }
}

} // namespace

std::vector<Tick> round_ticks(const ValueRange &values, double length) {
    const double extent = values.max - values.min;
    if (!(extent > 0.0) || !std::isfinite(extent)) {
        return {};
    }
    const double largest = std::max(std::abs(values.min), std::abs(values.max));
    if (digits_of(largest, extent / 10.0) > most_digits) {
        const int digits = digits_of(largest, extent / 10.0);
        return {tick_of(values.min, digits), tick_of(values.max, digits)};
    }
    double step = tick_step(extent, std::clamp(static_cast<int>(length / wanted_distance), 1, most_steps));
    std::vector<double> round = multiples(step, values.min, values.max);
    while (round.size() < 2) { // one alone tells no scale
        step = finer(step);
        round = multiples(step, values.min, values.max);
    }
    const double least = least_distance / length * extent;
    if (step < least) {
        round = {round.front(), round.back()};
    }
    if (round.back() - round.front() < least) {
        round = {middle_value(values.min, values.max)};
    }
    std::vector<Tick> ticks;
    for (const double value : round) {
        ticks.push_back(tick_of(value, digits_of(value, extent / 100.0)));
    }
    return ticks;
}

} // namespace voxmarch
