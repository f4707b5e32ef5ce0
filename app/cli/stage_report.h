// Shows on a terminal what a renderer is at.
#pragma once

#include "renderer/volume_renderer.h"

#include <functional>
#include <string>

namespace voxmarch {

/// Shows it while this lives. Ctrl+C ends what the renderer is at: its stages throw Interrupted.
class StageReport {
public:
    StageReport(VolumeRenderer &renderer, const std::string &what);
    ~StageReport();
    StageReport(const StageReport &) = delete;
    StageReport &operator=(const StageReport &) = delete;

    /// Which frame it is, of so many.
    void set_frame(int frame, int frames);

    /// Share of the frame that is there.
    void set_share(double share);

private:
    VolumeRenderer &renderer_;
    std::function<void(const std::string &, double)> line_;
    std::string frame_;
    bool in_parts_ = false;
};

} // namespace voxmarch
