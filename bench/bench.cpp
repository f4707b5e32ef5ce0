// The list of benchmarks.
#include "bench/bench.h"

#include "bench/bench_compaction.h"
#include "bench/bench_compare.h"
#include "bench/bench_edit.h"
#include "bench/bench_isosurface.h"
#include "bench/bench_march.h"
#include "bench/bench_octree.h"
#include "bench/bench_report.h"
#include "bench/bench_skeleton.h"
#include "bench/bench_traversal.h"
#include "bench/frame_bench.h"
#include "device/error.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

struct Benchmark {
    BenchInfo info;
    int (*run)(const BenchOptions &);
};

const Benchmark all[] = {
    {{"march", "samples and fetches a second of the standard caster in an empty and in a full box"}, bench_march},
    {{"traversal", "every traversal on three scenes and three picture sizes, checked against none"}, bench_traversal},
    {{"simt", "SIMD efficiencies of simulated warps, beside the device's own counters"}, bench_simt},
    {{"octree", "building the octree and its distance maps"}, bench_octree},
    {{"edit", "from an edit of transfer function or light to the next frame, stage by stage"}, bench_edit},
    {{"isosurface", "extraction by every strategy, triangles compared; drawn with another isovalue every frame; "
                    "several devices (--device all) share the work"},
     bench_isosurface},
    {{"skeleton", "thinning to curve skeletons, compared with the serial reference"}, bench_skeleton},
    {{"compaction", "gathering the retained elements of an array: scan, atomics, HistoPyramids"}, bench_compaction},
    {{"workgroup", "frame time against the shape of work-groups"}, bench_workgroup},
    {{"occupancy", "frame time against resident work-groups, by unused local memory"}, bench_occupancy},
    {{"leaf", "frame time against the edge of the octree's leaves"}, bench_leaf},
    {{"threshold", "frame time against the occupancy above which nodes are marched"}, bench_threshold},
    {{"loops", "frame time against the loop parameters of traversals"}, bench_loops},
    {{"scaling", "frame time against picture size, step and volume size"}, bench_scaling},
    {{"report", "all of it on one page beside the papers' figures and the floors, in --out FOLDER"}, bench_report},
    {{"compare", "two JSON files of measurements, row by row: compare A.json B.json --fail-over 5%"}, bench_compare},
};

} // namespace

const std::vector<BenchInfo> &benchmarks() {
    static const std::vector<BenchInfo> infos = [] {
        std::vector<BenchInfo> result;
        for (const Benchmark &benchmark : all) {
            result.push_back(benchmark.info);
        }
        return result;
    }();
    return infos;
}

std::optional<SamplingBackend> backend_of(const std::string &name) {
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer, SamplingBackend::packet}) {
        if (name == backend_name(backend)) {
            return backend;
        }
    }
    return {};
}

int run_benchmark(const BenchOptions &options) {
    for (const Benchmark &benchmark : all) {
        if (benchmark.info.name == options.name) {
            if (!options.out.empty()) {
                make_folder(options.out);
            }
            return benchmark.run(options);
        }
    }
    throw UsageError(fmt::format("there is no benchmark '{}'; see voxmarch bench --list", options.name));
}

} // namespace voxmarch
