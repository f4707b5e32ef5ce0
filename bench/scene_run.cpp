// Sets up the scenes of benchmarks and measures rows on them.
#include "bench/scene_run.h"

#include "base/error.h"
#include "bench/counted_work.h"
#include "bench/device_rates.h"
#include "bench/multiprocessor.h"
#include "bench/shared_frames.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

/// What a frame computes and reads, where that can be counted, and the device's rates of both.
void add_counted_work(nlohmann::json &json, const FrameRow &row, Device &device, double voxels) {
    const double operations = counted_operations(row.counts, row.settings);
    if (!std::isfinite(operations)) {
        return;
    }
    json["operations"] = operations;
    json["bytes_once"] = bytes_once(row.counts, row.settings, voxels);
    json["memory_rate"] = rates_of(device).copy;
    if (const double peak = arithmetic_peak(device.info()); peak > 0.0) {
        json["arithmetic_peak"] = peak;
    }
}

} // namespace

FrameRow SceneRun::row(std::array<int, 2> size, const RenderSettings &settings, const Image *expected,
                       double standard_ms, const std::string &label, Image *picture) {
    DrawFrame shared;
    const Scene frame = shared_scene(options, scene, {size, settings.step, settings.traversal});
    if (team.size() > 1) {
        shared = [&](FrameStatistics &statistics) { return team.draw(frame, settings, {}, statistics); };
    }
    const FrameRow measured =
        measure_frame(renderer, scene.camera, size, settings, expected, options.frames, label, picture, shared);
    const double standard = standard_ms > 0.0 ? standard_ms : measured.ms.median;
    print_frame_row(measured, standard, peak);
    std::fflush(stdout);
    nlohmann::json json = frame_json(measured, standard, peak);
    json["scene"] = scene.name;
    if (measured.equal) {
        add_counted_work(json, measured, device, static_cast<double>(content->volume.grid().voxel_count()));
    }
    json["devices"] = team.size();
    json["size"] = fmt::format("{}x{}", size[0], size[1]);
    rows.push_back(json);
    good = good && measured.equal;
    return measured;
}

std::vector<Traversal> traversals_of(const BenchOptions &options, SamplingBackend backend, const DeviceInfo &device) {
    std::vector<Traversal> result;
    for (const TraversalInfo &info : traversals) {
        const bool asked_for =
            std::find(options.traversals.begin(), options.traversals.end(), info.traversal) != options.traversals.end();
        const bool in_back_end = backend != SamplingBackend::packet || info.packets;
        const bool on_device = !info.persistent || device.long_loops;
        if (asked_for && !in_back_end) {
            throw UsageError(fmt::format("the packet back end has no traversal {}: use --backend buffer", info.name));
        }
        if (asked_for && !on_device) {
            throw UsageError(fmt::format("traversal {} needs long loops, and this device's driver cuts them off: use "
                                         "another --traversal",
                                         info.name));
        }
        if (info.traversal != Traversal::none && (asked_for || options.traversals.empty()) && in_back_end &&
            on_device) {
            result.push_back(info.traversal);
        }
    }
    return result;
}

std::vector<int> paddings_of(const DeviceInfo &device) {
    constexpr std::uint64_t tables = 1026 * 16 + 512; // what the kernel itself takes at most
    std::vector<int> paddings{0, 2048, 4096, 8192, 12288, 16384, 24576, 32768, 40960};
    std::erase_if(paddings, [&](int padding) { return padding + tables > device.local_memory; });
    return paddings;
}

int for_each_scene(const BenchOptions &options, const std::string &name, const std::function<void(SceneRun &)> &work) {
    const std::vector<int> indices = equal_devices(options);
    const DeviceInfo first = Device(indices.front(), options.opening).info();
    traversals_of(options, options.backend.value_or(first.backend), first); // or refuses
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    for (const std::string &volume : scene_volumes(options)) {
        BenchScene scene = read_scene(volume);
        const auto content = std::make_shared<SceneContent>(SceneContent{std::move(scene.volume)});
        const OpenedTeam opened = open_team(options, indices, content);
        Device &device = *opened.devices.front();
        const RenderSettings settings = bench_settings(options);
        VolumeRenderer &renderer =
            opened.first->renderer_for(shared_scene(options, scene, {{1, 1}, settings.step, settings.traversal}));
        SceneRun stage{
            options, device, scene, renderer, *opened.team, content, measure_texture_peak(device, renderer.backend()),
            rows};
        fmt::print("\n{}: {}, {} back end on {}; standard view, step {}, thesis transfer function, {}, {}, cutoff {}\n",
                   name, scene.name, name_of(renderer.backend()), opened.team->device().name, settings.step,
                   name_of(settings.classification), name_of(settings.shading), settings.opacity_cutoff);
        if (stage.peak.r8 > 0.0) {
            fmt::print("texture units: {:.0f} billion trilinear samples/s (R8), {:.0f} (RGBA8)\n", stage.peak.r8 / 1e9,
                       stage.peak.rgba8 / 1e9);
        }
        work(stage);
        good = good && stage.good;
    }
    write_report(options, name, first, rows);
    return good ? 0 : 1;
}

std::vector<std::array<int, 2>> sizes_of(const BenchOptions &options) {
    if (!options.sizes.empty()) {
        return options.sizes;
    }
    return {{1024, 768}, {1920, 1080}, {3840, 2160}};
}

double standard_row(SceneRun &run, std::array<int, 2> size, Image &expected) {
    RenderSettings settings = bench_settings(run.options);
    settings.traversal = Traversal::none;
    if (run.team.size() == 1) {
        return run.row(size, settings, nullptr, 0.0, "none", &expected).ms.median;
    }
    expected = run.renderer.render(run.scene.camera, size[0], size[1], settings);
    return run.row(size, settings, &expected, 0.0, "none").ms.median;
}

} // namespace voxmarch
