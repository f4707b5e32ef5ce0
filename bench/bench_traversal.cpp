// The traversals compared.
#include "bench/bench_traversal.h"

#include "bench/frame_bench.h"
#include "device/error.h"
#include "renderer/traversal.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <functional>

namespace voxmarch {

namespace {

/// One scene, ready to be measured.
struct Stage {
    const BenchOptions &options;
    Device &device;
    const BenchScene &scene;
    VolumeRenderer &renderer;
    TexturePeak peak;
    nlohmann::json &rows;
    bool good = true;

    /// Measures, prints and records one configuration.
    FrameRow row(std::array<int, 2> size, const RenderSettings &settings, const Image *expected, double standard_ms,
                 const std::string &label, Image *picture = nullptr) {
        const FrameRow measured =
            measure_frame(renderer, scene.camera, size, settings, expected, options.frames, label, picture);
        const double standard = standard_ms > 0.0 ? standard_ms : measured.ms.median;
        print_frame_row(measured, standard, peak);
        std::fflush(stdout);
        nlohmann::json json = frame_json(measured, standard, peak);
        json["scene"] = scene.name;
        json["size"] = fmt::format("{}x{}", size[0], size[1]);
        rows.push_back(json);
        good = good && measured.equal;
        return measured;
    }
};

/// The traversals to measure, `none` apart, which is measured anyway: those asked for, else all that this back end has.
/// @throws UsageError for one that was asked for and is impossible
std::vector<Traversal> traversals_of(const BenchOptions &options, SamplingBackend backend, const DeviceInfo &device) {
    std::vector<Traversal> result;
    for (const TraversalInfo &info : traversals()) {
        const bool asked_for =
            std::find(options.traversals.begin(), options.traversals.end(), info.name) != options.traversals.end();
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

/// Sets the scenes up one after the other and lets `work` measure them.
int for_each_scene(const BenchOptions &options, const std::string &name, const std::function<void(Stage &)> &work) {
    Device device(options.device);
    traversals_of(options, backend_of(options.backend).value_or(device.info().backend), device.info()); // or refuses
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    for (const std::string &volume : scene_volumes(options)) {
        const BenchScene scene = read_scene(volume);
        VolumeRenderer renderer(device, scene.volume, backend_of(options.backend));
        const RenderSettings settings = bench_settings(options);
        Stage stage{options, device, scene, renderer, measure_texture_peak(device, renderer.backend()), rows};
        fmt::print("\n{}: {}, {} back end on {}; standard view, step {}, thesis transfer function, {}, {}, cutoff {}\n",
                   name, scene.name, backend_name(renderer.backend()), device.info().name, settings.step,
                   name_of(settings.classification), name_of(settings.shading), settings.opacity_cutoff);
        if (stage.peak.r8 > 0.0) {
            fmt::print("texture units: {:.0f} billion trilinear samples/s (R8), {:.0f} (RGBA8)\n", stage.peak.r8 / 1e9,
                       stage.peak.rgba8 / 1e9);
        }
        work(stage);
        good = good && stage.good;
    }
    write_report(options, name, device.info(), rows);
    return good ? 0 : 1;
}

std::vector<std::array<int, 2>> sizes_of(const BenchOptions &options) {
    if (!options.sizes.empty()) {
        return options.sizes;
    }
    return {{1024, 768}, {1920, 1080}, {3840, 2160}};
}

/// The standard caster first, whose picture and time all others are compared with.
double standard_row(Stage &stage, std::array<int, 2> size, Image &expected) {
    RenderSettings settings = bench_settings(stage.options);
    settings.traversal = Traversal::none;
    return stage.row(size, settings, nullptr, 0.0, "none", &expected).ms.median;
}

/// Into the folder of --out, if there is one.
void write_picture(const Stage &stage, std::array<int, 2> size, Traversal traversal, const Image &picture) {
    if (!stage.options.out.empty()) {
        const std::string name = fmt::format("{}_{}x{}_{}.png", stage.scene.name, size[0], size[1], name_of(traversal));
        write_png(picture, std::filesystem::path(stage.options.out) / name);
    }
}

/// Measures one traversal at the first size with settings changed by `change`, a row for each of `values`.
template <typename Value>
void sweep(Stage &stage, const std::vector<Value> &values,
           const std::function<std::string(RenderSettings &, Value)> &change) {
    const std::array<int, 2> size = sizes_of(stage.options).front();
    Image expected;
    print_frame_head(fmt::format("{}x{}", size[0], size[1]));
    const double standard_ms = standard_row(stage, size, expected);
    for (const Traversal traversal : traversals_of(stage.options, stage.renderer.backend(), stage.device.info())) {
        fmt::print("{}\n", name_of(traversal));
        for (const Value &value : values) {
            RenderSettings settings = bench_settings(stage.options);
            settings.traversal = traversal;
            const std::string label = change(settings, value);
            if (label.empty()) {
                continue;
            }
            try {
                stage.row(size, settings, &expected, standard_ms, "  " + label);
            } catch (const DeviceError &error) { // more than the device takes of a group or of local memory
                fmt::print("  {}: {}\n", label, error.what());
            }
        }
    }
}

} // namespace

int bench_traversal(const BenchOptions &options) {
    return for_each_scene(options, "traversal", [&](Stage &stage) {
        for (const std::array<int, 2> &size : sizes_of(options)) {
            Image expected;
            print_frame_head(fmt::format("{}x{}", size[0], size[1]));
            const double standard_ms = standard_row(stage, size, expected);
            write_picture(stage, size, Traversal::none, expected);
            for (const Traversal traversal : traversals_of(options, stage.renderer.backend(), stage.device.info())) {
                RenderSettings settings = bench_settings(options);
                settings.traversal = traversal;
                Image picture;
                stage.row(size, settings, &expected, standard_ms, std::string(name_of(traversal)), &picture);
                write_picture(stage, size, traversal, picture);
            }
        }
    });
}

int bench_simt(const BenchOptions &options) {
    return for_each_scene(options, "simt", [&](Stage &stage) {
        const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{512, 512} : options.sizes.front();
        const bool counts_warps = stage.renderer.backend() != SamplingBackend::packet &&
                                  stage.device.info().warp_lanes == static_cast<unsigned>(simt_lanes);
        fmt::print("{}x{}\n{:<28} {:>10} {:>10} {:>10} {:>10}\n", size[0], size[1], "", "traversal", "marching",
                   "device t.", "device m.");
        for (const TraversalInfo &info : traversals()) {
            RenderSettings settings = bench_settings(options);
            settings.traversal = info.traversal;
            const auto [width, height] = size;
            FrameStatistics simulated;
            simulated.warp_lanes = simt_lanes;
            const SimtScene scene = stage.renderer.simt_scene(stage.scene.camera, width, height, settings);
            for (const SimtCounts &pixel : simulate_simt(scene, settings)) {
                simulated.nodes += pixel.nodes;
                simulated.node_iterations += pixel.node_iterations;
                simulated.samples += pixel.samples;
                simulated.sample_iterations += pixel.sample_iterations;
            }
            const double traversal = traversal_efficiency(simulated), marching = marching_efficiency(simulated);
            nlohmann::json row{{"scene", stage.scene.name},
                               {"traversal", info.name},
                               {"simulated_traversal", traversal},
                               {"simulated_marching", marching}};
            std::string line = fmt::format("{:<28} {:10.3f} {:10.3f}", info.name, traversal, marching);
            if (counts_warps) {
                stage.renderer.count_samples(stage.scene.camera, width, height, settings);
                const double device_traversal = traversal_efficiency(stage.renderer.statistics());
                const double device_marching = marching_efficiency(stage.renderer.statistics());
                line += fmt::format(" {:10.3f} {:10.3f}", device_traversal, device_marching);
                row["device_traversal"] = device_traversal;
                row["device_marching"] = device_marching;
                // Which rays meet in the warp of a pool depends on the order in which warps run.
                const bool same_flow = !info.persistent || info.traversal == Traversal::persistent_warp_refill;
                if (same_flow &&
                    (std::abs(device_traversal - traversal) > 0.02 || std::abs(device_marching - marching) > 0.02)) {
                    line += "  differ by more than 0.02";
                    stage.good = false;
                }
            }
            fmt::print("{}\n", line);
            std::fflush(stdout);
            stage.rows.push_back(row);
        }
    });
}

int bench_workgroup(const BenchOptions &options) {
    return for_each_scene(options, "workgroup", [&](Stage &stage) {
        sweep<std::array<int, 2>>(
            stage, {{8, 4}, {8, 8}, {16, 4}, {16, 8}, {8, 16}, {32, 4}, {16, 16}, {32, 8}, {32, 16}, {32, 32}},
            [](RenderSettings &settings, std::array<int, 2> group) {
                settings.group_width = group[0];
                settings.group_height = group[1];
                return fmt::format("work-group {}x{}", group[0], group[1]);
            });
    });
}

int bench_occupancy(const BenchOptions &options) {
    return for_each_scene(options, "occupancy", [&](Stage &stage) {
        const std::uint64_t available = stage.device.info().local_memory;
        sweep<int>(stage, {0, 2048, 4096, 8192, 12288, 16384, 24576, 32768, 40960},
                   [&](RenderSettings &settings, int padding) {
                       settings.local_padding = padding;
                       constexpr std::uint64_t tables = 1026 * 16 + 512; // what the kernel itself takes at most
                       return padding + tables <= available ? fmt::format("padding {} bytes", padding) : std::string();
                   });
    });
}

int bench_leaf(const BenchOptions &options) {
    return for_each_scene(options, "leaf", [&](Stage &stage) {
        sweep<int>(stage, {2, 4, 8, 16, 32}, [](RenderSettings &settings, int leaf_size) {
            settings.leaf_size = leaf_size;
            return fmt::format("leaf {}", leaf_size);
        });
    });
}

int bench_threshold(const BenchOptions &options) {
    return for_each_scene(options, "threshold", [&](Stage &stage) {
        sweep<double>(stage, {0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99}, [](RenderSettings &settings, double threshold) {
            settings.threshold = threshold;
            return fmt::format("threshold {}", threshold);
        });
    });
}

int bench_loops(const BenchOptions &options) {
    std::vector<LoopParams> values;
    for (const int fused : {1, 2, 4, 8}) {
        for (const int marching : {4, 8, 16, 32, 64}) {
            for (const int nodes : {1, 2, 4, 8, 16, 32}) {
                if (marching % fused == 0) {
                    values.push_back({nodes, marching, fused, 8, 4, 4});
                }
            }
        }
    }
    return for_each_scene(options, "loops", [&](Stage &stage) {
        sweep<LoopParams>(stage, values, [](RenderSettings &settings, LoopParams loops) {
            settings.loops = loops;
            return fmt::format("nodes {} march {} fused {}", loops.node_steps, loops.marching_steps, loops.fused_steps);
        });
    });
}

int bench_scaling(const BenchOptions &options) {
    BenchOptions changed = options;
    const auto measure = [&](const char *what) {
        return for_each_scene(changed, fmt::format("scaling_{}", what), [&](Stage &stage) {
            for (const std::array<int, 2> &size : sizes_of(changed)) {
                Image expected;
                print_frame_head(fmt::format("{}x{}", size[0], size[1]));
                const double standard_ms = standard_row(stage, size, expected);
                for (const Traversal traversal :
                     traversals_of(changed, stage.renderer.backend(), stage.device.info())) {
                    RenderSettings settings = bench_settings(changed);
                    settings.traversal = traversal;
                    stage.row(size, settings, &expected, standard_ms, std::string(name_of(traversal)));
                }
            }
        });
    };
    if (changed.traversals.empty()) {
        changed.traversals = {"buffered-for-for-with-flags", "distance-map", "octant-distance-map"};
    }
    if (changed.volumes.empty()) {
        changed.volumes = {"synthetic:tree:256"};
    }
    // Picture size.
    int code = 0;
    if (options.sizes.empty()) {
        changed.sizes = {{256, 256}, {512, 512}, {1024, 1024}, {2048, 2048}, {4096, 4096}};
    }
    code |= measure("picture");
    // Step.
    changed.sizes = {options.sizes.empty() ? std::array<int, 2>{1024, 1024} : options.sizes.front()};
    for (const double step : {0.125, 0.25, 0.5, 1.0, 2.0}) {
        changed.step = step;
        code |= measure(fmt::format("step_{}", step).c_str());
    }
    changed.step = options.step;
    // Volume size at the same picture.
    if (options.volumes.empty()) {
        changed.volumes.clear();
        for (int n = 128; n <= std::min(options.largest_volume, 2048); n *= 2) {
            changed.volumes.push_back(fmt::format("synthetic:tree:{}", n));
        }
        code |= measure("volume");
    }
    return code;
}

} // namespace voxmarch
