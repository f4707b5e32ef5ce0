// Which times of a series pictures are drawn of: --time T, all, or A:B.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Several times, in the order in which they are drawn.
struct TimeSelection {
    int first = 0;
    std::optional<int> last; ///< itself included; empty: the last there is
    int step = 1;            ///< at least 1

    /// @throws UsageError for times that are not there, naming `source`
    std::vector<int> of(int count, const std::string &source) const;
};

/// One time, or several.
struct TimeChoice {
    int time = 0;                         ///< the one
    std::optional<TimeSelection> several; ///< empty: one
};

/// "3", "all", "2:10" or "0:100:5". @throws UsageError
TimeChoice parse_times(const std::string &text);

} // namespace voxmarch
