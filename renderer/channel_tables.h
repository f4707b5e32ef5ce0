// The transfer functions of several channels as kernels read them.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "transfer/packed_table.h"

#include <span>

namespace voxmarch {

/// What one channel brings to the tables.
struct ChannelTable {
    const PackedTable &table;
    TableCoordinates coordinates;
    float color_scale, color_bias; ///< see ChannelParams
    bool visible;
};

/// Tables that lie one behind the other. Refers to its device.
class ChannelTables {
public:
    explicit ChannelTables(Device &device);

    /// @param channels  at most CHANNEL_LIMIT, or LABEL_FUNCTIONS functions of labels
    /// @param places    of each channel, where some have grids of their own; else none
    void upload(std::span<const ChannelTable> channels, std::span<const ChannelPlace> places = {});

    /// Of one channel that has no table here.
    void upload(const ChannelPlace &place);

    /// ChannelParams of each; of channels that have places CHANNEL_LIMIT of them, then as many ChannelPlace.
    const Buffer &params() const { return params_; }
    const Buffer &opacities() const { return opacities_; } ///< see shared_types.h
    const Buffer &colors() const { return colors_; }

private:
    Device *device_;
    Buffer params_, opacities_, colors_;
};

} // namespace voxmarch
