// Frames that devices or ranks draw together: which, and the rows of their tables.
#pragma once

#include "bench/frame_bench.h"
#include "bench/team_run.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// A frame to be shared.
struct SharedFrame {
    std::array<int, 2> size;
    double step;
    Traversal traversal;
};

/// One that is short and one that takes 10 ms or more on an H200; where a CPU draws, one that does not take for ever.
std::vector<SharedFrame> frames_of(const BenchOptions &options, const SceneRenderer &renderer);

/// The frame in the standard view with the thesis's transfer function.
Scene shared_scene(const BenchOptions &options, const BenchScene &bench, const SharedFrame &frame);

/// "bonsai 512x512, step 0.5, leaf-distance"
std::string frame_title(const BenchScene &bench, const Scene &scene);

/// @param devices  names of all
void print_team_head(const std::string &title, const std::string &devices);

/// @param alone  the row of one device, which efficiencies refer to
void print_team_row(const TeamRow &row, const TeamRow &alone, std::size_t devices);
nlohmann::json team_row_json(const TeamRow &row, const TeamRow &alone, std::size_t devices);

} // namespace voxmarch
