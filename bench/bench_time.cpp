// Plays a series from host memory.
#include "bench/bench_time.h"

#include "base/parallel.h"
#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "renderer/memory_plan.h"
#include "renderer/views.h"
#include "transfer/preset.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

/// A ball that swells and shrinks twice, in noise of a few values.
Volume ball_at(int time, int times, int edge) {
    VolumeHeader header;
    header.grid.dims = {edge, edge, edge};
    header.type = ScalarType::u16;
    header.name = fmt::format("ball {}", time);
    const auto n = static_cast<std::size_t>(edge);
    std::vector<std::byte> bytes(n * n * n * sizeof(std::uint16_t));
    auto *const voxels = reinterpret_cast<std::uint16_t *>(bytes.data());
    const float middle = 0.5f * static_cast<float>(edge - 1);
    const auto radius = static_cast<float>(edge * (0.32 + 0.08 * std::sin(4.0 * 3.14159265 * time / times)));
    on_all_cores(edge, [&](int z) {
        std::uint16_t *out = voxels + static_cast<std::size_t>(z) * n * n;
        for (int y = 0; y < edge; ++y) {
            for (int x = 0; x < edge; ++x) {
                const float dx = static_cast<float>(x) - middle, dy = static_cast<float>(y) - middle,
                            dz = static_cast<float>(z) - middle;
                const float inside = (radius - std::sqrt(dx * dx + dy * dy + dz * dz)) / radius;
                const auto noise = static_cast<unsigned>(x * 7 + y * 13 + z * 29 + time * 5) % 64u;
                *out++ =
                    static_cast<std::uint16_t>(static_cast<unsigned>(std::clamp(inside, 0.0f, 1.0f) * 4000.0f) + noise);
            }
        }
    });
    return {std::move(header), std::move(bytes)};
}

struct PlayedSeries {
    std::vector<Volume> times;
    Camera camera;
    TransferFunction transfer; ///< over the file's values: one for all times
    std::array<int, 2> size;
};

/// Host times of one time after the other, and device times of its parts.
struct Played {
    std::vector<double> frame_ms, upload_ms, made_ms, drawn_ms;
};

double sum_of(const FrameStatistics &statistics, bool upload) {
    double sum = 0.0;
    for (const StageTime &stage : statistics.stages) {
        const bool made = stage.stage != Stage::upload && stage.stage != Stage::program &&
                          stage.stage != Stage::frame && stage.stage != Stage::readback;
        sum += (upload ? stage.stage == Stage::upload : made) ? stage.ms : 0.0;
    }
    return sum;
}

/// Plays all times once; the first is on the device.
Played play(VolumeRenderer &renderer, const PlayedSeries &series, const RenderSettings &settings) {
    Played played;
    const std::size_t count = series.times.size();
    renderer.send_voxels(series.times.front());
    for (std::size_t time = 0; time < count; ++time) {
        const auto start = std::chrono::steady_clock::now();
        renderer.show_sent_voxels();
        renderer.send_voxels(series.times[(time + 1) % count]); // while this one is drawn
        (void)renderer.render(series.camera, series.size[0], series.size[1], settings);
        played.frame_ms.push_back(milliseconds_since(start));
        const FrameStatistics &statistics = renderer.statistics();
        played.upload_ms.push_back(sum_of(statistics, true));
        played.made_ms.push_back(sum_of(statistics, false));
        played.drawn_ms.push_back(statistics.frame_ms);
    }
    return played;
}

/// Whether pictures are those of renderers that never had other voxels.
bool are_equal(Device &device, VolumeRenderer &renderer, const PlayedSeries &series, const RenderSettings &settings,
               SamplingBackend backend) {
    for (const std::size_t time : {std::size_t{0}, series.times.size() / 2, series.times.size() - 1}) {
        renderer.replace_voxels(series.times[time]);
        VolumeRenderer fresh(device, series.times[time], backend);
        fresh.set_transfer(series.transfer);
        if (renderer.render(series.camera, series.size[0], series.size[1], settings).rgba !=
            fresh.render(series.camera, series.size[0], series.size[1], settings).rgba) {
            return false;
        }
    }
    return true;
}

bool measure(Device &device, const PlayedSeries &series, Classification classification, const BenchOptions &options,
             nlohmann::json &rows) {
    const SamplingBackend backend = options.backend.value_or(backend_for(device.info(), series.times[0].grid().dims));
    RenderSettings settings = bench_settings(options);
    settings.classification = classification;
    settings.traversal = default_traversal(backend);
    VolumeRenderer renderer(device, series.times.front(), backend);
    renderer.set_transfer(series.transfer);
    const bool equal = are_equal(device, renderer, series, settings, backend);
    const std::string label = fmt::format("{:<4}  {:<5}", name_of(classification), name_of(settings.shading));
    if (!equal) {
        fmt::print("{}  refused: other voxels draw another picture than a new renderer\n", label);
        return false;
    }
    (void)play(renderer, series, settings); // warms up
    const Played played = play(renderer, series, settings);
    double all_ms = 0.0;
    for (const double ms : played.frame_ms) {
        all_ms += ms;
    }
    const auto count = static_cast<double>(series.times.size());
    const double floor = ms_at(rates_of(device).upload, static_cast<double>(series.times.front().bytes().size()));
    const Spread frame = spread_of(played.frame_ms), upload = spread_of(played.upload_ms);
    const Spread made = spread_of(played.made_ms), drawn = spread_of(played.drawn_ms);
    fmt::print("{}  {:8.1f}  {:8.3f} ({:.3f} .. {:.3f})  {:8.3f}  {:8.3f}  {:8.3f}  {:8.3f}\n", label,
               1e3 * count / all_ms, frame.median, frame.p10, frame.p90, upload.median, made.median, drawn.median,
               floor);
    std::fflush(stdout);
    rows.push_back({{"times", series.times.size()},
                    {"edge", series.times.front().grid().dims[0]},
                    {"classification", name_of(classification)},
                    {"shading", name_of(settings.shading)},
                    {"width", series.size[0]},
                    {"height", series.size[1]},
                    {"backend", name_of(backend)},
                    {"frames_per_s", 1e3 * count / all_ms},
                    {"frame_ms", frame.median},
                    {"frame_ms_p10", frame.p10},
                    {"frame_ms_p90", frame.p90},
                    {"upload_ms", upload.median},
                    {"made_ms", made.median},
                    {"drawing_ms", drawn.median},
                    {"floor_ms", floor},
                    {"equal", equal}});
    return true;
}

} // namespace

int bench_time(const BenchOptions &options) {
    Device device(options.device, options.opening);
    const int edge = options.quick ? 32 : 256, count = options.quick ? 6 : 64;
    PlayedSeries series;
    for (int time = 0; time < count; ++time) {
        series.times.push_back(ball_at(time, count, edge));
    }
    series.camera = standard_view(series.times.front().grid());
    series.transfer = over_values(find_preset("thesis"), {0.0, 4096.0});
    series.size = !options.sizes.empty() ? options.sizes.front()
                  : options.quick        ? std::array<int, 2>{64, 48}
                                         : std::array<int, 2>{1920, 1080};
    fmt::print("times: {} of {}^3 uint16 on {}\n{:<11}  {:>8}  {:>8} {:<18}  {:>8}  {:>8}  {:>8}  {:>8}\n", count, edge,
               device.info().name, "", "frames/s", "ms", "(p10 .. p90)", "upload", "made", "drawing", "floor");
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    for (const Classification classification : {Classification::post, Classification::pre}) {
        good = measure(device, series, classification, options, rows) && good;
    }
    write_report(options, "time", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
