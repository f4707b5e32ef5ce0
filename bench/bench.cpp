// The table of benchmarks with the options that each uses, and the check that no other was given.
#include "bench/bench.h"

#include "base/error.h"
#include "bench/bench_bricks.h"
#include "bench/bench_channels.h"
#include "bench/bench_compaction.h"
#include "bench/bench_compare.h"
#include "bench/bench_devices.h"
#include "bench/bench_edit.h"
#include "bench/bench_input.h"
#include "bench/bench_isosurface.h"
#include "bench/bench_march.h"
#include "bench/bench_nodes.h"
#include "bench/bench_normals.h"
#include "bench/bench_octree.h"
#include "bench/bench_output.h"
#include "bench/bench_particles.h"
#include "bench/bench_report.h"
#include "bench/bench_scale.h"
#include "bench/bench_skeleton.h"
#include "bench/bench_time.h"
#include "bench/bench_trace.h"
#include "bench/bench_traversal.h"
#include "bench/frame_bench.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

struct Benchmark {
    BenchInfo info;
    int (*run)(const BenchOptions &);
};

using Names = std::vector<std::string>;

/// Options of all that measure.
Names with_device(Names more) {
    more.insert(more.end(), {"--frames", "--device", "--out"});
    return more;
}

/// Options of those that draw frames with bench_settings(), less those that a benchmark sets itself.
Names of_frames(const Names &without = {}, const Names &more = {}) {
    Names names = with_device({"--volume", "--size", "--traversal", "--pre", "--phong", "--opacity-cutoff", "--step",
                               "--leaf-size", "--threshold", "--work-group", "--backend"});
    std::erase_if(names, [&](const std::string &name) {
        return std::find(without.begin(), without.end(), name) != without.end();
    });
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

const Benchmark all[] = {
    {{"march", "samples and fetches a second of the standard caster in an empty and in a full box",
      with_device({"--volume", "--size", "--work-group", "--backend"})},
     bench_march},
    {{"traversal",
      "every traversal on three scenes and three picture sizes, checked against none; several devices (--device all) "
      "share the frames",
      of_frames()},
     bench_traversal},
    {{"channels",
      "frames of one to four channels, alike and different, beside one; pictures with and without skipping compared",
      of_frames({"--traversal", "--pre", "--phong"})},
     bench_channels},
    {{"devices",
      "frames that several devices (--device all) draw together: time, efficiency, balance, at rest and turning; "
      "pictures compared with those of one",
      of_frames()},
     bench_devices},
    {{"nodes", "the same by programs that mpirun or srun started on one machine or several: gathering, too",
      of_frames()},
     bench_nodes},
    {{"walk", "the walk through the octree alone, without samples, by unused local memory",
      of_frames({"--traversal", "--phong"})},
     bench_walk},
    {{"coding",
      "nodes of the octree as bytes and two in three bits, beside distance maps: memory, frames, and the walk alone",
      of_frames({"--phong"})},
     bench_coding},
    {{"simt", "SIMD efficiencies of simulated warps, beside the device's own counters",
      of_frames({"--traversal", "--frames"})},
     bench_simt},
    {{"octree", "building the octree and its distance maps",
      with_device({"--volume", "--leaf-size", "--largest-volume", "--backend"})},
     bench_octree},
    {{"edit", "from an edit of transfer function or light to the next frame, stage by stage",
      with_device(
          {"--volume", "--size", "--opacity-cutoff", "--step", "--leaf-size", "--largest-volume", "--backend"})},
     bench_edit},
    {{"isosurface",
      "extraction by every strategy, triangles compared; drawn with another isovalue every frame; formulas that are "
      "not stored; work units of several sizes; "
      "several devices (--device all) share the work",
      with_device({"--volume", "--size", "--largest-volume", "--unit-layers"})},
     bench_isosurface},
    {{"normals",
      "normals of isosurfaces by faces, forward and central differences: angles to those of formulas, and times",
      with_device({"--largest-volume"})},
     bench_normals},
    {{"skeleton",
      "thinning to curve skeletons, compared with the serial reference; by sizes of work-groups; a ladder of "
      "optimisations",
      with_device({"--volume", "--largest-volume"})},
     bench_skeleton},
    {{"input",
      "from a file to the device and to the first picture: uploads, reading, unpacking, counting, synthetic volumes, "
      "opening; each beside memory, page cache or pinned memory",
      with_device({"--largest-volume"})},
     bench_input},
    {{"bricks",
      "reading volumes brick by brick (mapped files, Zarr stores, formulas), compared with the whole, beside memcpy",
      with_device({"--volume"})},
     bench_bricks},
    {{"scale",
      "frames of a volume in bricks with room for all of them and for fewer: first, at rest, turning; bytes a frame "
      "beside the link; pictures compared",
      of_frames({"--traversal"}, {"--memory-limit", "--brick-edge"})},
     bench_scale},
    {{"output", "PNG of a frame, mesh files and gzip data, on the host, beside copying as many bytes",
      of_frames({"--traversal"})},
     bench_output},
    {{"time",
      "the times of a series played from host memory: frames a second, and what bringing, deriving and drawing a time "
      "take; pictures compared with those of new renderers",
      of_frames({"--volume", "--traversal", "--pre", "--frames"}, {"--quick"})},
     bench_time},
    {{"particles",
      "a dam break in particles: spreading them to a density, its surface, the whole frame; compared with the host bit "
      "by bit",
      with_device({"--size", "--quick"})},
     bench_particles},
    {{"trace",
      "traced light with one bound of the extinction for the volume and one for each leaf: paths a second, mean square "
      "error times seconds, means compared; pictures of many samples, and of few without noise",
      with_device({"--volume", "--size", "--leaf-size", "--backend"})},
     bench_trace},
    {{"compaction", "gathering the retained elements of an array: scan, atomics, HistoPyramids of twelve kinds",
      with_device({"--quick"})},
     bench_compaction},
    {{"workgroup", "frame time against the shape of work-groups", of_frames({"--work-group"})}, bench_workgroup},
    {{"occupancy", "frame time against resident work-groups, by unused local memory", of_frames()}, bench_occupancy},
    {{"registers",
      "frame time against the registers that a work-item may have (NVIDIA): with fewer, more warps are resident",
      of_frames()},
     bench_registers},
    {{"multiprocessors", "frame time of persistent traversals against the number of multiprocessors at work",
      of_frames()},
     bench_multiprocessors},
    {{"leaf", "frame time against the edge of the octree's leaves", of_frames({"--leaf-size"})}, bench_leaf},
    {{"threshold", "frame time against the occupancy above which nodes are marched", of_frames({"--threshold"})},
     bench_threshold},
    {{"loops", "frame time against the loop parameters of traversals", of_frames()}, bench_loops},
    {{"scaling", "frame time against picture size, step and volume size", of_frames({}, {"--largest-volume"})},
     bench_scaling},
    {{"report", "all of it on one page beside the papers' figures and the floors, in --out FOLDER",
      of_frames({}, {"--largest-volume", "--quick"})},
     bench_report},
    {{"compare", "two JSON files of measurements, row by row: compare A.json B.json --fail-over 5%", {"--fail-over"}},
     bench_compare},
};

const Benchmark &find_benchmark(const std::string &name) {
    for (const Benchmark &benchmark : all) {
        if (benchmark.info.name == name) {
            return benchmark;
        }
    }
    throw UsageError(fmt::format("there is no benchmark '{}'; see voxmarch bench --list", name));
}

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

void require_used(const BenchInfo &benchmark, const std::vector<std::string> &options) {
    for (const std::string &option : options) {
        if (std::find(benchmark.options.begin(), benchmark.options.end(), option) == benchmark.options.end()) {
            throw UsageError(fmt::format("bench {} has no use for {}; its options are {}", benchmark.name, option,
                                         fmt::join(benchmark.options, ", ")));
        }
    }
    const auto given = [&](const char *name) {
        return std::find(options.begin(), options.end(), name) != options.end();
    };
    // The one doubles files, the other scales volumes of its own.
    const bool uses_both = benchmark.name == "skeleton" || benchmark.name == "report";
    if (given("--volume") && given("--largest-volume") && !uses_both) {
        throw UsageError(fmt::format("bench {} takes the volumes of --volume as they are: leave out --largest-volume",
                                     benchmark.name));
    }
}

void require_used(const std::string &benchmark, const std::vector<std::string> &options) {
    require_used(find_benchmark(benchmark).info, options);
}

int run_benchmark(const BenchOptions &options) {
    const Benchmark &benchmark = find_benchmark(options.name);
    if (options.ranks != nullptr && !options.ranks->alone() && benchmark.run != bench_nodes) {
        throw UsageError(fmt::format("bench {} is no work for {} programs: start it once, or take bench nodes",
                                     options.name, options.ranks->size()));
    }
    for (const std::string &volume : options.volumes) {
        static_cast<void>(read_volume_header(volume)); // what is wrong with it is said before any table begins
    }
    if (!options.out.empty()) {
        make_folder(options.out);
    }
    return benchmark.run(options);
}

} // namespace voxmarch
