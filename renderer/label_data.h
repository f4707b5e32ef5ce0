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
    explicit LabelData(Device &device) : device_(&device), kernels_(device) {}

    /// @param labels  a label a voxel, x fastest; empty: no labels
    /// @param dims    of the volume
    /// @param styles  of the labels 0 .. size - 1, their functions over file values; all others are as the volume's
    ///                transfer function says
    /// @throws UsageError for more than LABEL_FUNCTIONS - 1 different functions
    void set(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims, std::vector<LabelStyle> styles);

    /// The same of a volume in bricks: the labels stay on the host, and come with fill().
    void set_for_bricks(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims,
                        std::vector<LabelStyle> styles);

    /// Brings the labels of bricks that have come since the last call, if there are labels.
    /// @throws MemoryError, DeviceError
    void fill(const BrickAtlas &atlas);

    /// Finds the cells that lie within a label, if they are not known; smooth edges need them.
    /// @return what the device did
    Events find_borders();

    bool any() const { return count_ > 0; }
    std::uint64_t version() const { return version_; } ///< grows with every change
    bool translucent() const { return translucent_; }  ///< a label lets through what lies behind it

    /// A ushort a voxel, of the atlas of a volume in bricks, and what find_borders() finds behind them
    /// (kernels/derive/label_borders.cl); empty without labels.
    const Buffer &voxels() const { return voxels_; }
    const Buffer &colors() const { return colors_; } ///< two uints a label (kernels/cast/label_volume.cl)
    /// Different transfer functions of labels that are seen, without the volume's own.
    const std::vector<TransferFunction> &functions() const { return functions_; }

    /// Times that functions, or what is seen of labels that may have some, changed; each change of labels without
    /// functions that follows another leaves it alone.
    std::uint64_t function_version() const { return function_version_; }

    vx_int last() const { return count_ > 0 ? static_cast<vx_int>(count_) - 1 : 0; } ///< larger labels count as this

private:
    Device *device_;
    KernelCache kernels_;
    Buffer voxels_, colors_, staged_;
    std::vector<std::uint16_t> on_host_; ///< of a volume in bricks
    std::array<int, 3> dims_{};          ///< of the volume
    std::array<int, 3> array_dims_{};    ///< of the volume, or of the atlas
    bool borders_known_ = false;
    std::vector<TransferFunction> functions_;
    std::uint64_t function_version_ = 0;
    std::uint64_t filled_ = 0; ///< puts() of the atlas whose labels have come
    std::size_t count_ = 0;
    std::uint64_t version_ = 0;
    bool translucent_ = false;

    std::uint32_t function_of(const LabelStyle &style);
    void make_room(const std::array<int, 3> &array_dims);
    void set_styles(std::vector<LabelStyle> styles);
};

} // namespace voxmarch
