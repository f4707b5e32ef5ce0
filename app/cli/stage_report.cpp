// The renderer's stages as a progress line.
#include "app/cli/stage_report.h"

#include "app/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

StageReport::StageReport(VolumeRenderer &renderer, const std::string &what)
    : renderer_(renderer), line_(stage_line(what)) {
    renderer_.report_stages([this](Stage stage, double share) {
        if (share < 0.0 && in_parts_) {
            throw_if_interrupted(); // a stage of a part says nothing about the picture
            return;
        }
        line_(words_of(stage, share), share);
    });
    renderer_.divide_stages(true); // no launch takes a second: watchdogs of GPUs end those
}

StageReport::~StageReport() {
    renderer_.report_stages({});
    renderer_.divide_stages(false);
}

/// Which frame, and what of it. Of several the casting of rays goes without its own word: "frame 3 of 90, 4 s left,"
/// before a share, without the comma else.
std::string StageReport::words_of(Stage stage, double share) const {
    if (stage != Stage::frame || frame_.empty()) {
        return frame_ + std::string(name_of(stage));
    }
    return frame_.substr(0, frame_.size() - (share < 0.0 ? 2 : 1));
}

/// "3 h 20 min", "4 min" or "12 s"; rounded up, so that it ends with 1 s.
static std::string rough_time(double seconds) {
    if (seconds < 120.0) {
        return fmt::format("{} s", static_cast<long>(std::ceil(seconds)));
    }
    const auto minutes = static_cast<long>(std::ceil(seconds / 60.0));
    return minutes < 120 ? fmt::format("{} min", minutes) : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

void StageReport::set_frame(int frame, int frames) {
    const auto now = std::chrono::steady_clock::now();
    first_ = first_.value_or(now);
    frame_ = frames > 1 ? fmt::format("frame {} of {}, ", frame + 1, frames) : "";
    const double passed = std::chrono::duration<double>(now - *first_).count();
    constexpr double some_seconds = 3.0;
    if (frame > 0 && passed + passed / frame * (frames - frame) > some_seconds && passed > some_seconds / 6.0) {
        frame_ += fmt::format("{} left, ", rough_time(passed / frame * (frames - frame)));
    }
}

void StageReport::set_share(double share) {
    in_parts_ = share < 1.0;
    const double shown = std::min(share, 0.999); // the line goes on with what comes next
    line_(words_of(Stage::frame, shown), shown);
}

} // namespace voxmarch
