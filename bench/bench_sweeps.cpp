// One parameter of the traversals after the other: work-groups, leaves, thresholds, loops; pictures, steps and volumes.
#include "base/error.h"
#include "bench/bench_traversal.h"
#include "bench/scene_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace voxmarch {

namespace {

/// Measures one traversal at the first size with settings changed by `change`, a row for each of `values`.
template <typename Value>
void sweep(SceneRun &stage, const std::vector<Value> &values,
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
            try {
                stage.row(size, settings, &expected, standard_ms, "  " + label);
            } catch (const DeviceError &error) { // more than the device takes of a group or of local memory
                fmt::print("  {}: {}\n", label, error.what());
            }
        }
    }
}

} // namespace

int bench_workgroup(const BenchOptions &options) {
    return for_each_scene(options, "workgroup", [&](SceneRun &stage) {
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
    return for_each_scene(options, "occupancy", [&](SceneRun &stage) {
        sweep<int>(stage, paddings_of(stage.device.info()), [](RenderSettings &settings, int padding) {
            settings.local_padding = padding;
            return fmt::format("padding {} bytes", padding);
        });
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
    return for_each_scene(options, "loops", [&](SceneRun &stage) {
        sweep<LoopParams>(stage, values, [](RenderSettings &settings, LoopParams loops) {
            settings.loops = loops;
            return fmt::format("nodes {} march {} fused {}", loops.node_steps, loops.marching_steps, loops.fused_steps);
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
