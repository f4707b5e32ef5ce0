// Times added up, and SIMD efficiency: steps that lanes took over those that their warps ran.
#include "renderer/frame_statistics.h"

#include <algorithm>

namespace voxmarch {

namespace {

double efficiency(std::uint64_t steps, std::uint64_t iterations, int lanes) {
    return iterations > 0 ? static_cast<double>(steps) / (static_cast<double>(iterations) * lanes) : -1.0;
}

} // namespace

void add_times(std::vector<StageTime> &sum, std::span<const StageTime> more) {
    for (const StageTime &time : more) {
        const auto known = std::ranges::find(sum, time.stage, &StageTime::stage);
        if (known != sum.end()) {
            known->ms += time.ms;
        } else {
            sum.push_back(time);
        }
    }
}

double traversal_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.nodes, counts.node_iterations, counts.warp_lanes);
}

double marching_efficiency(const FrameStatistics &counts) {
    return efficiency(counts.samples, counts.sample_iterations, counts.warp_lanes);
}

} // namespace voxmarch
