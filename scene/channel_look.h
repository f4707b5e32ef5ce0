// What a channel looks like: function, window, and how much of it is seen.
#pragma once

#include "transfer/transfer_function.h"

#include <optional>

namespace voxmarch {

/// How much of a channel is seen.
struct ChannelShare {
    double weight = 1.0; ///< factor of its opacities, [0, 1]
    bool visible = true;
    bool operator==(const ChannelShare &) const = default;
};

/// How a channel behind the first looks, or another volume.
struct ChannelLook {
    TransferFunction transfer;
    std::optional<ValueRange> window; ///< of a normalised transfer function; empty: default_window()
    ChannelShare share;
    bool operator==(const ChannelLook &) const = default;
};

} // namespace voxmarch
