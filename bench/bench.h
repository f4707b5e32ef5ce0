// The benchmarks behind `voxmarch bench NAME`.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

struct BenchInfo {
    std::string name, description;
};

const std::vector<BenchInfo> &benchmarks();

struct BenchOptions {
    std::string name;    ///< one of benchmarks()
    std::string volume;  ///< VOLUME; empty: the benchmark's own
    std::string device;  ///< device selector
    std::string backend; ///< "auto", "image", "buffer", "packet"
    std::string out;     ///< folder for JSON, CSV and frames; empty: the table on stdout alone
    int width = 1920, height = 1080;
    int group_width = 0, group_height = 0; ///< work-group in pixels; 0: the renderer's default
    int frames = 20;                       ///< timed repetitions after the warm-up
};

/// Prints the table to stdout. @return process exit code: 0, or 1 if a check of a row failed
/// @throws as the renderer
int run_benchmark(const BenchOptions &options);

} // namespace voxmarch
