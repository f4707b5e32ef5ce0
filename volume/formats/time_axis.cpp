// Words for times.
#include "volume/formats/time_axis.h"

#include "base/text.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace voxmarch {

TimeAxis even_times(std::size_t count, double step, std::string unit, double first) {
    TimeAxis axis;
    if (!(step > 0.0) || !std::isfinite(step) || !std::isfinite(first)) {
        return axis;
    }
    axis.unit = std::move(unit);
    for (std::size_t i = 0; i < count; ++i) {
        axis.at.push_back(first + static_cast<double>(i) * step);
    }
    return axis;
}

std::string time_unit(const std::string &word) {
    static const std::map<std::string, std::string> known = {
        {"second", "s"},     {"seconds", "s"},      {"sec", "s"},        {"millisecond", "ms"},  {"milliseconds", "ms"},
        {"msec", "ms"},      {"microsecond", "us"}, {"usec", "us"},      {"microseconds", "us"}, {"\xC2\xB5s", "us"},
        {"\xCE\xBCs", "us"}, {"minute", "min"},     {"minutes", "min"},  {"hour", "h"},          {"hours", "h"},
        {"day", "d"},        {"days", "d"},         {"nanosecond", "ns"}};
    const auto found = known.find(text::lower(word));
    return found == known.end() ? word : found->second;
}

namespace {

std::string with_unit(double value, const TimeAxis &axis) {
    return fmt::format("{:.6g}{}{}", value, axis.unit.empty() ? "" : " ", axis.unit);
}

/// The distance of all neighbours; 0 if they differ.
double even_step(const std::vector<double> &at) {
    if (at.size() < 2) {
        return 0.0;
    }
    const double step = (at.back() - at.front()) / static_cast<double>(at.size() - 1);
    for (std::size_t i = 1; i < at.size(); ++i) {
        if (std::abs(at[i] - at[i - 1] - step) > 1e-3 * std::abs(step)) {
            return 0.0;
        }
    }
    return step;
}

} // namespace

std::string time_text(const TimeAxis &axis, int time) {
    const auto i = static_cast<std::size_t>(time);
    if (i >= axis.at.size()) {
        return fmt::format("time {}", time);
    }
    return axis.are_numbers ? fmt::format("number {:.0f}", axis.at[i]) : with_unit(axis.at[i], axis);
}

std::string times_text(const TimeAxis &axis) {
    if (axis.at.empty()) {
        return "";
    }
    const std::string ends = fmt::format("{:.6g} to {}", axis.at.front(), with_unit(axis.at.back(), axis));
    if (axis.are_numbers) {
        return "numbers " + ends;
    }
    const double step = even_step(axis.at);
    return step > 0.0 ? fmt::format("{}, {} apart", ends, with_unit(step, axis)) : ends;
}

} // namespace voxmarch
