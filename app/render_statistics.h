// What a run of `voxmarch render` did and how long it took, as the JSON of --stats.
#pragma once

#include "device/device.h"
#include "renderer/volume_renderer.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

/// Collects host times of the program's phases and the statistics of every frame.
class RunStatistics {
public:
    /// Ends a phase that began with the end of the last one. Same names are added up.
    void phase_done(const std::string &name);
    void add_frame(const FrameStatistics &statistics);
    double median_ms() const; ///< of the ray casting kernel

    const std::vector<StageTime> &phases() const { return phases_; } ///< host milliseconds
    const std::vector<FrameStatistics> &frames() const { return frames_; }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::vector<StageTime> phases_;
    std::vector<FrameStatistics> frames_;
};

/// @throws OutputError; the file appears whole or not at all
void write_statistics(const std::filesystem::path &file, const RunStatistics &run, const VolumeRenderer &renderer,
                      const Device &device, const Volume &volume, const TransferFunction &transfer,
                      const Camera &camera, const RenderSettings &settings, int width, int height);

} // namespace voxmarch
