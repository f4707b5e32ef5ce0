// Draws the same pictures with less and less room.
#include "bench/bench_scale.h"

#include "base/error.h"
#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/scenes.h"
#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"
#include "renderer/memory_plan.h"
#include "renderer/views.h"
#include "scene/animation.h"
#include "scene/brick_content.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <utility>

namespace voxmarch {

namespace {

/// Two bricks take thousands of waves where there are more than these.
constexpr std::uint64_t most_for_two = 64;

std::vector<std::uint64_t> rooms(const BenchOptions &options, const VolumeHeader &header, std::uint64_t brick_bytes) {
    const std::uint64_t all = brick_count(header.grid.dims, options.brick_size);
    std::vector<std::uint64_t> rooms;
    if (options.memory_limit_mib > 0) {
        rooms = {(static_cast<std::uint64_t>(options.memory_limit_mib) << 20) / brick_bytes};
    } else {
        rooms = {all, all / 4, all / 32};
        if (all <= most_for_two) {
            rooms.push_back(2);
        }
    }
    for (std::uint64_t &room : rooms) {
        room = std::clamp<std::uint64_t>(room, std::min<std::uint64_t>(all, 2), all);
    }
    rooms.erase(std::unique(rooms.begin(), rooms.end()), rooms.end());
    return rooms;
}

/// What some frames took.
struct Phase {
    std::vector<double> wall_ms;            ///< on the host, of each, from the call to the picture in host memory
    double cast_ms = 0.0, derived_ms = 0.0; ///< on the device, of all: casts, and what these need beside bricks
    BrickCounts bricks;                     ///< of all
    double link_rate = 0.0;                 ///< of the device, bytes/s

    int frames() const { return static_cast<int>(wall_ms.size()); }
    double mean_ms() const { return std::accumulate(wall_ms.begin(), wall_ms.end(), 0.0) / frames(); }
};

/// The frames of one room.
struct RoomRow {
    Phase first, rest, turning; ///< the first time has the making of the renderer
    bool equal = true;
};

BrickTimes since(const BrickTimes &now, const BrickTimes &before) {
    return {now.rays - before.rays,      now.plan - before.plan,       now.load - before.load,
            now.derive - before.derive,  now.reading - before.reading, now.upload - before.upload,
            now.placing - before.placing};
}

BrickCounts since(const BrickCounts &now, const BrickCounts &before) {
    return {now.uploads - before.uploads, now.bytes - before.bytes,   now.waves - before.waves,
            now.kept - before.kept,       now.blocks - before.blocks, now.threads,
            since(now.ms, before.ms)};
}

/// Draws one scene's pictures with one room.
class RoomRun {
public:
    /// @param link_rate  of the device, bytes/s
    RoomRun(SceneRenderer &renderer, double link_rate, const Scene &scene, int frames, std::vector<Image> &expected)
        : renderer_(renderer), link_rate_(link_rate), scene_(scene), cameras_(turntable_cameras(scene.camera, 90)),
          frames_(static_cast<std::size_t>(frames)), expected_(expected) {}

    /// @param made_ms  what it took to make the renderer
    RoomRow measure(double made_ms) {
        row_.first = draw_all({0});
        row_.first.wall_ms[0] += made_ms;
        row_.rest = draw_all(std::vector<std::size_t>(frames_, 0));
        std::vector<std::size_t> turn;
        for (std::size_t i = 0; i < frames_; ++i) { // the same places however many frames there are
            turn.push_back(i % 20 + 1);
        }
        row_.turning = draw_all(turn);
        return row_;
    }

private:
    SceneRenderer &renderer_;
    double link_rate_;
    Scene scene_;
    const std::vector<Camera> cameras_; ///< 4 degrees from one to the next
    const std::size_t frames_;
    std::vector<Image> &expected_; ///< by camera
    BrickCounts before_;
    RoomRow row_;

    Phase draw_all(const std::vector<std::size_t> &cameras) {
        Phase phase;
        phase.link_rate = link_rate_;
        for (const std::size_t camera : cameras) {
            phase.wall_ms.push_back(draw(camera));
            const FrameStatistics &statistics = renderer_.renderer_for(scene_).statistics();
            phase.cast_ms += statistics.frame_ms;
            for (const auto &[stage, ms] : statistics.stages) {
                const bool is_derived = stage != Stage::upload && stage != Stage::program && stage != Stage::frame;
                phase.derived_ms += is_derived ? ms : 0.0;
            }
        }
        const BrickCounts *const counts = renderer_.brick_counts();
        const BrickCounts now = counts ? *counts : BrickCounts{};
        phase.bricks = since(now, std::exchange(before_, now));
        return phase;
    }

    /// @return ms on the host
    double draw(std::size_t camera) {
        scene_.camera = cameras_[camera];
        const auto begin = std::chrono::steady_clock::now();
        Image image = renderer_.draw(scene_);
        const double ms = milliseconds_since(begin);
        if (camera >= expected_.size()) {
            expected_.push_back(std::move(image));
        } else {
            row_.equal = row_.equal && image.rgba == expected_[camera].rgba;
        }
        return ms;
    }
};

double floor_ms(const Phase &phase) { return ms_at(phase.link_rate, double(phase.bricks.bytes) / phase.frames()); }

void print_row(const RoomRow &row, std::uint64_t room) {
    const auto bricks = [](const Phase &phase) { return double(phase.bricks.uploads) / phase.frames(); };
    const Spread rest = spread_of(row.rest.wall_ms), turning = spread_of(row.turning.wall_ms);
    fmt::print("{:>8} {:>9.1f} {:>7.0f} {:>7.1f} {:>9.2f} {:>7.0f} {:>7.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.0f} "
               "{:>7.2f}{}\n",
               room, row.first.wall_ms[0], bricks(row.first), floor_ms(row.first), rest.median, bricks(row.rest),
               floor_ms(row.rest), turning.median, turning.p90, std::ranges::max(row.turning.wall_ms),
               bricks(row.turning), floor_ms(row.turning), row.equal ? "" : "  THE PICTURE DIFFERS");
}

/// Where the time of a frame went: what follows each other on the thread that draws, then what goes on beside it.
void print_times(const std::string &what, const Phase &phase) {
    const BrickTimes &ms = phase.bricks.ms;
    const double uploads = std::max<double>(1.0, double(phase.bricks.uploads));
    const auto each = [&](double sum) { return sum / phase.frames(); };
    const auto rate = [&](double sum, double bricks) {
        return sum > 0.0 ? 1e-6 * double(phase.bricks.bytes) / uploads * bricks / sum : 0.0;
    };
    const double told = each(ms.rays + ms.plan + ms.load + ms.derive);
    fmt::print("{:>8}: {:.1f} waves; host: load {:.2f} + rays {:.2f} + plan {:.2f} + derive {:.2f} + other {:.2f} ms; "
               "beside: read {:.2f} GB/s x {} threads ({:.0f} % kept), link {:.2f} ms ({:.1f} GB/s), place {:.2f} ms, "
               "cast {:.2f} ms, maps {:.2f} ms\n",
               what, each(double(phase.bricks.waves)), each(ms.load), each(ms.rays), each(ms.plan), each(ms.derive),
               phase.mean_ms() - told, rate(ms.reading, uploads - double(phase.bricks.kept)), phase.bricks.threads,
               100.0 * double(phase.bricks.kept) / uploads, each(ms.upload), rate(ms.upload, uploads), each(ms.placing),
               each(phase.cast_ms), each(phase.derived_ms));
}

nlohmann::json times_json(const BrickTimes &ms) {
    return {{"rays", ms.rays},       {"plan", ms.plan},     {"load", ms.load},      {"derive", ms.derive},
            {"reading", ms.reading}, {"upload", ms.upload}, {"placing", ms.placing}};
}

nlohmann::json phase_json(const Phase &phase) {
    const Spread wall = spread_of(phase.wall_ms);
    const BrickCounts &bricks = phase.bricks;
    return {{"frames", phase.frames()},
            {"ms", {wall.median, wall.p10, wall.p90}},
            {"longest_ms", std::ranges::max(phase.wall_ms)},
            {"floor_ms", floor_ms(phase)},
            {"cast_ms", phase.cast_ms},
            {"derived_ms", phase.derived_ms},
            {"uploads", bricks.uploads},
            {"kept", bricks.kept},
            {"bytes", bricks.bytes},
            {"waves", bricks.waves},
            {"blocks", bricks.blocks},
            {"threads", bricks.threads},
            {"bricks_ms", times_json(bricks.ms)}};
}

nlohmann::json row_json(const RoomRow &row, const std::string &scene, std::uint64_t room, std::uint64_t all,
                        BrickSize size) {
    return {{"scene", scene},
            {"slots", room},
            {"bricks", all},
            {"brick_edge", size.edge},
            {"equal", row.equal},
            {"first", phase_json(row.first)},
            {"rest", phase_json(row.rest)},
            {"turning", phase_json(row.turning)}};
}

constexpr const char *column_legend =
    "load: reading and sending; rays: until they have stopped; derive: launching what is made of bricks; other: "
    "octree\n"
    "and first cast, picture to the host; kept: bricks that pinned memory still had; maps: octree and distance map\n";

} // namespace

int bench_scale(const BenchOptions &options) {
    Device device(options.device, options.opening);
    const bool is_gpu = device.info().kind == DeviceKind::gpu;
    const SamplingBackend wanted = options.backend.value_or(is_gpu ? SamplingBackend::image : SamplingBackend::buffer);
    const SamplingBackend backend = wanted == SamplingBackend::packet ? SamplingBackend::buffer : wanted;
    std::vector<std::string> volumes = options.volumes;
    if (volumes.empty()) {
        volumes = {is_gpu ? "synthetic:cayley:1024" : "synthetic:cayley:256"};
    }
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    for (const std::string &volume : volumes) {
        ReadOptions read;
        read.large_above = large_voxels;
        const auto content = std::make_shared<SceneContent>(SceneContent{read_volume(volume, read)});
        const VolumeHeader &header = content->volume.header();
        Scene scene;
        scene.width = options.sizes.empty() ? (is_gpu ? 1024 : 256) : options.sizes[0][0];
        scene.height = options.sizes.empty() ? scene.width : options.sizes[0][1];
        scene.camera = standard_view(header.grid);
        scene.transfer = find_preset("thesis");
        scene.settings = bench_settings(options);
        scene.settings.gradient = Gradient::on_the_fly;
        const std::uint64_t all = brick_count(header.grid.dims, options.brick_size);
        const std::uint64_t brick_bytes =
            slot_bytes(header.type, device.info(), backend, scene.settings, options.brick_size);
        fmt::print(
            "{} {}x{}, {} bricks of {}^3 cells, on {}; floors are bytes at the {:.0f} GB/s of its link:\n{}{:>8} "
            "{:>9} {:>7} "
            "{:>7} {:>9} {:>7} "
            "{:>7} {:>9} {:>9} {:>9} {:>7} {:>7}\n",
            header.name, scene.width, scene.height, all, options.brick_size.edge, device.info().name,
            rates_of(device).upload / 1e9, column_legend, "room", "first ms", "bricks", "floor", "rest ms", "bricks",
            "floor", "turning", "p90", "longest", "bricks", "floor");
        std::vector<Image> expected;
        for (const std::uint64_t room : rooms(options, header, brick_bytes)) {
            if (expected.empty()) { // programs are compiled
                SceneRenderer first(content, in_bricks(device, content, backend, room, options.brick_size));
                expected.push_back(first.draw(scene));
            }
            const auto begin = std::chrono::steady_clock::now();
            SceneRenderer renderer(content, in_bricks(device, content, backend, room, options.brick_size));
            const double made_ms = milliseconds_since(begin);
            const RoomRow row =
                RoomRun(renderer, rates_of(device).upload, scene, options.frames, expected).measure(made_ms);
            print_row(row, room);
            print_times("first", row.first);
            print_times("at rest", row.rest);
            print_times("turning", row.turning);
            std::fflush(stdout);
            rows.push_back(row_json(row, header.name, room, all, options.brick_size));
            equal = equal && row.equal;
        }
    }
    write_report(options, "scale", device.info(), rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
