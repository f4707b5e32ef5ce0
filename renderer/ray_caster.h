// Launches ray casting programs.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/program_files.h"
#include "renderer/scene_data.h"
#include "renderer/settings.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace voxmarch {

/// Surfaces in the volume; refers to its buffer.
struct CastLayers {
    const Buffer *layers = nullptr; ///< kernels/cast/layer.cl
    int count = 0;
};

/// What decides about the program of a frame.
struct CastVariant {
    SamplingBackend arrays;       ///< of the volume
    std::string_view stored_type; ///< DeviceVolume::stored_type()
    const RenderSettings &settings;
    SceneFeatures features;
    CastOutput output{};
};

/// Keeps built programs and the buffers of a frame between frames. Refers to its device.
class RayCaster {
public:
    explicit RayCaster(Device &device);

    /// Builds the program if it is not there yet. @throws ProgramError
    void prepare(const CastVariant &variant);

    /// Casts the rays of one frame. `frame` is complete; pixels() holds the picture afterwards.
    /// @param layers  of variants with surfaces
    /// @param resume  of variants with waves: rays that waited in the last cast go on, no others
    [[nodiscard]] Event cast(const SceneData &scene, const FrameParams &frame, const CastVariant &variant,
                             const CastLayers &layers = {}, bool resume = false) {
        return std::move(cast_in_slabs(scene, frame, variant, layers, {}, resume).back());
    }

    /// The same in slabs of rows of work-groups, one after the other (renderer/slabs.h): the pixels and counts of the
    /// whole. Persistent traversals, whose work-groups take pixels from everywhere, cast all at once.
    /// @param progress  told the share of the rays that are cast; empty: all are cast at once
    [[nodiscard]] Events cast_in_slabs(const SceneData &scene, const FrameParams &frame, const CastVariant &variant,
                                       const CastLayers &layers, const std::function<void(double)> &progress,
                                       bool resume = false);

    const Buffer &pixels() const { return pixels_; } ///< pixel_bytes() a pixel

    /// Of the last cast, of which others have drawn a part. @param pixels  all of them
    void set_pixels(std::span<const std::byte> pixels) { pixels_.upload(pixels); }

    /// States of the rays of a frame with which a cast is to go on (kernels/cast/cast_pixel_waves.cl), and as it left
    /// them.
    void set_states(std::span<const std::byte> states);
    void download_states(std::span<std::byte> states) const { states_.download(states); }

    /// After a counting cast PixelCounts of every pixel, after one with depths or nodes those
    /// (kernels/cast/count_*.cl).
    const Buffer &counters() const { return counters_; }

    /// Local memory of a work-group of the last cast, bytes; 0 of packets, which need none.
    std::uint64_t group_local_bytes() const { return group_local_bytes_; }

    /// For measurements: how many work-groups persistent traversals start. 0: as many as fill the device.
    void set_persistent_groups(std::size_t groups) { chosen_groups_ = groups; }

private:
    Device *device_;
    KernelCache kernels_;
    Buffer pixels_, counters_, pool_, states_;
    std::uint64_t group_local_bytes_ = 0;
    std::size_t chosen_groups_ = 0;

    Kernel &kernel(const CastVariant &variant);
    std::size_t persistent_groups(std::size_t items) const;
    void make_frame_buffers(const FrameParams &frame, const CastOutput &output);
};

} // namespace voxmarch
