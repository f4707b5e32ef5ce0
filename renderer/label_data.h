// A label for every voxel on the device, and how each label looks.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/brick_atlas.h"
#include "renderer/settings.h"

#include <array>
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

    /// The same of a volume in bricks: the labels stay on the host, and come with fill().
    /// @param dims  of the volume
    void set_for_bricks(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims,
                        std::vector<LabelStyle> styles);

    /// Brings the labels of bricks that have come since the last call, if there are labels.
    /// @throws MemoryError, DeviceError
    void fill(const BrickAtlas &atlas);

    bool any() const { return count_ > 0; }
    std::uint64_t version() const { return version_; } ///< grows with every change
    bool translucent() const { return translucent_; }  ///< a label lets through what lies behind it

    const Buffer &voxels() const {
        return voxels_;
    } ///< a ushort a voxel, of the atlas of a volume in bricks; empty without labels
    const Buffer &colors() const { return colors_; } ///< a uint a label (kernels/cast/label_volume.cl)
    vx_int last() const { return count_ > 0 ? static_cast<vx_int>(count_) - 1 : 0; } ///< larger labels count as this

private:
    Device *device_;
    Buffer voxels_, colors_, staged_;
    std::vector<std::uint16_t> on_host_; ///< of a volume in bricks
    std::array<int, 3> dims_{};          ///< of that
    std::uint64_t filled_ = 0;           ///< puts() of the atlas whose labels have come
    std::size_t count_ = 0;
    std::uint64_t version_ = 0;
    bool translucent_ = false;

    void set_styles(std::vector<LabelStyle> styles);
};

} // namespace voxmarch
