// The list of benchmarks.
#include "bench/bench.h"

#include "bench/bench_march.h"
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

int run_benchmark(const BenchOptions &options) {
    for (const Benchmark &benchmark : all) {
        if (benchmark.info.name == options.name) {
            return benchmark.run(options);
        }
    }
    throw UsageError(fmt::format("there is no benchmark '{}'; see voxmarch bench --list", options.name));
}

} // namespace voxmarch
