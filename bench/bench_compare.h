// Two files of measurements, row by row.
#pragma once

#include "bench/bench.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// One time of one row: what identifies it, and milliseconds.
struct MeasuredTime {
    std::string key;
    double ms;
};

/// Every main time in a report (of one benchmark, or of `bench report`), in its order. Rows are told apart by the
/// benchmark, their words (scene, traversal, edit, ...) and the numbers that are settings (isovalue, leaf size, ...).
/// @throws FileError naming `file` if this is no such report
std::vector<MeasuredTime> measured_times(const nlohmann::json &report, const std::string &file);

/// Prints the ratio of every time in the second of options.files to that in the first, and the rows that only one has.
/// @return 1 if a time has grown by more than the share options.fail_over
/// @throws UsageError unless there are two files with rows in common, FileError for one that is no report
int bench_compare(const BenchOptions &options);

} // namespace voxmarch
