// The list of channels as it is used.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace voxmarch {

struct Document;
struct TransferEditor;

struct ChannelList {
    /// Which channels were seen before one was shown alone; empty: none is, or by hand.
    std::optional<std::vector<bool>> before_solo;

    /// Numbers in the file of those that are ticked in the choice of channels, in the order in which they were.
    std::vector<int> ticked;
};

/// The panels edit the function of this channel from now on. @param place  among those that are drawn together
void edit_function_of(Document &document, TransferEditor &editor, std::size_t place);

} // namespace voxmarch
