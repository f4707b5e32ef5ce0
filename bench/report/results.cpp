// Looks up rows and numbers in the JSON of benchmarks.
#include "bench/report/results.h"

#include "bench/timing.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <regex>

namespace voxmarch {

void Results::add(const std::string &run, const nlohmann::json &report) {
    for (nlohmann::json clocks : report.value("clocks", nlohmann::json::array())) {
        clocks["run"] = run;
        clocks_.push_back(std::move(clocks));
    }
    for (nlohmann::json row : report.value("rows", nlohmann::json::array())) {
        row["run"] = run;
        row["benchmark"] = report.value("benchmark", run);
        for (const char *check : {"equal", "triangles_agree", "skeletons_agree"}) {
            if (row.contains(check) && row[check] == false) {
                refused_.push_back(fmt::format("{}: {} is false in {}", run, check, row.dump()));
            }
        }
        rows_.push_back(std::move(row));
    }
}

void Results::refuse(const std::string &run, const std::string &reason) {
    refused_.push_back(fmt::format("{}: {}", run, reason));
}

Rows Results::of(const std::string &run, const std::string &benchmark) const {
    Rows found;
    for (const nlohmann::json &row : rows_) {
        if (row["run"] == run && (benchmark.empty() || row["benchmark"] == benchmark)) {
            found.push_back(row);
        }
    }
    return found;
}

Rows where(const Rows &rows, const std::string &name, const nlohmann::json &value) {
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [&](const nlohmann::json &row) { return row.contains(name) && row[name] == value; });
    return found;
}

double number(const nlohmann::json &row, const std::string &name) {
    if (!row.contains(name)) {
        return none;
    }
    const nlohmann::json &value = row[name].is_array() && !row[name].empty() ? row[name].front() : row[name];
    return value.is_number() ? value.get<double>() : none;
}

double number(const Rows &rows, const std::string &name) { return rows.empty() ? none : number(rows.front(), name); }

std::string word(const nlohmann::json &row, const std::string &name) {
    return row.contains(name) && row[name].is_string() ? row[name].get<std::string>() : std::string();
}

std::vector<std::string> words(const Rows &rows, const std::string &name) {
    std::vector<std::string> found;
    for (const nlohmann::json &row : rows) {
        const std::string value = word(row, name);
        if (!value.empty() && std::find(found.begin(), found.end(), value) == found.end()) {
            found.push_back(value);
        }
    }
    return found;
}

double edge_of(const std::string &volume) {
    for (std::size_t end = volume.size(); end > 0; --end) {
        if (std::isdigit(static_cast<unsigned char>(volume[end - 1]))) {
            std::size_t begin = end;
            while (begin > 0 && std::isdigit(static_cast<unsigned char>(volume[begin - 1]))) {
                --begin;
            }
            return end - begin < 6 ? std::stod(volume.substr(begin, end - begin)) : none;
        }
    }
    return none;
}

std::string short_name(const std::string &volume) {
    constexpr std::string_view scheme = "synthetic:";
    return volume.starts_with(scheme) ? volume.substr(scheme.size()) : volume;
}

std::string scene_name(const std::string &scene) {
    static const std::regex layout("_[0-9]+x[0-9]+x[0-9]+_[a-z0-9]+\\.raw$");
    return std::regex_replace(scene, layout, "");
}

bool is_model(const std::string &volume, const std::string &model) {
    const std::string file = volume.substr(volume.find_last_of('/') + 1);
    return !volume.starts_with("synthetic:") && file.starts_with(model == "piggy" ? "pig" : model);
}

Rows of_largest(const Rows &rows) {
    double largest = 0.0;
    for (const nlohmann::json &row : rows) { // numbers in names of files are no edges
        largest = std::max(largest, is_made(word(row, "volume")) ? edge_of(word(row, "volume")) : 0.0);
    }
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), [largest](const nlohmann::json &row) {
        return is_made(word(row, "volume")) && edge_of(word(row, "volume")) == largest;
    });
    return found;
}

double voxels_of(const nlohmann::json &row) {
    return number(row, "million_voxels_per_second") * number(row, "first_ms") * 1e3;
}

double frame_floor(const nlohmann::json &row) { return number(row, "fetches") / number(row, "texture_peak_r8") * 1e3; }

Points points_of(const Rows &rows, const std::string &x, const std::string &y) {
    Points points;
    for (const nlohmann::json &row : rows) {
        points.push_back({number(row, x), number(row, y)});
    }
    return points;
}

} // namespace voxmarch
