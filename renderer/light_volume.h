// Shadows and ambient occlusion as a volume on the device (thesis 3.6.6 and remark 3.3).
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/program_files.h"
#include "renderer/scene_data.h"
#include "renderer/settings.h"
#include "renderer/surroundings.h"
#include "volume/grid.h"

#include <array>
#include <functional>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Texels of a light volume: the last ones lie on or behind the last voxels.
std::array<int, 3> light_dims(const std::array<int, 3> &dims, int spacing);

/// Texels that a light volume has at most, 536 MiB of them: every second voxel of 1024^3, and a few more.
constexpr std::uint64_t most_light_texels = std::uint64_t{520} * 520 * 520;

/// Voxels along each axis for one texel: 1, 2 or 4, and twice as many as often as there would be too many texels. A
/// function of settings and volume alone: pictures do not depend on how much memory there is.
int light_spacing(const RenderSettings &settings, const std::array<int, 3> &dims);

/// Distance of samples towards the light: 1 voxel, or the step of the frame if it is larger.
double light_step(const RenderSettings &settings);

/// How far in front of a place the light volume is asked: voxels along the normal of the side that is seen, and towards
/// the light. So far that none of the eight texels around lies in a surface that is flat over some texels.
std::array<double, 2> light_bias(const RenderSettings &settings, const std::array<int, 3> &dims);

/// How far along each axis a sample may lie from a texel that it asks for, voxels: the way of light_bias(), and the
/// texels around the place there.
double asked_within(const RenderSettings &settings, const std::array<int, 3> &dims);

/// Brings bricks that the last launch asked for, those nearest to `eye` first, a brick that may lie far outside of the
/// volume. Returns whether any came. Empty: all that is asked for is there.
using BringBricks = std::function<bool(const glm::ivec3 &eye)>;

/// What is known of a scene that wants light.
struct LightNeeds {
    bool octree = false; ///< the scene's octree is that of the frame
    /// Only samples that can be seen ask for light: texels far from all of them are lit in full.
    bool only_asked = false;
    BringBricks bring;
};

/// Refers to its device.
class LightVolume {
public:
    explicit LightVolume(Device &device);

    /// Follows the light through the volume, or marches from every texel towards the light; looks around by cones or
    /// marches into the surroundings.
    /// @param frame  the frame's parameters, light included; its step is that of the transfer table
    /// @throws UnsupportedError where light would be marched through bricks that are not there; what `bring` throws
    /// Cost: propagated, up to two samples for every texel; marched, texels * (1 + directions) rays through the octree;
    ///       cones, see Surroundings.
    [[nodiscard]] Events make(const SceneData &scene, const FrameParams &frame, const Grid &grid,
                              std::string_view stored_type, const RenderSettings &settings,
                              const SceneFeatures &features, const LightNeeds &wanted);

    /// From now on the light volume is made slab by slab, a wait after each, and `progress` is told which share is
    /// there, 0 .. 1; what it throws ends the work. None: in one launch.
    void report(std::function<void(double)> progress) { progress_ = std::move(progress); }

    const DeviceArray &texels() const {
        return texels_;
    } ///< RGBA8, see kernels/derive/cast_light.cl; a stand-in before make()

    /// Fills in where kernels find the texels.
    /// @param dims  of the volume
    void complete(FrameParams &frame, const RenderSettings &settings, const std::array<int, 3> &dims) const;

    std::uint64_t bytes() const;

private:
    Device *device_;
    KernelCache kernels_;
    DeviceArray texels_;
    std::array<int, 3> dims_{1, 1, 1};
    int spacing_ = 1;
    Buffer directions_, staging_;
    Surroundings surroundings_;
    Buffer states_; ///< of rays that wait for bricks
    std::function<void(double)> progress_;

    /// What is seen of the surroundings: everything, what cones have found, or what rays will.
    enum class Seen { all, known, to_be_marched };

    /// What all ways of making light have in common.
    struct Needs {
        float within; ///< see kernels/derive/asked_places.cl
        bool skips;   ///< what cannot be seen is left out
        const BringBricks &bring;
    };

    /// What following and marching the light have in common.
    struct Work {
        float power; ///< steps of the transfer table in one step
        float within;
        bool skips;
        Seen seen;
        std::function<void(double)> progress;
        const BringBricks &bring;
        glm::ivec3 toward; ///< a brick far away towards the light
    };

    static constexpr int far_away = 1 << 20; ///< bricks

    void make_room(bool images, const std::array<int, 3> &dims);
    void upload_directions(const FrameParams &frame, int surroundings);
    template <typename Launch> Events write_texels(bool images, bool writes, Launch &&launch);
    Events look_around(const SceneData &scene, FrameParams frame, const Grid &grid, std::string_view stored_type,
                       const RenderSettings &settings, const SceneFeatures &features, const Needs &needs);
    Events march(const SceneData &scene, const FrameParams &frame, const Grid &grid, const ProgramSource &source,
                 const RenderSettings &settings, const Work &work);
    Events propagate(const SceneData &scene, const FrameParams &frame, const ProgramSource &source,
                     const LightSweep &sweep, const Work &work);
    Events throw_shadows(const SceneData &scene, FrameParams frame, const Grid &grid, std::string_view stored_type,
                         const RenderSettings &settings, const SceneFeatures &features, const Needs &needs, Seen seen);
    std::function<void(double)> part_of_progress(double begin, double length) const;
};

} // namespace voxmarch
