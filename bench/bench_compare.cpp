// Matches the rows of two files of measurements and tells which times have grown.
#include "bench/bench_compare.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>

namespace voxmarch {

namespace {

/// Numbers that are settings, so that rows which differ in them are different rows.
const std::set<std::string> settings{"isovalue", "leaf_size",        "threshold",     "step",
                                     "elements", "retained_percent", "opacity_cutoff"};

/// Times a user waits for; parts of them (stages, kernels) are too short to judge.
const std::set<std::string> times{"ms",        "device_ms", "first_ms", "repeat_ms", "wall_ms", "extraction_ms",
                                  "raster_ms", "shade_ms",  "thin_ms"};

/// Wall times are too noisy to fail on where there is a device time beside them.
bool is_noisy(const std::string &name, const nlohmann::json &row) {
    return name == "wall_ms" && (row.contains("ms") || row.contains("extraction_ms"));
}

/// The file, or the report in that folder.
std::string report_file(const std::string &name) {
    std::error_code ignored;
    return std::filesystem::is_directory(name, ignored) ? (std::filesystem::path(name) / "report.json").string() : name;
}

nlohmann::json read_json(const std::string &file) {
    std::ifstream stream(file);
    if (!stream) {
        throw FileError(file, "cannot be read");
    }
    const nlohmann::json report = nlohmann::json::parse(stream, nullptr, false);
    if (report.is_discarded()) {
        throw FileError(file, "is not JSON");
    }
    return report;
}

std::string benchmark_of(const nlohmann::json &row, const nlohmann::json &report) {
    return row.value("benchmark", report.value("benchmark", "unknown benchmark"));
}

/// A member that tells rows apart, as text; empty for any other.
std::string identifying(const std::string &name, const nlohmann::json &value) {
    if (name == "benchmark") {
        return "";
    }
    if (value.is_string()) {
        const std::string word = value.get<std::string>();
        return word.substr(std::min(word.find_first_not_of(' '), word.size())); // labels of sweeps are indented
    }
    if (name == "picture" && value.is_array()) {
        return fmt::format("{}x{}", value.at(0).dump(), value.at(1).dump());
    }
    return value.is_number() && settings.count(name) > 0 ? fmt::format("{}", value.get<double>()) : "";
}

std::string key_of(const nlohmann::json &row, const std::string &benchmark, const std::set<std::string> &names) {
    std::string key = benchmark;
    for (const auto &[name, value] : row.items()) {
        const std::string text = names.count(name) > 0 ? identifying(name, value) : "";
        key += text.empty() ? "" : fmt::format(", {} {}", name, text);
    }
    return key;
}

/// Milliseconds: a number, or the median of [median, p10, p90]; < 0 for anything else.
double milliseconds_in(const nlohmann::json &value) {
    const nlohmann::json &median = value.is_array() && !value.empty() ? value.front() : value;
    return median.is_number() ? median.get<double>() : -1.0;
}

/// How one time changed, in words; empty if within the limits.
std::string verdict(double ratio, double fail_over) {
    return ratio > 1.0 + fail_over ? "SLOWER" : ratio < 1.0 / (1.0 + fail_over) ? "faster" : "";
}

/// How many times the other file does not have, and the first few of them.
void print_missing(const std::vector<MeasuredTime> &from, const std::map<std::string, double> &other,
                   const std::string &file) {
    constexpr int shown = 5;
    std::string first;
    int missing = 0;
    for (const MeasuredTime &time : from) {
        if (other.count(time.key) == 0 && ++missing <= shown) {
            first += fmt::format("    {}\n", time.key);
        }
    }
    if (missing > 0) {
        fmt::print("\n{} of {} times only in {}{}\n{}", missing, from.size(), file,
                   missing > shown ? fmt::format("; the first {}:", shown) : ":", first);
    }
}

std::map<std::string, double> by_key(const std::vector<MeasuredTime> &list) {
    std::map<std::string, double> map;
    for (const MeasuredTime &time : list) {
        map.emplace(time.key, time.ms);
    }
    return map;
}

void print_source(const std::string &name, const std::string &file, const nlohmann::json &report) {
    fmt::print("{}  {}: {}, driver {}, commit {}\n", name, file, report.value("device", "unknown device"),
               report.value("driver", "unknown"), report.value("commit", "unknown"));
}

/// Members that only one file tells of a benchmark that both have.
void print_dropped(const RowNames &from, const RowNames &common, const RowNames &other) {
    for (const auto &[benchmark, names] : from) {
        std::string dropped;
        for (const std::string &name : names) {
            if (other.count(benchmark) > 0 && common.at(benchmark).count(name) == 0) {
                dropped += (dropped.empty() ? "" : ", ") + name;
            }
        }
        if (!dropped.empty()) {
            fmt::print("Only one file tells {} of {}: rows are matched without.\n", dropped, benchmark);
        }
    }
}

/// Once, where ratios say more than how the program has changed.
void print_differences(const nlohmann::json &a, const nlohmann::json &b) {
    if (a.value("device", "") != b.value("device", "")) {
        fmt::print("The devices differ: the ratios are those of the devices as well.\n");
    } else if (a.value("driver", "") != b.value("driver", "")) {
        fmt::print("The drivers differ: the ratios are those of the drivers as well.\n");
    }
}

} // namespace

RowNames row_names(const nlohmann::json &report, const std::string &file) {
    if (!report.is_object() || !report.contains("rows") || !report["rows"].is_array()) {
        throw FileError(file, "is no report of voxmarch bench: it has no rows");
    }
    RowNames names;
    for (const nlohmann::json &row : report["rows"]) {
        if (!row.is_object()) {
            throw FileError(file, "is no report of voxmarch bench: a row is no object");
        }
        for (const auto &[name, value] : row.items()) {
            if (times.count(name) > 0 && milliseconds_in(value) < 0.0) {
                throw FileError(file, fmt::format("{} of a row is {}, which is no time", name, value.dump()));
            }
            if (!identifying(name, value).empty()) {
                names[benchmark_of(row, report)].insert(name);
            }
        }
    }
    return names;
}

RowNames common_names(const RowNames &a, const RowNames &b) {
    RowNames common = a;
    for (const auto &[benchmark, names] : b) {
        const auto other = common.find(benchmark);
        if (other == common.end()) {
            common[benchmark] = names;
        } else {
            std::erase_if(other->second, [&kept = names](const std::string &name) { return kept.count(name) == 0; });
        }
    }
    return common;
}

std::vector<MeasuredTime> measured_times(const nlohmann::json &report, const RowNames &names) {
    std::vector<MeasuredTime> list;
    std::map<std::string, int> seen;
    for (const nlohmann::json &row : report.at("rows")) {
        const std::string benchmark = benchmark_of(row, report);
        const auto known = names.find(benchmark);
        std::string key = key_of(row, benchmark, known == names.end() ? std::set<std::string>{} : known->second);
        if (const int before = seen[key]++; before > 0) {
            key += fmt::format(" (row {} of these)", before + 1);
        }
        for (const auto &[name, value] : row.items()) {
            const bool is_work = value.is_object() && value.contains("ms"); // the octree's: {"ms": ..., "bytes": ...}
            const double ms = is_work ? milliseconds_in(value["ms"]) : milliseconds_in(value);
            if ((is_work || (times.count(name) > 0 && !is_noisy(name, row))) && ms >= 0.0) {
                list.push_back({fmt::format("{}: {}", key, name), ms});
            }
        }
    }
    return list;
}

int bench_compare(const BenchOptions &options) {
    if (options.files.size() != 2) {
        throw UsageError("compare needs two files: voxmarch bench compare A.json B.json");
    }
    const std::string file_a = report_file(options.files[0]), file_b = report_file(options.files[1]);
    const nlohmann::json first = read_json(file_a), second = read_json(file_b);
    const RowNames names_a = row_names(first, file_a), names_b = row_names(second, file_b);
    if (first.value("quick", false) != second.value("quick", false)) {
        throw UsageError(fmt::format("{} was made with --quick, {} without: their sizes differ, so do not compare them",
                                     first.value("quick", false) ? file_a : file_b,
                                     first.value("quick", false) ? file_b : file_a));
    }
    const RowNames names = common_names(names_a, names_b);
    const std::vector<MeasuredTime> a = measured_times(first, names), b = measured_times(second, names);
    const std::map<std::string, double> in_a = by_key(a), in_b = by_key(b);
    print_source("A", file_a, first);
    print_source("B", file_b, second);
    print_differences(first, second);
    print_dropped(names_a, names, names_b);
    print_dropped(names_b, names, names_a);
    fmt::print("\n{:>10} {:>10} {:>7} {:<7} row\n", "A ms", "B ms", "B / A", "");
    int common = 0, slower = 0, faster = 0;
    nlohmann::json rows = nlohmann::json::array();
    for (const MeasuredTime &time : a) {
        const auto other = in_b.find(time.key);
        if (other == in_b.end()) {
            continue;
        }
        ++common;
        // Where both are nothing, nothing has changed.
        const double ratio = time.ms > 0.0 ? other->second / time.ms : other->second > 0.0 ? INFINITY : 1.0;
        const std::string word = verdict(ratio, options.fail_over);
        slower += word == "SLOWER" ? 1 : 0;
        faster += word == "faster" ? 1 : 0;
        rows.push_back({{"row", time.key}, {"a_ms", time.ms}, {"b_ms", other->second}, {"verdict", word}});
        fmt::print("{:10.4f} {:10.4f} {:7.3f} {:<7} {}\n", time.ms, other->second, ratio, word, time.key);
    }
    print_missing(a, in_b, file_a);
    print_missing(b, in_a, file_b);
    if (common == 0) {
        throw UsageError(
            fmt::format("{} and {} have no row in common: compare reports of the same benchmark", file_a, file_b));
    }
    fmt::print("\n{} times compared: {} slower by more than {:g} %, {} faster, {} the same\n", common, slower,
               100.0 * options.fail_over, faster, common - slower - faster);
    if (options.on_report) {
        options.on_report({{"benchmark", "compare"},
                           {"a", file_a},
                           {"b", file_b},
                           {"fail_over", options.fail_over},
                           {"slower", slower},
                           {"faster", faster},
                           {"same", common - slower - faster},
                           {"rows", rows}});
    }
    return slower > 0 ? 1 : 0;
}

} // namespace voxmarch
