// What the papers claim as numbers, and the same measured here.
#pragma once

#include "bench/report/results.h"

#include <limits>
#include <string>
#include <vector>

namespace voxmarch {

/// What makes ours good: more or less than the paper's, the same side of 1 (which of two ways is faster), or a goal.
enum class Judge { more, less, side, at_least, at_most };

/// One number of a paper (or a goal of this program) and ours.
struct Claim {
    std::string text, source, unit;
    double paper = 0.0;
    std::string paper_case; ///< scene and size
    double ours = 0.0;
    std::string our_case;
    std::string unlike; ///< why the two cannot be judged against each other; empty: the same scene and size
    double ratio_to_floor = std::numeric_limits<double>::quiet_NaN(); ///< NaN: has no floor
    Judge judge = Judge::more;
    int digits = 2;
    std::string section; ///< where the details are
};

/// In the order of the report.
std::vector<Claim> claims_of(const Results &results);

/// Those of single tables and figures, which stand beside them alone (paper_section).
std::vector<Claim> figure_claims_of(const Results &results);

/// "12 times better", "reached", or why there is no verdict, as HTML.
std::string verdict_of(const Claim &claim, bool quick);

/// The skeleton that the goals are about: 512^3 with 8 to 12 million object voxels, peeled as
/// the paper does; none if it was not measured.
Rows skeleton_of_goal(const Results &results);

} // namespace voxmarch
