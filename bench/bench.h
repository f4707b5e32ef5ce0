// The benchmarks behind `voxmarch bench NAME`.
#pragma once

#include "base/ranks.h"
#include "device/device_options.h"
#include "renderer/brick_size.h"
#include "renderer/traversal.h"

#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct BenchInfo {
    std::string name, description;
    std::vector<std::string> options; ///< of the command line that change what it does, "--frames"
};

const std::vector<BenchInfo> &benchmarks();

/// @throws UsageError if the benchmark has no use for one of these options of the command line, or none beside another
void require_used(const BenchInfo &benchmark, const std::vector<std::string> &options);

/// The same of one of benchmarks(). @throws UsageError also if there is no such benchmark
void require_used(const std::string &benchmark, const std::vector<std::string> &options);

struct BenchOptions {
    std::string name;                       ///< one of benchmarks()
    std::string command_line;               ///< as it was typed, for the reports
    std::string program;                    ///< the file of voxmarch itself, which `input` starts; empty: it does not
    std::vector<std::string> volumes;       ///< VOLUMEs; empty: the benchmark's own
    std::string device;                     ///< device selector
    DeviceOptions opening;                  ///< of the device
    std::optional<SamplingBackend> backend; ///< empty: the device's
    /// Is given every report, that of `report` and what `compare` finds among them; empty: nobody.
    std::function<void(const nlohmann::json &)> on_report;
    std::string out;                       ///< folder for JSON, CSV and frames; empty: the table on stdout alone
    std::vector<std::array<int, 2>> sizes; ///< pictures; empty: the benchmark's own
    std::vector<Traversal> traversals;     ///< empty: all
    bool pre_classified = false, phong = false;
    double opacity_cutoff = 0.95;
    double step = 0.5;        ///< voxels
    int leaf_size = 0;        ///< 0: the renderer's default
    double threshold = -1.0;  ///< < 0: the renderer's default
    int largest_volume = 512; ///< edge up to which `input`, `scaling`, `octree`, `isosurface`, `normals`, `skeleton` go
    int group_width = 0, group_height = 0; ///< work-group in pixels; 0: the renderer's default
    std::vector<int> unit_layers;          ///< of `isosurface`: sizes of work units; empty: its own
    bool with_cayleys = false;             ///< `isosurface`: the surfaces of 003 also beside volumes that are named
    int memory_limit_mib = 0;              ///< of `scale`: what bricks may take; 0: several shares of all
    BrickSize brick_size;                  ///< of `scale`
    int frames = 20;                       ///< timed repetitions after the warm-up
    bool quick = false;                    ///< `report`, `compaction`, `particles`: sizes too small to compare
    Ranks *ranks = nullptr;                ///< of `nodes`, never null there
    std::vector<std::string> files;        ///< of `compare`: two JSON files of measurements
    double fail_over = 0.05;               ///< `compare` fails if a time has grown by a larger share
};

/// Prints the table to stdout. @return process exit code: 0, or 1 if a check of a row failed
/// @throws as the renderer
int run_benchmark(const BenchOptions &options);

} // namespace voxmarch
