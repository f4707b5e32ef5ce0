// One parameter of the traversals after the other: work-groups, leaves, thresholds, loops; pictures, steps and volumes.
#include "base/error.h"
#include "bench/bench_traversal.h"
#include "bench/multiprocessor.h"
#include "bench/opened_team.h"
#include "bench/register_use.h"
#include "bench/scene_run.h"
#include "bench/shared_frames.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>

namespace voxmarch {

namespace {

/// Measures the traversals at the first size with settings changed by `change`, a row for each of their values.
template <typename Value>
void sweep(SceneRun &stage, const std::function<std::vector<Value>(const TraversalInfo &)> &values_of,
           const std::function<std::string(RenderSettings &, Value)> &change) {
    const std::array<int, 2> size = sizes_of(stage.options).front();
    Image expected;
    print_frame_head(fmt::format("{}x{}", size[0], size[1]));
    const double standard_ms = standard_row(stage, size, expected);
    for (const Traversal traversal : traversals_of(stage.options, stage.renderer.backend(), stage.device.info())) {
        const std::vector<Value> values = values_of(info_of(traversal));
        if (values.empty()) {
            continue;
        }
        fmt::print("{}\n", name_of(traversal));
        for (const Value &value : values) {
            RenderSettings settings = bench_settings(stage.options);
            settings.traversal = traversal;
            const std::string label = change(settings, value);
            try {
                stage.row(size, settings, &expected, standard_ms, "  " + label);
            } catch (const DeviceError &error) { // more than the device takes of a group or of local memory
                fmt::print("  {}: {}\n", label, error.what());
            }
        }
    }
}

/// The same values for every traversal.
template <typename Value>
void sweep(SceneRun &stage, const std::vector<Value> &values,
           const std::function<std::string(RenderSettings &, Value)> &change) {
    sweep<Value>(
        stage, [&](const TraversalInfo &) { return values; }, change);
}

/// Loops to try of a traversal, each once; parameters that it does not look at stay. On CPUs four, as each is two
/// programs, which take longer to be built than to draw.
std::vector<LoopParams> loops_to_try(const TraversalInfo &info, DeviceKind device) {
    using List = std::vector<int>;
    const bool few = device == DeviceKind::cpu;
    const List nodes = few ? List{2, 16} : List{1, 2, 4, 8, 16, 32};
    const List marching = few ? List{16, 64} : List{4, 8, 16, 32, 64};
    const List fused =
        few || !uses(info, &LoopParams::fused_steps) ? List{info.defaults.fused_steps} : List{1, 2, 4, 8};
    std::vector<LoopParams> found;
    if (!uses(info, &LoopParams::node_steps)) {
        return found;
    }
    for (const int fused_steps : fused) {
        for (const int marching_steps : marching) {
            for (const int node_steps : nodes) {
                if (marching_steps % fused_steps == 0) {
                    found.push_back(changed_loops(info, {{&LoopParams::node_steps, node_steps},
                                                         {&LoopParams::marching_steps, marching_steps},
                                                         {&LoopParams::fused_steps, fused_steps}}));
                }
            }
        }
    }
    return found;
}

/// By limit and traversal: the driver compiles a kernel once, and tells of it then.
using KnownUses = std::map<std::pair<int, Traversal>, RegisterUse>;

/// Measures the traversals with kernels of so many registers at most, by a device that is opened for them alone: what
/// comes from the cache tells no registers.
void limited_rows(SceneRun &stage, std::array<int, 2> size, const Image &expected, double standard_ms, int limit,
                  KnownUses &known) {
    std::optional<RegisterUse> use;
    DeviceOptions opening = stage.options.opening;
    opening.cache_folder.clear();
    opening.registers = limit;
    opening.remarks = [&](const std::string &program, const std::string &log) {
        if (!use && program.starts_with("ray_cast")) { // the first is the one that is timed, the next one counts
            use = register_use(log, "ray_cast");
        }
    };
    Device device(stage.device.info().index, opening);
    SceneRenderer drawing(device, stage.content, stage.options.backend);
    for (const Traversal traversal : traversals_of(stage.options, drawing.backend(), device.info())) {
        RenderSettings settings = bench_settings(stage.options);
        settings.traversal = traversal;
        VolumeRenderer &renderer =
            drawing.renderer_for(shared_scene(stage.options, stage.scene, {size, settings.step, traversal}));
        SceneRun limited{stage.options, device,        stage.scene, renderer,
                         stage.team,    stage.content, stage.peak,  stage.rows};
        use.reset();
        const std::string most = limit == 0 ? "as they are" : fmt::format("at most {}", limit);
        const FrameRow row =
            limited.row(size, settings, &expected, standard_ms, fmt::format("{}, {}", name_of(traversal), most));
        stage.good = stage.good && limited.good;
        nlohmann::json &json = stage.rows.back();
        json["register_limit"] = limit;
        if (use) {
            known[{limit, traversal}] = *use;
        } else if (const auto before = known.find({limit, traversal}); before != known.end()) {
            use = before->second;
        }
        json["resident_warps"] = nullptr;
        if (use) {
            const int warps = resident_warps(device.info(), settings.group_width * settings.group_height,
                                             row.counts.group_local_bytes, use->registers);
            fmt::print("{:<28} {} registers, {} bytes spilled, {} warps resident at most\n", "", use->registers,
                       use->spill_bytes, warps);
            json["registers"] = use->registers;
            json["spill_bytes"] = use->spill_bytes;
            json["resident_warps"] = warps;
        }
    }
}

} // namespace

int bench_workgroup(const BenchOptions &options) {
    // 1 to 16 warps of 8x4 pixels as near to a square as they can be, then other shapes.
    std::vector<std::array<int, 2>> groups{{8, 4},   {8, 8},   {8, 12},  {16, 8}, {8, 20},  {16, 12}, {8, 28},
                                           {16, 16}, {24, 12}, {16, 20}, {8, 44}, {24, 16}, {8, 52},  {16, 28},
                                           {24, 20}, {32, 16}, {16, 4},  {8, 16}, {32, 4},  {32, 8},  {16, 32}};
    if (options.quick) { // each is a program
        groups = {{8, 4}, {8, 8}, {16, 8}, {16, 16}, {32, 16}};
    }
    return for_each_scene(options, "workgroup", [&](SceneRun &stage) {
        sweep<std::array<int, 2>>(stage, groups, [](RenderSettings &settings, std::array<int, 2> group) {
            settings.group_width = group[0];
            settings.group_height = group[1];
            return fmt::format("work-group {}x{}", group[0], group[1]);
        });
    });
}

int bench_occupancy(const BenchOptions &options) {
    return for_each_scene(options, "occupancy", [&](SceneRun &stage) {
        sweep<int>(stage, paddings_of(stage.device.info()), [](RenderSettings &settings, int padding) {
            settings.local_padding = padding;
            return fmt::format("padding {} bytes", padding);
        });
    });
}

int bench_registers(const BenchOptions &wanted) {
    BenchOptions options = wanted;
    if (equal_devices(options).size() > 1) {
        throw UsageError("bench registers measures one device: name one with --device");
    }
    if (options.traversals.empty()) {
        options.traversals = {Traversal::buffered_for_for_with_flags, Traversal::octant_distance_map};
    }
    KnownUses known;
    return for_each_scene(options, "registers", [&](SceneRun &stage) {
        if (!limits_registers(stage.device.info())) {
            fmt::print("not measured: this driver takes no limit of registers (cl_nv_compiler_options)\n");
            return;
        }
        const std::array<int, 2> size = sizes_of(options).front();
        Image expected;
        print_frame_head(fmt::format("{}x{}", size[0], size[1]));
        const double standard_ms = standard_row(stage, size, expected);
        // 0: the kernel as it is drawn, with a required size of groups; 255: without, and as many as there can be.
        for (const int limit : {0, 255, 128, 96, 80, 64, 48, 40, 32}) {
            limited_rows(stage, size, expected, standard_ms, limit, known);
        }
    });
}

int bench_multiprocessors(const BenchOptions &wanted) {
    BenchOptions options = wanted;
    if (options.traversals.empty()) {
        options.traversals = {Traversal::persistent_warp_refill};
    }
    for (const Traversal traversal : options.traversals) {
        if (!info_of(traversal).persistent) {
            throw UsageError(fmt::format("bench multiprocessors counts the groups that persistent traversals start; {} "
                                         "is none",
                                         name_of(traversal)));
        }
    }
    if (!options.backend) {
        const int first = equal_devices(options).front();
        const SamplingBackend usual = Device(first, options.opening).info().backend;
        options.backend = usual == SamplingBackend::packet ? SamplingBackend::buffer : usual;
    }
    return for_each_scene(options, "multiprocessors", [&](SceneRun &stage) {
        const RenderSettings settings = bench_settings(options);
        const auto items = static_cast<std::size_t>(settings.group_width * settings.group_height);
        std::vector<int> groups;
        for (int n = 1; n < static_cast<int>(stage.device.info().compute_units); n *= 2) {
            groups.push_back(n);
        }
        for (const int resident : {1, 2, 4, 8, 16}) { // on every multiprocessor
            groups.push_back(static_cast<int>(stage.device.info().compute_units) * resident);
        }
        if (multiprocessors_used(stage.device, 1, items) == 0) {
            fmt::print("multiprocessors at work: not measured here: this device does not tell where a group runs "
                       "(NVIDIA's do); times by the number of groups\n");
        }
        sweep<int>(stage, groups, [&](RenderSettings &, int count) {
            stage.renderer.set_persistent_groups(static_cast<std::size_t>(count));
            const int used = multiprocessors_used(stage.device, static_cast<std::size_t>(count), items);
            return used > 0 ? fmt::format("groups {} on {}", count, used) : fmt::format("groups {}", count);
        });
        stage.renderer.set_persistent_groups(0);
    });
}

int bench_leaf(const BenchOptions &options) {
    return for_each_scene(options, "leaf", [&](SceneRun &stage) {
        sweep<int>(stage, {2, 4, 8, 16, 32}, [](RenderSettings &settings, int leaf_size) {
            settings.leaf_size = leaf_size;
            return fmt::format("leaf {}", leaf_size);
        });
    });
}

int bench_threshold(const BenchOptions &options) {
    return for_each_scene(options, "threshold", [&](SceneRun &stage) {
        sweep<double>(stage, {0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99}, [](RenderSettings &settings, double threshold) {
            settings.threshold = threshold;
            return fmt::format("threshold {}", threshold);
        });
    });
}

int bench_loops(const BenchOptions &options) {
    return for_each_scene(options, "loops", [&](SceneRun &stage) {
        const DeviceKind device = stage.device.info().kind;
        sweep<LoopParams>(
            stage, [&](const TraversalInfo &info) { return loops_to_try(info, device); },
            [](RenderSettings &settings, LoopParams loops) {
                settings.loops = loops;
                return fmt::format("nodes {} march {} fused {}", loops.node_steps, loops.marching_steps,
                                   loops.fused_steps);
            });
    });
}

int bench_scaling(const BenchOptions &options) {
    BenchOptions changed = options;
    const auto measure = [&](const char *what) {
        return for_each_scene(changed, fmt::format("scaling_{}", what), [&](SceneRun &stage) {
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
        changed.traversals = {Traversal::buffered_for_for_with_flags, Traversal::distance_map,
                              Traversal::octant_distance_map};
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
