// Does what hands do, by the clock.
#include "app/viewer/viewer_rates.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/state.h"
#include "app/viewer/view/view.h"
#include "base/error.h"
#include "scene/camera_moves.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>

namespace voxmarch {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Lets the viewer run until this holds. @throws UsageError
void run_until(Viewer &viewer, const std::function<bool()> &holds, const std::string &what) {
    for (const auto begin = Clock::now(); !holds();) {
        if (!viewer.step(5) || seconds_since(begin) > 120.0) {
            const std::string error = viewer.state().jobs.status.error;
            throw UsageError(what + " is not there after two minutes" + (error.empty() ? "" : ": " + error));
        }
    }
}

/// @param move  the scene a little, after so many seconds
ViewerRate measure(Viewer &viewer, const std::string &name, double seconds,
                   const std::function<void(Scene &, double)> &move) {
    ViewerState &state = viewer.state();
    const Frame &frame = state.view.shown.frame;
    std::vector<double> shares;
    std::uint64_t last = frame.request;
    const auto begin = Clock::now();
    while (seconds_since(begin) < seconds) {
        move(state.document.scene, seconds_since(begin));
        viewer.step(1);
        if (frame.request != last) {
            last = frame.request;
            shares.push_back(frame.scale);
        }
    }
    ViewerRate rate{name, double(shares.size()) / seconds_since(begin), 0.0, 0.0};
    if (!shares.empty()) {
        std::nth_element(shares.begin(), shares.begin() + std::ptrdiff_t(shares.size() / 2), shares.end());
        rate.edge_share = shares[shares.size() / 2];
    }
    const auto rested = Clock::now();
    run_until(
        viewer, [&] { return frame.final && frame.request != last && !state.view.shown.outdated; }, "the picture");
    rate.rest_ms = 1e3 * seconds_since(rested);
    run_until(
        viewer, [&] { return viewer.settled(); }, "the picture");
    return rate;
}

} // namespace

std::vector<ViewerRate> measure_viewer(const ViewerOptions &options, double seconds) {
    Viewer viewer(options);
    ViewerState &state = viewer.state();
    run_until(
        viewer, [&] { return state.document.loaded && viewer.settled(); }, "the volume");
    const Camera first = state.document.scene.camera;
    const auto turn = [&](Scene &scene, double time) {
        scene.camera = orbited(first, glm::dvec2(300.0 * time, 0.0), size_of_view(scene));
    };
    std::vector<ViewerRate> rates;
    rates.push_back(measure(viewer, "turn the volume", seconds, turn));
    const TransferFunction function = state.document.scene.transfer;
    rates.push_back(measure(viewer, "drag a point of the function", seconds, [&](Scene &scene, double time) {
        const double share = 0.75 + 0.25 * std::cos(5.0 * time);
        scene.transfer = function;
        scene.transfer.opacities.back().opacity *= share;
    }));
    state.document.scene.transfer = function;
    set_mode(state.document, Mode::isosurface);
    run_until(
        viewer, [&] { return viewer.settled(); }, "the isosurface");
    rates.push_back(measure(viewer, "turn an isosurface", seconds, turn));
    const double isovalue = state.document.scene.settings.surfaces.front().isovalue;
    const ValueRange range = state.document.volume().range();
    rates.push_back(measure(viewer, "drag its isovalue", seconds, [&](Scene &scene, double time) {
        scene.settings.surfaces.front().isovalue = isovalue + 0.05 * (range.max - range.min) * std::sin(5.0 * time);
    }));
    return rates;
}

} // namespace voxmarch
