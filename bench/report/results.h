// What the runs of a report measured, row by row.
#pragma once

#include "bench/report/plot.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

using Rows = std::vector<nlohmann::json>;

/// A number that is not there.
inline constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The thesis's models, in the order of Conditions::scenes.
inline constexpr std::array<const char *, 3> thesis_models{"bonsai", "teddy", "piggy"};

/// What all runs have in common.
struct Conditions {
    bool quick = false;              ///< sizes too small to compare with the papers'
    std::vector<std::string> scenes; ///< volumes of the bonsai, the teddy and the piggy bank, or of their stand-ins
};

/// Every row of every benchmark; "run" (the report's word for it) and "benchmark" are added to each.
class Results {
public:
    explicit Results(Conditions conditions = {}) : conditions_(std::move(conditions)) {}

    const Conditions &conditions() const { return conditions_; }

    void add(const std::string &run, const nlohmann::json &report);
    /// Marks a run that could not be made.
    void refuse(const std::string &run, const std::string &reason);

    const nlohmann::json &rows() const { return rows_; }
    const nlohmann::json &clocks() const { return clocks_; } ///< of GPUs right after each run, with its "run"
    const std::vector<std::string> &refused() const { return refused_; } ///< runs and rows, each with its reason

    /// Rows of a run, of one of its benchmarks if that is given.
    Rows of(const std::string &run, const std::string &benchmark = "") const;

private:
    Conditions conditions_;
    nlohmann::json rows_ = nlohmann::json::array(), clocks_ = nlohmann::json::array();
    std::vector<std::string> refused_;
};

/// Rows in which a member is equal to `value`.
Rows where(const Rows &rows, const std::string &name, const nlohmann::json &value);

/// A number, the median of [median, p10, p90]; NaN where there is none.
double number(const nlohmann::json &row, const std::string &name);
/// Of the first row; NaN if there is none.
double number(const Rows &rows, const std::string &name);
/// "" where there is none.
std::string word(const nlohmann::json &row, const std::string &name);

/// Values of a member in the order of their first appearance.
std::vector<std::string> words(const Rows &rows, const std::string &name);

/// Edge of a volume by its name: "synthetic:tree:64", "tree_64_...": the last whole number; NaN if there is none.
double edge_of(const std::string &volume);
/// "synthetic:tree:64" -> "tree:64": as short as it may be in a table.
std::string short_name(const std::string &volume);
/// "bonsai_256x256x256_uint8.raw" -> "bonsai": the same of files whose names tell how voxels lie.
std::string scene_name(const std::string &scene);
/// Whether a VOLUME is the thesis's model itself (a file named after it), not a synthetic stand-in.
bool is_model(const std::string &volume, const std::string &model);
/// Rows whose volume is as large as the largest of those that are made; none of files.
Rows of_largest(const Rows &rows);
/// Voxels of an extraction's row.
double voxels_of(const nlohmann::json &row);

/// Fetches of a row by the texture rate that was measured in the same run, in ms; NaN where there was none.
double frame_floor(const nlohmann::json &row);

/// x and y of every row.
Points points_of(const Rows &rows, const std::string &x, const std::string &y);

} // namespace voxmarch
