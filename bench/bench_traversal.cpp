// Times every traversal on the same scenes and refuses those whose pictures differ.
#include "bench/bench_traversal.h"

#include "base/error.h"
#include "bench/scene_run.h"
#include "bench/timing.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

namespace {

/// Into the folder of --out, if there is one.
void write_picture(const SceneRun &stage, std::array<int, 2> size, Traversal traversal, const Image &picture) {
    if (!stage.options.out.empty()) {
        const std::string name = fmt::format("{}_{}x{}_{}.png", stage.scene.name, size[0], size[1], name_of(traversal));
        write_png(picture, std::filesystem::path(stage.options.out) / name);
    }
}

/// Traversal steps of each pixel's ray that marches to its end.
std::vector<std::uint32_t> marching_steps(SceneRun &stage, std::array<int, 2> size, RenderSettings settings) {
    settings.traversal = Traversal::if_if; // it has no packets, which share their walk
    settings.opacity_cutoff = 1.0;
    std::vector<std::uint32_t> steps;
    for (const PixelCounts &pixel : stage.renderer.count_pixels(stage.scene.camera, size[0], size[1], settings)) {
        steps.push_back(pixel.nodes);
    }
    return steps;
}

void print_walk_head(std::array<int, 2> size, const RenderSettings &settings) {
    fmt::print("{}x{}, leaf {}\n{:<28} {:>8} {:>8} {:>8} {:>9} {:>9}\n", size[0], size[1], settings.leaf_size, "", "ms",
               "p10", "p90", "Mstep", "Gstep/s");
}

/// Times the walk through the octree and compares its steps with those expected of each pixel.
void walk_row(SceneRun &stage, std::array<int, 2> size, const RenderSettings &settings,
              const std::vector<std::uint32_t> &expected, const std::string &label) {
    std::vector<double> times;
    for (int i = 0; i <= stage.options.frames; ++i) {
        const OctreeWalk walk = stage.renderer.walk_octree(stage.scene.camera, size[0], size[1], settings);
        if (walk.nodes != expected) {
            fmt::print("{:<28} refused: other steps than those of rays that march\n", label);
            stage.good = false;
            return;
        }
        if (i > 0) { // the first warms up
            times.push_back(walk.ms);
        }
    }
    const Spread ms = spread_of(times);
    const auto steps = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0});
    const double rate = static_cast<double>(steps) / ms.median * 1e3;
    fmt::print("{:<28} {:8.4f} {:8.4f} {:8.4f} {:9.3f} {:9.2f}\n", label, ms.median, ms.p10, ms.p90,
               static_cast<double>(steps) * 1e-6, rate * 1e-9);
    stage.rows.push_back({{"scene", stage.scene.name},
                          {"size", fmt::format("{}x{}", size[0], size[1])},
                          {"row", label},
                          {"leaf_size", settings.leaf_size},
                          {"local_padding", settings.local_padding},
                          {"node_coding", name_of(settings.node_coding)},
                          {"traversal_steps", steps},
                          {"steps_per_s", rate},
                          {"ms", ms.median},
                          {"ms_p10", ms.p10},
                          {"ms_p90", ms.p90}});
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

int bench_walk(const BenchOptions &options) {
    if (equal_devices(options).size() > 1) {
        throw UsageError("bench walk measures one device: name one with --device");
    }
    return for_each_scene(options, "walk", [&](SceneRun &stage) {
        const std::array<int, 2> size = sizes_of(options).front();
        RenderSettings settings = bench_settings(options);
        settings.leaf_size = options.leaf_size > 0 ? options.leaf_size : 8; // the thesis's
        const std::vector<std::uint32_t> expected = marching_steps(stage, size, settings);
        print_walk_head(size, settings);
        for (const int padding : paddings_of(stage.device.info())) {
            settings.local_padding = padding;
            walk_row(stage, size, settings, expected, fmt::format("padding {} bytes", padding));
        }
    });
}

int bench_coding(const BenchOptions &wanted) {
    BenchOptions options = wanted;
    if (equal_devices(options).size() > 1) {
        throw UsageError("bench coding measures one device: name one with --device");
    }
    if (options.traversals.empty()) {
        options.traversals = {Traversal::buffered_for_for_with_flags, Traversal::distance_map,
                              Traversal::octant_distance_map};
    }
    return for_each_scene(options, "coding", [&](SceneRun &stage) {
        const std::array<int, 2> size = sizes_of(options).front();
        Image expected;
        print_frame_head(fmt::format("{}x{}", size[0], size[1]));
        const double standard_ms = standard_row(stage, size, expected);
        for (const Traversal traversal : options.traversals) {
            for (const NodeCoding coding : values_of<NodeCoding>()) {
                RenderSettings settings = bench_settings(options);
                settings.traversal = traversal;
                settings.node_coding = coding;
                const bool octree = info_of(traversal).data == SkipData::octree;
                if (!octree && coding != NodeCoding::bytes) {
                    continue; // it has none
                }
                const std::string label = octree ? fmt::format("{} {}", name_of(coding), name_of(traversal))
                                                 : std::string(name_of(traversal));
                const FrameRow row = stage.row(size, settings, &expected, standard_ms, label);
                fmt::print("{:<28} {:8.3f} MiB for rays to look at, {:.3f} MiB held\n", "",
                           static_cast<double>(row.counts.skip_bytes) / (1 << 20),
                           static_cast<double>(row.counts.octree_bytes) / (1 << 20));
                stage.rows.back()["node_coding"] = octree ? nlohmann::json(name_of(coding)) : nlohmann::json();
                stage.rows.back()["skip_bytes"] = row.counts.skip_bytes;
                stage.rows.back()["octree_bytes"] = row.counts.octree_bytes;
            }
        }
        RenderSettings settings = bench_settings(options);
        settings.leaf_size = options.leaf_size > 0 ? options.leaf_size : 8; // the thesis's
        print_walk_head(size, settings);
        for (const NodeCoding coding : values_of<NodeCoding>()) {
            settings.node_coding = coding;
            walk_row(stage, size, settings, marching_steps(stage, size, settings),
                     fmt::format("{}, the walk alone", name_of(coding)));
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
        fmt::print("{}x{}, share of the {} lanes of simulated warps\n{:<28} {:>10} {:>10}{}\n", size[0], size[1],
                   simt_lanes, "", "traversal", "marching", counts_warps ? "  device t.  device m." : "");
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
            // Nobody traverses or marches: there is no share.
            const auto share = [](double value) { return value < 0.0 ? "-" : fmt::format("{:.3f}", value); };
            std::string line = fmt::format("{:<28} {:>10} {:>10}", info.name, share(traversal), share(marching));
            if (counts_warps) {
                stage.renderer.count_samples(stage.scene.camera, width, height, settings);
                const double device_traversal = traversal_efficiency(stage.renderer.statistics());
                const double device_marching = marching_efficiency(stage.renderer.statistics());
                line += fmt::format(" {:>10} {:>10}", share(device_traversal), share(device_marching));
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
