// Draws, checks and times: first dealt, then at rest, then turning.
#include "bench/team_run.h"

#include "scene/animation.h"

#include <chrono>
#include <utility>

namespace voxmarch {

namespace {

/// Draws one scene's pictures by a team, with their times, and compares them with those of one device.
class TeamRun {
public:
    TeamRun(RankTeam &team, const Scene &scene, int frames, std::vector<Image> &expected)
        : team_(team), scene_(scene), cameras_(turntable_cameras(scene.camera, 90)), frames_(frames),
          expected_(expected) {}

    TeamRow measure() {
        (void)draw(0); // compiles, and makes what every device needs
        team_.forget_costs();
        row_.first_ms = draw(0);
        check(0);
        measure_at_rest();
        measure_turning();
        return std::move(row_);
    }

private:
    RankTeam &team_;
    Scene scene_;
    const std::vector<Camera> cameras_; ///< 4 degrees from one to the next
    const int frames_;
    std::vector<Image> &expected_; ///< by camera
    TeamRow row_;
    Image image_;
    FrameStatistics statistics_;

    /// @return ms on the host
    double draw(std::size_t camera) {
        scene_.camera = cameras_[camera];
        const auto begin = std::chrono::steady_clock::now();
        image_ = team_.draw(scene_, scene_.settings, {}, statistics_);
        return milliseconds_since(begin);
    }

    void check(std::size_t camera) {
        if (camera >= expected_.size()) {
            expected_.push_back(std::move(image_));
        } else {
            row_.equal = row_.equal && image_.rgba == expected_[camera].rgba;
        }
    }

    void measure_at_rest() {
        std::vector<double> times, kernels, balances, waits, gathers;
        for (int i = 0; i < frames_; ++i) {
            times.push_back(draw(0));
            check(0);
            kernels.push_back(statistics_.frame_ms);
            waits.push_back(team_.gathering().wait_ms);
            gathers.push_back(team_.gathering().ms);
            balances.push_back(balance_of(kernel_times(team_.shares())));
        }
        row_.shares = team_.shares();
        row_.wait_ms = spread_of(waits).median;
        row_.gather_ms = spread_of(gathers).median;
        row_.gathered_bytes = team_.gathering().bytes;
        row_.rest_ms = spread_of(times);
        row_.kernel_ms = spread_of(kernels).median;
        row_.balance = spread_of(balances).median;
    }

    /// Twelve cameras, again and again: the first after the last is a jump.
    void measure_turning() {
        std::vector<double> times;
        for (int i = 0; i < frames_; ++i) {
            const std::size_t camera = static_cast<std::size_t>(i) % 12 + 1;
            times.push_back(draw(camera));
            check(camera);
        }
        row_.turning_ms = spread_of(times);
    }
};

} // namespace

TeamRow measure_team(RankTeam &team, const Scene &scene, int frames, std::vector<Image> &expected) {
    return TeamRun(team, scene, frames, expected).measure();
}

} // namespace voxmarch
