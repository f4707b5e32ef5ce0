// Efficiency: the time of one device over so many times the time of all.
#include "bench/shared_frames.h"

#include "transfer/preset.h"

#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

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

Scene shared_scene(const BenchOptions &options, const BenchScene &bench, const SharedFrame &frame) {
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

std::string frame_title(const BenchScene &bench, const Scene &scene) {
    return fmt::format("{} {}x{}, step {}, {}", bench.name, scene.width, scene.height, scene.settings.step,
                       name_of(scene.settings.traversal));
}

namespace {

std::string shares_text(const TeamRow &row) {
    std::string text;
    double pixels = 0.0;
    for (const PictureShare &share : row.shares) {
        pixels += double(share.pixels);
    }
    for (const PictureShare &share : row.shares) {
        const std::string rank = share.place.empty() ? "" : fmt::format("{}/", share.rank);
        text += fmt::format("{}{}{}: {:.2f} ms of {:.0f} %", text.empty() ? "" : ", ", rank, share.device,
                            share.frame_ms, 100.0 * double(share.pixels) / pixels);
    }
    return text;
}

double efficiency(double alone_ms, double ms, std::size_t devices) { return alone_ms / (ms * double(devices)); }

} // namespace

void print_team_head(const std::string &title, const std::string &devices) {
    fmt::print("{} on {}:\n{:>7} {:>9} {:>9} {:>9} {:>6} {:>9} {:>6} {:>9} {:>6} {:>9} {:>7}  {}\n", title, devices,
               "devices", "rest ms", "p10", "p90", "eff.", "turning", "eff.", "kernel ms", "eff.", "first ms",
               "balance", "kernels of each");
}

void print_team_row(const TeamRow &row, const TeamRow &alone, std::size_t devices) {
    fmt::print("{:>7} {:>9.3f} {:>9.3f} {:>9.3f} {:>6.2f} {:>9.3f} {:>6.2f} {:>9.3f} {:>6.2f} {:>9.3f} {:>7.3f}  "
               "{}{}\n",
               devices, row.rest_ms.median, row.rest_ms.p10, row.rest_ms.p90,
               efficiency(alone.rest_ms.median, row.rest_ms.median, devices), row.turning_ms.median,
               efficiency(alone.turning_ms.median, row.turning_ms.median, devices), row.kernel_ms,
               efficiency(alone.kernel_ms, row.kernel_ms, devices), row.first_ms, row.balance, shares_text(row),
               row.equal ? "" : "  THE PICTURE DIFFERS");
    std::fflush(stdout);
}

nlohmann::json team_row_json(const TeamRow &row, const TeamRow &alone, std::size_t devices) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    nlohmann::json shares = nlohmann::json::array();
    for (const PictureShare &share : row.shares) {
        shares.push_back({{"rank", share.rank},
                          {"device", share.device},
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

} // namespace voxmarch
