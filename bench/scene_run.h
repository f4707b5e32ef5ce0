// The scenes of the benchmarks of frames, set up one after the other, and the rows measured on them.
#pragma once

#include "bench/frame_bench.h"
#include "renderer/traversal.h"

#include <functional>

namespace voxmarch {

/// One scene, ready to be measured.
struct SceneRun {
    const BenchOptions &options;
    Device &device;
    const BenchScene &scene;
    VolumeRenderer &renderer;
    TexturePeak peak;
    nlohmann::json &rows;
    bool good = true;

    /// Measures, prints and records one configuration.
    FrameRow row(std::array<int, 2> size, const RenderSettings &settings, const Image *expected, double standard_ms,
                 const std::string &label, Image *picture = nullptr);
};

/// The traversals to measure, `none` apart, which is measured anyway: those asked for, else all that this back end has.
/// @throws UsageError for one that was asked for and is impossible
std::vector<Traversal> traversals_of(const BenchOptions &options, SamplingBackend backend, const DeviceInfo &device);

/// Sets the scenes up one after the other and lets `work` measure them. @return 1 if a check of a row failed
int for_each_scene(const BenchOptions &options, const std::string &name, const std::function<void(SceneRun &)> &work);

/// The picture sizes given, else the thesis's.
std::vector<std::array<int, 2>> sizes_of(const BenchOptions &options);

/// The standard caster first, whose picture and time all others are compared with. @return its median, ms
double standard_row(SceneRun &run, std::array<int, 2> size, Image &expected);

} // namespace voxmarch
