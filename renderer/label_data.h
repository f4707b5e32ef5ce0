// A label for every voxel on the device, and how each label looks.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/settings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace voxmarch {

/// Refers to its device.
class LabelData {
public:
    explicit LabelData(Device &device) : device_(&device) {}

    /// @param labels  a label a voxel, x fastest; empty: no labels
    /// @param styles  of the labels 0 .. size - 1; all others are as the transfer function says
    void set(std::span<const std::uint16_t> labels, std::vector<LabelStyle> styles);

    bool any() const { return count_ > 0; }
    std::uint64_t version() const { return version_; } ///< grows with every change
    bool translucent() const { return translucent_; }  ///< a label lets through what lies behind it

    const Buffer &voxels() const { return voxels_; } ///< a ushort a voxel; empty without labels
    const Buffer &colors() const { return colors_; } ///< a uint a label (kernels/cast/label_volume.cl)
    vx_int last() const { return count_ > 0 ? static_cast<vx_int>(count_) - 1 : 0; } ///< larger labels count as this

private:
    Device *device_;
    Buffer voxels_, colors_;
    std::size_t count_ = 0;
    std::uint64_t version_ = 0;
    bool translucent_ = false;
};

} // namespace voxmarch
