// Times every traversal on the same scenes and refuses those whose pictures differ.
#include "bench/bench_traversal.h"

#include "base/error.h"
#include "bench/scene_run.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Into the folder of --out, if there is one.
void write_picture(const SceneRun &stage, std::array<int, 2> size, Traversal traversal, const Image &picture) {
    if (!stage.options.out.empty()) {
        const std::string name = fmt::format("{}_{}x{}_{}.png", stage.scene.name, size[0], size[1], name_of(traversal));
        write_png(picture, std::filesystem::path(stage.options.out) / name);
    }
}

} // namespace

int bench_traversal(const BenchOptions &options) {
    return for_each_scene(options, "traversal", [&](SceneRun &stage) {
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
    if (equal_devices(options).size() > 1) {
        throw UsageError("bench simt counts on one device: name one with --device");
    }
    return for_each_scene(options, "simt", [&](SceneRun &stage) {
        const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{512, 512} : options.sizes.front();
        const bool counts_warps = stage.renderer.backend() != SamplingBackend::packet &&
                                  stage.device.info().warp_lanes == static_cast<unsigned>(simt_lanes);
        fmt::print("{}x{}\n{:<28} {:>10} {:>10} {:>10} {:>10}\n", size[0], size[1], "", "traversal", "marching",
                   "device t.", "device m.");
        for (const TraversalInfo &info : traversals) {
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
                const bool same_flow = info.pool.empty();
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

} // namespace voxmarch
