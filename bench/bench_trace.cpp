// Draws traced pictures of several seeds, for their time and their variance.
#include "bench/bench_trace.h"

#include "bench/frame_bench.h"
#include "bench/scenes.h"
#include "bench/timing.h"
#include "transfer/preset.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

namespace {

constexpr int few_samples = 4; ///< of a picture whose noise is measured, and of the first usable one

/// Pictures of several seeds together.
struct TraceRow {
    Spread ms;                 ///< of a picture
    double mse = 0.0;          ///< mean square error of the colours of a picture
    double mean = 0.0;         ///< of all colours
    double error = 0.0;        ///< standard error of that
    std::vector<double> means; ///< of each number of the picture
};

/// What all pictures of a volume are drawn with.
struct TraceScene {
    VolumeRenderer &renderer;
    const BenchScene &scene;
    std::array<int, 2> size;
};

/// A lamp above on the left with its fill, one at the right, light all around; up to 8 collisions, surfaces and matter.
RenderSettings trace_settings(const BenchOptions &options) {
    RenderSettings settings;
    settings.lighting = Lighting::traced;
    settings.traversal = Traversal::distance_map;
    settings.leaf_size = options.leaf_size;
    settings.finish.samples = few_samples;
    settings.light = key_light();
    settings.side_lights = {{glm::dvec3(1.0, 0.2, 0.3), true, glm::vec3(0.4f)}};
    return settings;
}

std::vector<float> floats_of(const TraceScene &traced, const RenderSettings &settings) {
    std::vector<float> floats(std::size_t(traced.size[0]) * std::size_t(traced.size[1]) * 4);
    const DeviceFrame frame = traced.renderer.draw(traced.scene.camera, traced.size[0], traced.size[1], settings,
                                                   {.format = PixelFormat::rgba32f});
    frame.pixels->download(std::as_writable_bytes(std::span(floats)));
    return floats;
}

TraceRow measure_paths(const TraceScene &traced, RenderSettings settings, int pictures) {
    const std::size_t numbers = std::size_t(traced.size[0]) * std::size_t(traced.size[1]) * 4;
    std::vector<double> sums(numbers), squares(numbers), times;
    for (int picture = -1; picture < pictures; ++picture) { // the first one builds and derives
        settings.trace.seed = picture + 1;
        const std::vector<float> floats = floats_of(traced, settings);
        if (picture < 0) {
            continue;
        }
        times.push_back(traced.renderer.statistics().frame_ms);
        for (std::size_t i = 0; i < numbers; ++i) {
            sums[i] += floats[i];
            squares[i] += double(floats[i]) * double(floats[i]);
        }
    }
    TraceRow row{.ms = spread_of(times), .means = std::move(sums)};
    std::size_t colors = 0;
    for (std::size_t i = 0; i < numbers; ++i) {
        const double mean = row.means[i] /= pictures;
        if (i % 4 != 3) {
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

/// Mean square error of the colours of a picture to others' mean, less the error that the mean itself has.
double error_to(const std::vector<double> &truth, double truth_mse, const std::vector<float> &floats) {
    double sum = 0.0;
    for (std::size_t i = 0; i < floats.size(); ++i) {
        sum += i % 4 == 3 ? 0.0 : (floats[i] - truth[i]) * (floats[i] - truth[i]);
    }
    return std::max(sum / (0.75 * double(floats.size())) - truth_mse, 0.0);
}

/// A picture that is waited for: from the call to its bytes on the host.
struct WaitedRow {
    Spread ms, wall_ms; ///< of the device, of the host's clock
};

WaitedRow measure_waiting(const TraceScene &traced, RenderSettings settings, int pictures) {
    std::vector<double> times, walls;
    for (int picture = -1; picture < pictures; ++picture) { // the first one warms up
        settings.trace.seed = 1000 + picture;
        const auto start = std::chrono::steady_clock::now();
        (void)traced.renderer.render(traced.scene.camera, traced.size[0], traced.size[1], settings);
        if (picture >= 0) {
            walls.push_back(milliseconds_since(start));
            times.push_back(traced.renderer.statistics().frame_ms);
        }
    }
    return {spread_of(times), spread_of(walls)};
}

double million_paths_per_s(const TraceScene &traced, int samples, double ms) {
    return double(traced.size[0]) * traced.size[1] * samples / ms / 1000.0;
}

/// What every row tells.
nlohmann::json row_head(const TraceScene &traced, const RenderSettings &settings, const std::string &what) {
    const Volume &volume = traced.scene.volume;
    const auto lights = 1 + int(settings.light.fill > 0.0f) + int(settings.side_lights.size());
    return {{"scene", traced.scene.name},
            {"what", what},
            {"bounds", settings.traversal == Traversal::none ? "whole volume" : "leaves"},
            {"picture", traced.size},
            {"voxels", volume.grid().dims},
            {"lights", lights},
            {"bounces", settings.trace.bounces},
            {"samples", settings.finish.samples},
            {"denoise", settings.trace.denoise}};
}

void print_row(const nlohmann::json &row) {
    const auto cell = [&](const char *name, int digits) {
        return row.contains(name)
                   ? fmt::format("{:.{}f}", row[name].is_array() ? row[name][0].get<double>() : row[name].get<double>(),
                                 digits)
                   : std::string("-");
    };
    fmt::print("{:<24}  {:<13}  {:<12}  {:>7}  {:>10}  {:>10}  {:>9}  {:>9}  {:>11}  {:>8}\n",
               row["scene"].get<std::string>(), row["what"].get<std::string>(), row["bounds"].get<std::string>(),
               row["samples"].get<int>(), cell("ms", 2), cell("wall_ms", 2), cell("million_paths_per_s", 3),
               cell("mean_square_error", 6), cell("error_times_seconds", 7), cell("better_than_whole", 2));
    std::fflush(stdout);
}

/// Mean square error times the seconds of a picture.
double cost_of(const TraceRow &row) { return row.mse * row.ms.median / 1000.0; }

/// Noise with one bound and with a bound for each leaf. @return the latter; empty if means differ by more than chance
std::optional<TraceRow> measure_bounds(const TraceScene &traced, RenderSettings settings, int pictures,
                                       nlohmann::json &rows) {
    TraceRow whole, row;
    for (const Traversal traversal : {Traversal::none, Traversal::distance_map}) {
        settings.traversal = traversal;
        row = measure_paths(traced, settings, pictures);
        const bool first = traversal == Traversal::none;
        if (!first && std::abs(row.mean - whole.mean) > 4.0 * std::hypot(row.error, whole.error)) {
            fmt::print("{:<24}  refused: the mean with a bound for each leaf is {:.5f}, not {:.5f}\n",
                       traced.scene.name, row.mean, whole.mean);
            return std::nullopt;
        }
        const double cost = cost_of(row);
        nlohmann::json told = row_head(traced, settings, "noise");
        told["ms"] = {row.ms.median, row.ms.p10, row.ms.p90};
        told["million_paths_per_s"] = million_paths_per_s(traced, few_samples, row.ms.median);
        told["mean_square_error"] = row.mse;
        told["error_times_seconds"] = cost;
        told["mean"] = row.mean;
        told["better_than_whole"] = cost_of(first ? row : whole) / cost;
        print_row(told);
        rows.push_back(std::move(told));
        whole = first ? std::move(row) : std::move(whole);
    }
    return row;
}

/// A picture of many samples, and one of few without noise: the first that is of use.
void measure_pictures(const TraceScene &traced, RenderSettings settings, int many, const TraceRow &noise, int pictures,
                      nlohmann::json &rows) {
    const double truth_mse = noise.mse / pictures;
    for (const bool first : {false, true}) {
        settings.finish.samples = first ? few_samples : many;
        settings.trace.denoise = first;
        const WaitedRow row = measure_waiting(traced, settings, first ? 5 : 3);
        settings.trace.seed = 2000;
        nlohmann::json told = row_head(traced, settings, first ? "first picture" : "picture");
        told["ms"] = {row.ms.median, row.ms.p10, row.ms.p90};
        told["wall_ms"] = {row.wall_ms.median, row.wall_ms.p10, row.wall_ms.p90};
        told["million_paths_per_s"] = million_paths_per_s(traced, settings.finish.samples, row.ms.median);
        told["mean_square_error"] = error_to(noise.means, truth_mse, floats_of(traced, settings));
        print_row(told);
        rows.push_back(std::move(told));
    }
}

/// Without --volume: the large one where it takes seconds.
std::vector<std::string> trace_volumes(const BenchOptions &options, bool gpu) {
    if (!options.volumes.empty()) {
        return options.volumes;
    }
    std::vector<std::string> volumes{"synthetic:vessels:256", "synthetic:tree:256"};
    if (gpu) {
        volumes.emplace_back("synthetic:tree:1024");
    }
    return volumes;
}

} // namespace

int bench_trace(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    const bool gpu = device.info().kind == DeviceKind::gpu;
    const int edge = gpu ? 1024 : 256, many = gpu ? 64 : 16;
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{edge, edge} : options.sizes.front();
    const int pictures = std::max(options.frames, 3);
    const RenderSettings settings = trace_settings(options);
    fmt::print("trace: {}x{}, {} bounces, on {}\n{:<24}  {:<13}  {:<12}  {:>7}  {:>10}  {:>10}  {:>9}  {:>9}  {:>11}  "
               "{:>8}\n",
               size[0], size[1], settings.trace.bounces, device.info().name, "volume", "what", "bounds", "samples",
               "ms", "wall ms", "Mpaths/s", "MSE", "MSE s", "to whole");
    for (const std::string &name : trace_volumes(options, gpu)) {
        const BenchScene scene = read_scene(name);
        VolumeRenderer renderer(device, scene.volume, options.backend);
        renderer.set_transfer(find_preset("thesis"));
        const TraceScene traced{renderer, scene, size};
        const std::optional<TraceRow> noise = measure_bounds(traced, settings, pictures, rows);
        if (noise) {
            measure_pictures(traced, settings, many, *noise, pictures, rows);
        }
        good = good && noise;
    }
    write_report(options, "trace", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
