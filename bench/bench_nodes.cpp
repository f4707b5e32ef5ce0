// Rank 0 measures alone while the others wait; then all draw.
#include "bench/bench_nodes.h"

#include "base/error.h"
#include "bench/opened_team.h"
#include "bench/shared_frames.h"
#include "device/equal_devices.h"
#include "scene/rank_agreement.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

/// This rank's devices.
OpenedTeam open_own(const BenchOptions &options, const std::shared_ptr<SceneContent> &content) {
    const std::vector<DeviceInfo> all = list_devices(options.opening);
    return open_team(options, choose_in_turn(all, options.device, options.opening, options.ranks->local_rank()),
                     content);
}

RankAgreement agree_on(const BenchOptions &options, OpenedTeam &own, const Scene &scene) {
    RankAgreement agreement = agree(*options.ranks, *own.team, scene, fmt::format("{} frames", options.frames), false);
    if (!agreement.models.empty()) {
        throw UsageError("devices of several models do not draw the same frames: " + agreement.models);
    }
    return agreement;
}

/// Median of the time in which the other ranks bring as many bytes to rank 0, nothing else done; ms.
double link_ms(Ranks &ranks, std::uint64_t bytes) {
    if (ranks.alone()) {
        return 0.0;
    }
    std::vector<std::byte> part(bytes / static_cast<std::uint64_t>(ranks.size() - 1));
    std::vector<double> times;
    for (int i = 0; i < 11; ++i) {
        ranks.meet();
        const auto begin = std::chrono::steady_clock::now();
        if (!ranks.lead()) {
            ranks.send(0, part);
            continue;
        }
        for (int rank = 1; rank < ranks.size(); ++rank) {
            ranks.receive(rank, part);
        }
        times.push_back(milliseconds_since(begin));
    }
    return times.empty() ? 0.0 : spread_of(times).median;
}

void print_gathering(const TeamRow &row, double link) {
    fmt::print("gathered {:.2f} MiB a picture in {:.3f} ms (the link alone: {:.3f}), waited {:.3f} ms for the others\n",
               double(row.gathered_bytes) / (1 << 20), row.gather_ms, link, row.wait_ms);
}

class NodesBench {
public:
    NodesBench(const BenchOptions &options, nlohmann::json &rows)
        : options_(options), ranks_(*options.ranks), rows_(rows) {}

    /// @return whether all pictures are those of one device
    bool measure(BenchScene bench) {
        const auto content = std::make_shared<SceneContent>(SceneContent{std::move(bench.volume)});
        OpenedTeam own = open_own(options_, content);
        bool equal = true;
        for (const SharedFrame &frame : frames_of(options_, *own.first)) {
            const Scene scene = shared_scene(options_, bench, frame);
            equal = measure_frame(own, scene, frame_title(bench, scene)) && equal;
        }
        return equal;
    }

private:
    const BenchOptions &options_;
    Ranks &ranks_;
    nlohmann::json &rows_;

    bool measure_frame(OpenedTeam &own, const Scene &scene, const std::string &title) {
        const RankAgreement agreement = agree_on(options_, own, scene);
        std::vector<Image> expected;
        TeamRow alone;
        if (ranks_.lead()) {
            Ranks nobody;
            DeviceTeam first(*own.first, {own.devices.front().get()});
            RankTeam one(first, nobody, {1});
            alone = measure_team(one, agreement.scene, options_.frames, expected);
        }
        ranks_.meet();
        RankTeam all(*own.team, ranks_, agreement.devices);
        const TeamRow together = measure_team(all, agreement.scene, options_.frames, expected);
        const std::string bytes = ranks_.broadcast(std::to_string(together.gathered_bytes));
        const double link = link_ms(ranks_, std::stoull(bytes));
        tell(alone, together, link, all.size(), title, agreement.devices_name);
        return together.equal;
    }

    void tell(const TeamRow &alone, const TeamRow &together, double link, std::size_t devices, const std::string &title,
              const std::string &names) {
        if (!ranks_.lead()) {
            return;
        }
        print_team_head(fmt::format("{} by {} ranks", title, ranks_.size()), names);
        print_team_row(alone, alone, 1);
        print_team_row(together, alone, devices);
        print_gathering(together, link);
        nlohmann::json row = team_row_json(together, alone, devices);
        row["scene"] = title;
        row["ranks"] = ranks_.size();
        row["alone_rest_ms"] = alone.rest_ms.median;
        row["gathered_bytes"] = together.gathered_bytes;
        row["gather_ms"] = together.gather_ms;
        row["wait_ms"] = together.wait_ms;
        row["link_ms"] = link;
        rows_.push_back(row);
    }
};

} // namespace

int bench_nodes(const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    for (const std::string &volume : scene_volumes(options)) {
        equal = NodesBench(options, rows).measure(read_scene(volume)) && equal;
    }
    if (options.ranks->lead()) {
        const std::vector<DeviceInfo> all = list_devices(options.opening);
        write_report(options, "nodes",
                     all[static_cast<std::size_t>(choose_devices(all, options.device, options.opening).front())], rows);
    }
    return equal ? 0 : 1;
}

} // namespace voxmarch
