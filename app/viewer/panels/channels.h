// The list of channels as it is used.
#pragma once

#include <optional>
#include <vector>

namespace voxmarch {

struct ChannelList {
    /// Which channels were seen before one was shown alone; empty: none is, or by hand.
    std::optional<std::vector<bool>> before_solo;

    /// Numbers in the file of those that are ticked in the choice of channels, in the order in which they were.
    std::vector<int> ticked;
};

} // namespace voxmarch
