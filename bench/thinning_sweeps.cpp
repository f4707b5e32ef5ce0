// Times thinning over sizes of work-groups and rungs of the ladder.
#include "bench/thinning_sweeps.h"

#include "base/error.h"
#include "bench/frame_bench.h"
#include "bench/thinning_ladder.h"
#include "skeleton/thinner.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The paper's among them.
constexpr int group_sizes[] = {32, 64, 96, 128, 149, 192, 256, 288, 301, 302, 384, 512, 631, 768, 1024};

/// What resides on a multiprocessor of compute capability 8.0 or 9.0 (A100, H100, H200) by the formulas of section 4.5,
/// from threads, warps and groups alone: registers are not told.
struct Occupancy {
    static constexpr int most_items = 2048, most_warps = 64, most_groups = 32, warp = 32;

    int groups;
    double of_items, of_warps;

    explicit Occupancy(int group_items) {
        const int warps = (group_items + warp - 1) / warp;
        groups = std::min({most_items / group_items, most_warps / warps, most_groups});
        of_items = static_cast<double>(groups * group_items) / most_items;
        of_warps = static_cast<double>(groups * warps) / most_warps;
    }
};

Spread time_thinner(Thinner &thinner, const BitVolume &object, int frames) {
    const ThinningSettings settings{Peeling::published, 1 << 30, {}};
    std::vector<double> times;
    for (int i = 0; i < frames + 1; ++i) { // the first is for warming up
        thinner.upload(object);
        const auto begin = std::chrono::steady_clock::now();
        thinner.thin(settings);
        times.push_back(milliseconds_since(begin));
    }
    times.erase(times.begin());
    return spread_of(times);
}

struct LadderRow {
    std::string rung;
    int group_items;
    double ms;
    bool agrees;
};

LadderRow climb(Device &device, const ThinnedObject &thinned, LadderRung rung, int group_items) {
    BitVolume found = thinned.object;
    const LadderRun run = thin_by_ladder(device, rung, found, group_items);
    return {std::string(name_of(rung)), group_items, run.ms,
            found == thinned.skeleton && run.iterations == thinned.iterations};
}

/// local-memory with the size of groups that is fastest, as the paper chose it.
LadderRow best_group(Device &device, const ThinnedObject &thinned) {
    LadderRow best{"", 0, 0.0, false};
    for (const int group_items : {32, 64, 128, 192, 256}) {
        const LadderRow row = climb(device, thinned, LadderRung::local_memory, group_items);
        if (!row.agrees) {
            return row;
        }
        best = best.group_items == 0 || row.ms < best.ms ? row : best;
    }
    best.rung = "block-size";
    return best;
}

LadderRow by_thinner(Device &device, const ThinnedObject &thinned) {
    Thinner thinner(device);
    const Spread time = time_thinner(thinner, thinned.object, 1);
    BitVolume found = thinned.object;
    thinner.download(found);
    return {"words-and-lists", thinning_group, time.median, found == thinned.skeleton};
}

nlohmann::json to_json(const LadderRow &row, const ThinnedObject &thinned) {
    return {{"volume", thinned.name},
            {"rung", row.rung},
            {"group_items", row.group_items},
            {"thin_ms", row.ms},
            {"ms_per_iteration", row.ms / thinned.iterations},
            {"reference_ms", thinned.reference_ms},
            {"speed_up", thinned.reference_ms / row.ms},
            {"skeletons_agree", row.agrees}};
}

} // namespace

bool can_be_swept(const Device &device, const BitVolume &object) {
    const auto &[nx, ny, nz] = object.dims();
    const std::uint64_t most = std::uint64_t{1} << (device.info().kind == DeviceKind::gpu ? 27 : 20);
    return static_cast<std::uint64_t>(nx) * static_cast<std::uint64_t>(ny) * static_cast<std::uint64_t>(nz) <= most;
}

bool sweep_groups(Device &device, const ThinnedObject &thinned, int frames, nlohmann::json &rows) {
    bool agree = true;
    fmt::print("\n{}, published, by size of work-groups\n{:>6} {:>9} {:>9} {:>12} {:>12}\n", thinned.name, "items",
               "ms", "speed-up", "occupancy_T", "occupancy_W");
    for (const int group_items : group_sizes) {
        if (static_cast<std::size_t>(group_items) > device.info().work_group_limit) {
            break;
        }
        BitVolume found = thinned.object;
        Spread time;
        try {
            Thinner thinner(device, group_items);
            time = time_thinner(thinner, thinned.object, frames);
            thinner.download(found);
        } catch (const DeviceError &error) { // more registers than there are
            fmt::print("{:>6} {}\n", group_items, error.what());
            continue;
        }
        const bool agrees = found == thinned.skeleton;
        agree = agree && agrees;
        const Occupancy occupancy(group_items);
        const double speed_up = thinned.reference_ms / time.median;
        fmt::print("{:>6} {:>9.3f} {:>9.1f} {:>11.1f}% {:>11.1f}%{}\n", group_items, time.median, speed_up,
                   100 * occupancy.of_items, 100 * occupancy.of_warps, agrees ? "" : "  SKELETONS DISAGREE");
        rows.push_back({{"volume", thinned.name},
                        {"group_items", group_items},
                        {"thin_ms", {time.median, time.p10, time.p90}},
                        {"speed_up", speed_up},
                        {"resident_groups", occupancy.groups},
                        {"occupancy_items", occupancy.of_items},
                        {"occupancy_warps", occupancy.of_warps},
                        {"skeletons_agree", agrees}});
    }
    fmt::print("occupancy_T: work-items that reside on a multiprocessor of an A100, H100 or H200, of the {} it takes; "
               "occupancy_W: warps,\nof {} (one that is filled in part counts whole); by the paper's formulas (section "
               "4.5), without registers\n",
               Occupancy::most_items, Occupancy::most_warps);
    return agree;
}

bool climb_ladder(Device &device, const ThinnedObject &thinned, nlohmann::json &rows) {
    fmt::print("\n{}, published, rung by rung\n{:<18} {:>6} {:>10} {:>9}\n", thinned.name, "rung", "items", "ms",
               "speed-up");
    bool agree = true;
    const auto add = [&](const LadderRow &row) {
        agree = agree && row.agrees;
        fmt::print("{:<18} {:>6} {:>10.3f} {:>9.2f}{}\n", row.rung, row.group_items, row.ms,
                   thinned.reference_ms / row.ms, row.agrees ? "" : "  SKELETONS DISAGREE");
        std::fflush(stdout); // a row may take a minute
        rows.push_back(to_json(row, thinned));
        return row;
    };
    for (const LadderRung rung : {LadderRung::memory_transfers, LadderRung::all_on_device, LadderRung::unified,
                                  LadderRung::constant_memory, LadderRung::local_memory}) {
        add(climb(device, thinned, rung, ladder_group));
    }
    const int group_items = add(best_group(device, thinned)).group_items;
    add(climb(device, thinned, LadderRung::double_buffer, group_items));
    add(by_thinner(device, thinned));
    return agree;
}

} // namespace voxmarch
