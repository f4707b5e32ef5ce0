// The scenes of the benchmarks of frames, set up one after the other, and the rows measured on them.
#pragma once

#include "bench/frame_bench.h"
#include "bench/opened_team.h"
#include "renderer/traversal.h"

#include <functional>

namespace voxmarch {

/// One scene, ready to be measured.
struct SceneRun {
    const BenchOptions &options;
    Device &device; ///< the first
    const BenchScene &scene;
    VolumeRenderer &renderer; ///< on it
    DeviceTeam &team;         ///< of all devices
    const std::shared_ptr<SceneContent> content;
    TexturePeak peak;
    nlohmann::json &rows;
    bool good = true;

    /// Measures, prints and records one configuration. Frames that several devices share take as long as the kernels of
    /// the one that is busy longest; what is counted is counted by the first.
    FrameRow row(std::array<int, 2> size, const RenderSettings &settings, const Image *expected, double standard_ms,
                 const std::string &label, Image *picture = nullptr);
};

/// The traversals to measure, `none` apart, which is measured anyway: those asked for, else all that this back end has.
/// @throws UsageError for one that was asked for and is impossible
std::vector<Traversal> traversals_of(const BenchOptions &options, SamplingBackend backend, const DeviceInfo &device);

/// Bytes of local memory that a work-group may take without need, from 0 on, as far as the device has them beside what
/// the kernels take.
std::vector<int> paddings_of(const DeviceInfo &device);

/// Sets the scenes up one after the other on all devices and lets `work` measure them.
/// @return 1 if a check of a row failed
int for_each_scene(const BenchOptions &options, const std::string &name, const std::function<void(SceneRun &)> &work);

/// The picture sizes given, else the thesis's.
std::vector<std::array<int, 2>> sizes_of(const BenchOptions &options);

/// The standard caster first, whose picture, drawn by the first device, and time all others are compared with.
/// @return its median, ms
double standard_row(SceneRun &run, std::array<int, 2> size, Image &expected);

} // namespace voxmarch
