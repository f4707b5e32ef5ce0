// Two files of measurements, row by row.
#pragma once

#include "bench/bench.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace voxmarch {

/// One time of one row: what identifies it, and milliseconds.
struct MeasuredTime {
    std::string key;
    double ms;
};

/// Names of the members that tell the rows of a benchmark apart: their words (scene, traversal, edit, ...), the size of
/// the picture, and the numbers that are settings (isovalue, leaf size, step, ...).
using RowNames = std::map<std::string, std::set<std::string>>;

/// @throws FileError naming `file` if this is no report of one benchmark or of `bench report`
RowNames row_names(const nlohmann::json &report, const std::string &file);

/// What both tell of a benchmark that both have (a report of one benchmark has no `run`, an older one lacks a setting);
/// all names of the others.
RowNames common_names(const RowNames &a, const RowNames &b);

/// Every main time in a report, in its order. The key of a row is its benchmark and the members in `names`.
std::vector<MeasuredTime> measured_times(const nlohmann::json &report, const RowNames &names);

/// Prints the ratio of every time in the second of options.files to that in the first, and how many times only one has.
/// @return 1 if a time has grown by more than the share options.fail_over
/// @throws UsageError unless there are two files with rows in common, FileError for one that is no report
int bench_compare(const BenchOptions &options);

} // namespace voxmarch
