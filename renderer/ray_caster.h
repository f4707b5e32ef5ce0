// Assembles ray casting programs from kernel files and launches them.
#pragma once

#include "device/device.h"
#include "kernels/shared_types.h"
#include "octree/device_octree.h"
#include "renderer/device_volume.h"
#include "renderer/settings.h"
#include "transfer/packed_table.h"

#include <map>
#include <memory>
#include <string>

namespace voxmarch {

/// The ordered files of the ray casting program: each alternative is a file (docs/kernels.md).
/// @param stored_type  DeviceVolume::stored_type()
/// @throws UnsupportedError for a traversal the packet back end does not have
ProgramSource ray_cast_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                              const RenderSettings &settings, bool counting);

/// 32-bit numbers that a counting cast stores for a pixel (kernels/count_on.cl).
constexpr std::uint64_t counts_of_pixel = 5;

/// Keeps built programs and the buffers of a frame between frames. Refers to its device.
class RayCaster {
public:
    explicit RayCaster(Device &device);

    /// Uploads the transfer table of a post-classified frame.
    void set_table(const PackedTable &table);

    /// Builds the program if it is not there yet. @throws ProgramError
    void prepare(const DeviceVolume &volume, const RenderSettings &settings, bool counting);

    /// Casts the rays of one frame. `frame` is complete; pixels() holds the picture afterwards.
    /// @param octree  with what the traversal reads; null for one that reads nothing
    [[nodiscard]] Event cast(const DeviceVolume &volume, const DeviceOctree *octree, const FrameParams &frame,
                             const RenderSettings &settings, bool counting);

    const Buffer &pixels() const { return pixels_; }     ///< RGBA8, 4 bytes a pixel
    const Buffer &counters() const { return counters_; } ///< counts_of_pixel numbers a pixel after a counting cast

private:
    struct Built {
        Program program;
        Kernel kernel;
    };
    Device *device_;
    std::map<std::string, std::unique_ptr<Built>> programs_;
    Buffer opacities_, colors_, pixels_, counters_, stand_in_, pool_;
    std::size_t table_entries_ = 0;

    Built &built(const DeviceVolume &volume, const RenderSettings &settings, bool counting);
    std::size_t persistent_groups(std::size_t items) const;
    void make_frame_buffers(const FrameParams &frame, bool counting);
};

} // namespace voxmarch
