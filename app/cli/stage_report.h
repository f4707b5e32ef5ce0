// Shows on a terminal what a renderer is at.
#pragma once

#include "renderer/volume_renderer.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace voxmarch {

/// Shows it while this lives. Ctrl+C ends what the renderer is at: its stages throw Interrupted.
class StageReport {
public:
    StageReport(VolumeRenderer &renderer, const std::string &what);
    ~StageReport();
    StageReport(const StageReport &) = delete;
    StageReport &operator=(const StageReport &) = delete;

    /// Which frame it is, of so many. From the time that those before it took, how long all others will take is told,
    /// where that is more than some seconds.
    void set_frame(int frame, int frames);

    /// Share of the frame that is there.
    void set_share(double share);

private:
    VolumeRenderer &renderer_;
    std::function<void(const std::string &, double)> line_;
    std::string frame_;
    std::optional<std::chrono::steady_clock::time_point> first_; ///< when the first frame began
    bool in_parts_ = false;

    std::string words_of(Stage stage, double share) const;
};

} // namespace voxmarch
