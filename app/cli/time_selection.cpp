// Parses --time.
#include "app/cli/time_selection.h"

#include "app/cli/parse.h"
#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>

namespace voxmarch {

std::vector<int> TimeSelection::of(int count, const std::string &source) const {
    const int end = last.value_or(count - 1);
    if (first >= count || end >= count) {
        throw UsageError(fmt::format("{} has no time {}, but {} of them, 0 to {}", source, first >= count ? first : end,
                                     count, count - 1));
    }
    std::vector<int> times;
    for (int time = first; time <= end; time += step) {
        times.push_back(time);
    }
    return times;
}

TimeChoice parse_times(const std::string &text) {
    constexpr int most = 65535;
    if (text == "all") {
        return {0, TimeSelection{}};
    }
    const auto parts = text::split(text, ':');
    if (parts.size() > 3 || parts.front().empty() || !text::to_integer(parts.front())) {
        throw UsageError(
            fmt::format("--time is '{}', it must be the number of a time from 0, all, or FIRST:LAST[:STEP]", text));
    }
    TimeChoice choice{parse_integer(parts[0], 0, most, "--time"), {}};
    if (parts.size() > 1) {
        TimeSelection several{choice.time, {}, 1};
        if (!parts[1].empty()) {
            several.last = parse_integer(parts[1], 0, most, "--time");
        }
        if (parts.size() > 2) {
            several.step = parse_integer(parts[2], 1, most, "--time");
        }
        if (several.last && *several.last < several.first) {
            throw UsageError(fmt::format("--time is '{}', its first time lies behind its last", text));
        }
        choice.several = several;
    }
    return choice;
}

} // namespace voxmarch
