// The renderer's stages as a progress line.
#include "app/cli/stage_report.h"

#include "app/progress.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

StageReport::StageReport(VolumeRenderer &renderer, const std::string &what)
    : renderer_(renderer), line_(stage_line(what)) {
    renderer_.report_stages([this](Stage stage, double share) {
        if (share < 0.0 && in_parts_) {
            throw_if_interrupted(); // a stage of a part says nothing about the picture
            return;
        }
        line_(frame_ + std::string(name_of(stage)), share);
    });
    renderer_.divide_stages(true); // no launch takes a second: watchdogs of GPUs end those
}

StageReport::~StageReport() {
    renderer_.report_stages({});
    renderer_.divide_stages(false);
}

void StageReport::set_frame(int frame, int frames) {
    frame_ = frames > 1 ? fmt::format("frame {} of {}, ", frame + 1, frames) : "";
}

void StageReport::set_share(double share) {
    in_parts_ = share < 1.0;
    const double shown = std::min(share, 0.999); // the line goes on with what comes next
    line_(frame_ + std::string(name_of(Stage::frame)), shown);
}

} // namespace voxmarch
