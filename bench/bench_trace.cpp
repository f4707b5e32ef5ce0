// Draws traced pictures of several seeds, for their time and their variance.
#include "bench/bench_trace.h"

#include "bench/frame_bench.h"
#include "bench/scenes.h"
#include "bench/timing.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <vector>

namespace voxmarch {

namespace {

constexpr int samples = 4; // of a picture

/// Pictures of several seeds together.
struct TraceRow {
    Spread ms;          ///< of a picture
    double mse = 0.0;   ///< mean square error of the colours of a picture
    double mean = 0.0;  ///< of all colours
    double error = 0.0; ///< standard error of that
};

/// A lamp above on the left, a weaker one at the right, light all around; up to 8 collisions, surfaces and matter.
RenderSettings trace_settings(const BenchOptions &options) {
    RenderSettings settings;
    settings.lighting = Lighting::traced;
    settings.leaf_size = options.leaf_size;
    settings.finish.samples = samples;
    settings.light = key_light();
    settings.side_lights = {{glm::dvec3(1.0, 0.2, 0.3), true, glm::vec3(0.4f)}};
    return settings;
}

TraceRow measure_paths(VolumeRenderer &renderer, const Camera &camera, const std::array<int, 2> &size,
                       RenderSettings settings, int pictures) {
    const std::size_t numbers = std::size_t(size[0]) * std::size_t(size[1]) * 4;
    std::vector<float> floats(numbers);
    std::vector<double> sums(numbers), squares(numbers), times;
    for (int picture = -1; picture < pictures; ++picture) { // the first one builds and derives
        settings.trace.seed = picture + 1;
        const DeviceFrame frame = renderer.draw(camera, size[0], size[1], settings, {.format = PixelFormat::rgba32f});
        if (picture < 0) {
            continue;
        }
        times.push_back(renderer.statistics().frame_ms);
        frame.pixels->download(std::as_writable_bytes(std::span(floats)));
        for (std::size_t i = 0; i < numbers; ++i) {
            sums[i] += floats[i];
            squares[i] += double(floats[i]) * double(floats[i]);
        }
    }
    TraceRow row{spread_of(times)};
    std::size_t colors = 0;
    for (std::size_t i = 0; i < numbers; ++i) {
        if (i % 4 != 3) {
            const double mean = sums[i] / pictures;
            row.mse += std::max(squares[i] / pictures - mean * mean, 0.0) * pictures / (pictures - 1.0);
            row.mean += mean;
            ++colors;
        }
    }
    row.mse /= double(colors);
    row.mean /= double(colors);
    row.error = std::sqrt(3.0 * row.mse / (double(colors) * pictures)); // the colours of a path go together
    return row;
}

} // namespace

int bench_trace(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{256, 256} : options.sizes.front();
    const int pictures = std::max(options.frames, 3);
    const std::vector<std::string> volumes =
        options.volumes.empty() ? std::vector<std::string>{"synthetic:tree:256", "synthetic:vessels:256"}
                                : options.volumes;
    std::vector<BenchScene> scenes;
    std::transform(volumes.begin(), volumes.end(), std::back_inserter(scenes), read_scene);
    fmt::print("trace: {}x{}, {} samples a picture, on {}\n{:<28}  {:<12}  {:>9}  {:>11}  {:>9}  {:>11}  {:>8}\n",
               size[0], size[1], samples, device.info().name, "volume", "bounds", "ms", "Mpaths/s", "MSE", "MSE s",
               "to whole");
    for (const BenchScene &scene : scenes) {
        VolumeRenderer renderer(device, scene.volume, options.backend);
        renderer.set_transfer(find_preset("thesis"));
        TraceRow whole;
        double whole_cost = 0.0;
        for (const Traversal traversal : {Traversal::none, Traversal::distance_map}) {
            RenderSettings settings = trace_settings(options);
            settings.traversal = traversal;
            const TraceRow row = measure_paths(renderer, scene.camera, size, settings, pictures);
            const bool first = traversal == Traversal::none;
            const char *const bounds = first ? "whole volume" : "leaves";
            const bool same = first || std::abs(row.mean - whole.mean) <= 4.0 * std::hypot(row.error, whole.error);
            good = good && same;
            if (!same) {
                fmt::print("{:<28}  {:<12}  refused: the mean is {:.5f}, not {:.5f}\n", scene.name, bounds, row.mean,
                           whole.mean);
                continue;
            }
            const double cost = row.mse * row.ms.median / 1000.0;
            whole = first ? row : whole;
            whole_cost = first ? cost : whole_cost;
            const double rate = double(size[0]) * size[1] * samples / row.ms.median / 1000.0;
            fmt::print("{:<28}  {:<12}  {:9.2f}  {:11.3f}  {:9.6f}  {:11.7f}  {:8.2f}\n", scene.name, bounds,
                       row.ms.median, rate, row.mse, cost, whole_cost / cost);
            std::fflush(stdout);
            rows.push_back({{"scene", scene.name},
                            {"bounds", bounds},
                            {"size", size},
                            {"samples", samples},
                            {"ms", {row.ms.median, row.ms.p10, row.ms.p90}},
                            {"million_paths_per_s", rate},
                            {"mean_square_error", row.mse},
                            {"error_times_seconds", cost},
                            {"mean", row.mean},
                            {"better_than_whole", whole_cost / cost}});
        }
    }
    write_report(options, "trace", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
