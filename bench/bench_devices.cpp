// The same frames by one device and by several.
#include "bench/bench_devices.h"

#include "base/error.h"
#include "bench/frame_bench.h"
#include "bench/simulated_shares.h"
#include "bench/team_run.h"
#include "device/equal_devices.h"
#include "scene/animation.h"
#include "scene/device_team.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

/// A frame to be shared.
struct SharedFrame {
    std::array<int, 2> size;
    double step;
    Traversal traversal;
};

/// One that is short and one that takes 10 ms or more on an H200; where a CPU draws, one that does not take for ever.
std::vector<SharedFrame> frames_of(const BenchOptions &options, const SceneRenderer &renderer) {
    std::vector<std::pair<std::array<int, 2>, double>> sizes;
    for (const std::array<int, 2> &size : options.sizes) {
        sizes.emplace_back(size, options.step);
    }
    if (sizes.empty() && renderer.device().kind == DeviceKind::gpu) {
        sizes = {{{1024, 1024}, options.step}, {{4096, 4096}, options.step / 4.0}};
    } else if (sizes.empty()) {
        sizes = {{{512, 512}, options.step}};
    }
    std::vector<Traversal> wanted = options.traversals;
    if (wanted.empty()) {
        wanted.push_back(default_traversal(renderer.backend()));
    }
    std::vector<SharedFrame> frames;
    for (const auto &[size, step] : sizes) {
        for (const Traversal traversal : wanted) {
            frames.push_back({size, step, traversal});
        }
    }
    return frames;
}

/// The team of the first so many devices.
struct OpenedTeam {
    std::vector<std::unique_ptr<Device>> devices;
    std::unique_ptr<SceneRenderer> first;
    std::unique_ptr<DeviceTeam> team;
};

OpenedTeam open_team(const BenchOptions &options, std::span<const int> indices,
                     const std::shared_ptr<SceneContent> &content) {
    OpenedTeam opened;
    std::vector<Device *> devices;
    for (const int index : indices) {
        opened.devices.push_back(std::make_unique<Device>(index, options.opening));
        devices.push_back(opened.devices.back().get());
    }
    opened.first = std::make_unique<SceneRenderer>(*devices.front(), content, options.backend);
    opened.team = std::make_unique<DeviceTeam>(*opened.first, devices);
    return opened;
}

std::string shares_text(const TeamRow &row) {
    std::string text;
    double pixels = 0.0;
    for (const PictureShare &share : row.shares) {
        pixels += double(share.pixels);
    }
    for (const PictureShare &share : row.shares) {
        text += fmt::format("{}{}: {:.2f} ms of {:.0f} %", text.empty() ? "" : ", ", share.device, share.frame_ms,
                            100.0 * double(share.pixels) / pixels);
    }
    return text;
}

double efficiency(double alone_ms, double ms, std::size_t devices) { return alone_ms / (ms * double(devices)); }

void print_head(const std::string &title, const std::string &devices) {
    fmt::print("{} on {}:\n{:>7} {:>9} {:>9} {:>9} {:>6} {:>9} {:>6} {:>9} {:>6} {:>9} {:>7}  {}\n", title, devices,
               "devices", "rest ms", "p10", "p90", "eff.", "turning", "eff.", "kernel ms", "eff.", "first ms",
               "balance", "kernels of each");
}

void print_row(const TeamRow &row, const TeamRow &alone, std::size_t devices) {
    fmt::print("{:>7} {:>9.3f} {:>9.3f} {:>9.3f} {:>6.2f} {:>9.3f} {:>6.2f} {:>9.3f} {:>6.2f} {:>9.3f} {:>7.3f}  "
               "{}{}\n",
               devices, row.rest_ms.median, row.rest_ms.p10, row.rest_ms.p90,
               efficiency(alone.rest_ms.median, row.rest_ms.median, devices), row.turning_ms.median,
               efficiency(alone.turning_ms.median, row.turning_ms.median, devices), row.kernel_ms,
               efficiency(alone.kernel_ms, row.kernel_ms, devices), row.first_ms, row.balance, shares_text(row),
               row.equal ? "" : "  THE PICTURE DIFFERS");
    std::fflush(stdout);
}

nlohmann::json row_json(const TeamRow &row, const TeamRow &alone, std::size_t devices) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    nlohmann::json shares = nlohmann::json::array();
    for (const PictureShare &share : row.shares) {
        shares.push_back({{"device", share.device},
                          {"parts", share.parts},
                          {"pixels", share.pixels},
                          {"frame_ms", share.frame_ms},
                          {"busy_ms", share.busy_ms}});
    }
    return {{"devices", devices},
            {"equal", row.equal},
            {"rest_ms", spread(row.rest_ms)},
            {"turning_ms", spread(row.turning_ms)},
            {"first_ms", row.first_ms},
            {"kernel_ms", row.kernel_ms},
            {"rest_efficiency", efficiency(alone.rest_ms.median, row.rest_ms.median, devices)},
            {"turning_efficiency", efficiency(alone.turning_ms.median, row.turning_ms.median, devices)},
            {"kernel_efficiency", efficiency(alone.kernel_ms, row.kernel_ms, devices)},
            {"balance", row.balance},
            {"shares", shares}};
}

/// 1, 2, 4, .. and all.
std::vector<std::size_t> counts_up_to(std::size_t all) {
    std::vector<std::size_t> counts;
    for (std::size_t count = 1; count < all; count *= 2) {
        counts.push_back(count);
    }
    counts.push_back(all);
    return counts;
}

Scene scene_of(const BenchOptions &options, const BenchScene &bench, const SharedFrame &frame) {
    Scene scene;
    scene.width = frame.size[0];
    scene.height = frame.size[1];
    scene.camera = bench.camera;
    scene.transfer = find_preset("thesis");
    scene.settings = bench_settings(options);
    scene.settings.step = frame.step;
    scene.settings.traversal = frame.traversal;
    return scene;
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
        const std::vector<SharedFrame> frames = frames_of(options, *opened.first);
        expected.resize(frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Scene scene = scene_of(options, bench, frames[i]);
            const std::string title = fmt::format("{} {}x{}, step {}, {}", bench.name, scene.width, scene.height,
                                                  scene.settings.step, name_of(scene.settings.traversal));
            if (devices == 1 && i == 0) {
                simulate(*opened.first, scene, title, rows);
            }
            const TeamRow row = measure_team(*opened.team, scene, options.frames, expected[i]);
            if (devices == 1) {
                alone.push_back(row);
            }
            print_head(title, opened.team->device().name);
            print_row(row, alone[i], devices);
            nlohmann::json json = row_json(row, alone[i], devices);
            json["scene"] = title;
            rows.push_back(json);
            equal = equal && row.equal;
        }
    }
    return equal;
}

} // namespace

int bench_devices(const BenchOptions &options) {
    const std::vector<DeviceInfo> all = list_devices(options.opening);
    const std::vector<int> indices = choose_devices(all, options.device, options.opening);
    std::vector<DeviceInfo> infos;
    for (const int index : indices) {
        infos.push_back(all[static_cast<std::size_t>(index)]);
    }
    if (const std::string models = several_models(infos); !models.empty()) {
        throw UsageError("devices of several models do not draw the same frames: " + models);
    }
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    for (const std::string &volume : scene_volumes(options)) {
        equal = measure_scene(options, indices, read_scene(volume), rows) && equal;
    }
    write_report(options, "devices", infos.front(), rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
