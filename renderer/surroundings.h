// What every texel of the light volume sees of its surroundings, found by cones on the device.
#pragma once

#include "device/device.h"
#include "renderer/cones.h"
#include "renderer/scene_data.h"

#include <array>
#include <functional>

namespace voxmarch {

/// Which texels of a light volume are asked for.
struct AskedTexels {
    std::array<int, 3> dims; ///< texels
    int spacing;             ///< voxels from one to the next
    float within;            ///< see kernels/derive/asked_places.cl
    VolumeParams volume;     ///< what of it is drawn
};

/// Refers to its device.
class Surroundings {
public:
    explicit Surroundings(Device &device);

    /// Makes the pyramid of what light passes.
    /// @param source  opacity_pyramid_source()
    /// @param frame   of the light volume, its step two voxel lengths
    /// @param power   steps of the transfer table in two voxel lengths
    /// @param skips   what cannot be seen is left out
    /// @param bring   in waves, if it is not empty: see renderer/light_volume.h
    /// Cost: a sample a voxel where something can be seen, 0.29 bytes a voxel.
    [[nodiscard]] Events make_pyramid(const SceneData &scene, const FrameParams &frame, const ProgramSource &source,
                                      const Grid &grid, float power, bool skips,
                                      const std::function<bool(const glm::ivec3 &)> &bring,
                                      const std::function<void(double)> &progress);

    /// Looks from every texel that is asked for along `cones` cones, after make_pyramid().
    /// @param target  the light volume, Image3D or Buffer; written if there are no shadows
    /// Cost: 3 + log(reach / 6) / log(1.5) samples for each cone of a texel.
    template <typename Target>
    [[nodiscard]] Events look(const SceneData &scene, const ProgramSource &source, const Grid &grid, int cones,
                              const AskedTexels &asked, bool alone, const Target &target,
                              const std::function<void(double)> &progress);

    /// A byte a texel: the share that it sees, half of a sphere being all. After look(); a stand-in before.
    const Buffer &seen() const { return seen_; }

    std::uint64_t bytes() const { return texels_.bytes() + seen_.bytes(); }

private:
    KernelCache kernels_;
    Device *device_;
    Buffer texels_, levels_, places_in_cells_, places_, step_levels_, seen_, made_;
};

} // namespace voxmarch
