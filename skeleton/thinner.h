// Thins a solid on a device: bits of voxels in, those of its curve skeleton out.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "skeleton/bit_volume.h"
#include "skeleton/peeling.h"
#include "skeleton/templates.h"

#include <functional>

namespace voxmarch {

struct ThinningSettings {
    Peeling peeling = Peeling::layers;
    int most_iterations = 1 << 30; ///< ends after so many at the latest; at least 1

    /// Called now and then with the share done, 0 .. 1, a guess; may throw to cancel.
    std::function<void(double)> progress;
};

/// Work-items of a work-group, which changes the time alone.
inline constexpr int thinning_group = 128;

struct ThinningStatistics {
    int iterations = 0; ///< the last one, which deletes nothing, included; that of thin_reference()
    int launches = 0;   ///< of kernels
};

/// The program of all thinning kernels. @param group_items  work-items of their groups, which they require
ProgramSource thinning_source(int group_items = thinning_group);

/// Curve skeletons by the 12-subiteration thinning of Palagyi and Kuba (1999), voxel for voxel those of
/// thin_reference(), 32 voxels a work-item. Only words near deletions of the last 12 subiterations are tested: a list
/// of them is kept on the device, where an iteration with an empty list costs nothing but its launches. The host looks
/// at the list's length once in a few iterations.
/// Device memory: 6 bits a voxel. Refers to its device.
class Thinner {
public:
    /// @param group_items  1 .. DeviceInfo::work_group_limit
    /// @throws UsageError for other work-groups; ProgramError, DeviceError
    explicit Thinner(Device &device, int group_items = thinning_group);

    /// Uploads an object; buffers grow as needed and stay. @throws MemoryError, DeviceError
    void upload(const BitVolume &object);

    /// Thins what was uploaded or is left of it.
    /// @throws DeviceError, what progress throws
    ThinningStatistics thin(const ThinningSettings &settings = {});

    /// What is left. @param object  of the dimensions of the uploaded one
    void download(BitVolume &object) const;

    /// Bytes held on the device.
    std::uint64_t bytes() const;

private:
    Device *device_;
    std::size_t group_items_;
    Program program_;
    Kernel list_border_words_, list_reached_words_, thin_rows_, thin_across_;
    Buffer volumes_[2], surface_, stamps_, lists_[2], state_;
    ThinParams params_{};
    std::uint32_t first_word_ = 0, words_ = 0; ///< those between the margin's slices
    LaunchSize size_;

    LaunchSize launch_size() const;
    void run_subiteration(int subiteration, const Buffer &list);
    void run_iteration(int iteration);
};

} // namespace voxmarch
