// The same frames by one device and by several.
#include "bench/bench_devices.h"

#include "bench/opened_team.h"
#include "bench/shared_frames.h"
#include "bench/simulated_shares.h"
#include "scene/animation.h"
#include "scene/rank_team.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

/// 1, 2, 4, .. and all.
std::vector<std::size_t> counts_up_to(std::size_t all) {
    std::vector<std::size_t> counts;
    for (std::size_t count = 1; count < all; count *= 2) {
        counts.push_back(count);
    }
    counts.push_back(all);
    return counts;
}

void simulate(SceneRenderer &renderer, const Scene &scene, const std::string &title, nlohmann::json &rows) {
    std::vector<Camera> cameras = turntable_cameras(scene.camera, 90);
    cameras.resize(13);
    const std::array<int, 2> size{std::min(scene.width, 512), std::min(scene.height, 512)};
    const auto costs = counted_costs(renderer.renderer_for(scene), cameras, size, scene.settings);
    fmt::print("samples and nodes of {}x{} shared by {:<8} {:>11} {:>8} {:>8} {:>8}\n", size[0], size[1], "",
               "equal areas", "dealt", "at rest", "turning");
    for (const std::size_t devices : {2u, 4u, 8u}) {
        const SimulatedShares shares = simulated_shares(costs, size, devices);
        fmt::print("{:>40} {:>11.3f} {:>8.3f} {:>8.3f} {:>8.3f}\n", devices, shares.equal_areas, shares.dealt,
                   shares.at_rest, shares.turning);
        rows.push_back({{"scene", title},
                        {"simulated_devices", devices},
                        {"equal_areas", shares.equal_areas},
                        {"dealt", shares.dealt},
                        {"at_rest", shares.at_rest},
                        {"turning", shares.turning}});
    }
}

/// @return whether all pictures are those of one device
bool measure_scene(const BenchOptions &options, const std::vector<int> &indices, BenchScene bench,
                   nlohmann::json &rows) {
    const auto content = std::make_shared<SceneContent>(SceneContent{std::move(bench.volume)});
    std::vector<std::vector<Image>> expected;
    std::vector<TeamRow> alone;
    bool equal = true;
    for (const std::size_t devices : counts_up_to(indices.size())) {
        const OpenedTeam opened = open_team(options, std::span(indices).first(devices), content);
        Ranks alone_here;
        RankTeam all(*opened.team, alone_here, {devices});
        const std::vector<SharedFrame> frames = frames_of(options, *opened.first);
        expected.resize(frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Scene scene = shared_scene(options, bench, frames[i]);
            const std::string title = frame_title(bench, scene);
            if (devices == 1 && i == 0) {
                simulate(*opened.first, scene, title, rows);
            }
            const TeamRow row = measure_team(all, scene, options.frames, expected[i]);
            if (devices == 1) {
                alone.push_back(row);
            }
            print_team_head(title, opened.team->device().name);
            print_team_row(row, alone[i], devices);
            nlohmann::json json = team_row_json(row, alone[i], devices);
            json["scene"] = title;
            rows.push_back(json);
            equal = equal && row.equal;
        }
    }
    return equal;
}

} // namespace

int bench_devices(const BenchOptions &options) {
    const std::vector<int> indices = equal_devices(options);
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    for (const std::string &volume : scene_volumes(options)) {
        equal = measure_scene(options, indices, read_scene(volume), rows) && equal;
    }
    write_report(options, "devices", list_devices(options.opening)[static_cast<std::size_t>(indices.front())], rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
