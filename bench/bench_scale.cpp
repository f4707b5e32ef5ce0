// Draws the same pictures with less and less room.
#include "bench/bench_scale.h"

#include "base/error.h"
#include "bench/frame_bench.h"
#include "bench/scenes.h"
#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"
#include "renderer/memory_plan.h"
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

namespace voxmarch {

namespace {

/// Bytes a second from pinned memory to an NVIDIA H200, measured.
constexpr double h200_link_rate = 55e9;

/// Two bricks take thousands of waves where there are more than these.
constexpr std::uint64_t most_for_two = 64;

std::vector<std::uint64_t> rooms(const BenchOptions &options, const VolumeHeader &header, std::uint64_t brick_bytes) {
    const std::uint64_t all = brick_count(header.grid.dims);
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

/// What the frames of one room took.
struct RoomRow {
    double first_ms = 0.0;
    Spread rest_ms, turning_ms, kernel_ms;
    double rest_mean_ms = 0.0, turning_mean_ms = 0.0, turning_most_ms = 0.0;
    BrickCounts first, rest, turning; ///< bricks of the first frame, and of all those after it
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
    RoomRun(SceneRenderer &renderer, const Scene &scene, int frames, std::vector<Image> &expected)
        : renderer_(renderer), scene_(scene), cameras_(turntable_cameras(scene.camera, 90)), frames_(frames),
          expected_(expected) {}

    /// @param made_ms  what it took to make the renderer
    RoomRow measure(double made_ms) {
        BrickCounts before;
        row_.first_ms = made_ms + draw(0);
        row_.first = advance(before);
        std::vector<double> rest, kernels, turning;
        for (int i = 0; i < frames_; ++i) {
            rest.push_back(draw(0));
            kernels.push_back(renderer_.renderer_for(scene_).statistics().frame_ms);
        }
        row_.rest = advance(before);
        for (int i = 0; i < frames_; ++i) { // the same places however many frames there are
            turning.push_back(draw(static_cast<std::size_t>(i) % 20 + 1));
        }
        row_.turning = advance(before);
        row_.rest_ms = spread_of(rest);
        row_.kernel_ms = spread_of(kernels);
        row_.turning_ms = spread_of(turning);
        row_.rest_mean_ms = std::accumulate(rest.begin(), rest.end(), 0.0) / frames_;
        row_.turning_mean_ms = std::accumulate(turning.begin(), turning.end(), 0.0) / frames_;
        row_.turning_most_ms = std::ranges::max(turning);
        return row_;
    }

private:
    SceneRenderer &renderer_;
    Scene scene_;
    const std::vector<Camera> cameras_; ///< 4 degrees from one to the next
    const int frames_;
    std::vector<Image> &expected_; ///< by camera
    RoomRow row_;

    BrickCounts advance(BrickCounts &before) const {
        const BrickCounts *const counts = renderer_.brick_counts();
        const BrickCounts now = counts ? *counts : BrickCounts{};
        return since(now, std::exchange(before, now));
    }

    /// @return ms on the host, from the call to the picture in host memory
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

double floor_ms(const BrickCounts &counts, int frames) { return 1e3 * double(counts.bytes) / frames / h200_link_rate; }

void print_row(const RoomRow &row, std::uint64_t room, int frames) {
    const auto each = [&](std::uint64_t count) { return double(count) / frames; };
    fmt::print("{:>8} {:>9.1f} {:>7} {:>7.1f} {:>9.2f} {:>9.2f} {:>7.0f} {:>7.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.0f} "
               "{:>7.2f}{}\n",
               room, row.first_ms, row.first.uploads, floor_ms(row.first, 1), row.kernel_ms.median, row.rest_ms.median,
               each(row.rest.uploads), floor_ms(row.rest, frames), row.turning_ms.median, row.turning_ms.p90,
               row.turning_most_ms, each(row.turning.uploads), floor_ms(row.turning, frames),
               row.equal ? "" : "  THE PICTURE DIFFERS");
    std::fflush(stdout);
}

/// Where the time of a frame went: what follows each other on the thread that draws, and the rates of what goes on
/// beside it.
void print_times(const std::string &what, const BrickCounts &counts, int frames, double wall_ms) {
    if (counts.uploads == 0) {
        return;
    }
    const BrickTimes &ms = counts.ms;
    const auto each = [&](double sum) { return sum / frames; };
    const auto rate = [&](double sum, std::uint64_t bricks) {
        return sum > 0.0 ? 1e-6 * double(counts.bytes) / double(counts.uploads) * double(bricks) / sum : 0.0;
    };
    const double told = each(ms.rays + ms.plan + ms.load + ms.derive);
    fmt::print("         {:<8} {:.1f} waves, {:.0f} % kept: rays {:.2f} + plan {:.2f} + load {:.2f} + derive {:.2f} + "
               "all else {:.2f} ms"
               "; beside: read {:.2f} GB/s x {} threads, link {:.1f} GB/s = {:.2f} ms, place {:.1f} GB/s = {:.2f} ms\n",
               what, each(double(counts.waves)), 100.0 * double(counts.kept) / double(counts.uploads), each(ms.rays),
               each(ms.plan), each(ms.load), each(ms.derive), wall_ms - told,
               rate(ms.reading, counts.uploads - counts.kept), counts.threads, rate(ms.upload, counts.uploads),
               each(ms.upload), rate(ms.placing, counts.uploads), each(ms.placing));
}

nlohmann::json times_json(const BrickTimes &ms) {
    return {{"rays", ms.rays},       {"plan", ms.plan},     {"load", ms.load},      {"derive", ms.derive},
            {"reading", ms.reading}, {"upload", ms.upload}, {"placing", ms.placing}};
}

nlohmann::json row_json(const RoomRow &row, const std::string &scene, std::uint64_t room, std::uint64_t all) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    const auto counts = [](const BrickCounts &c) {
        return nlohmann::json{{"uploads", c.uploads}, {"bytes", c.bytes},     {"waves", c.waves},      {"kept", c.kept},
                              {"blocks", c.blocks},   {"threads", c.threads}, {"ms", times_json(c.ms)}};
    };
    return {{"scene", scene},
            {"slots", room},
            {"bricks", all},
            {"equal", row.equal},
            {"first_ms", row.first_ms},
            {"rest_ms", spread(row.rest_ms)},
            {"turning_ms", spread(row.turning_ms)},
            {"turning_most_ms", row.turning_most_ms},
            {"kernel_ms", spread(row.kernel_ms)},
            {"first", counts(row.first)},
            {"rest", counts(row.rest)},
            {"turning", counts(row.turning)}};
}

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
        const std::uint64_t all = brick_count(header.grid.dims);
        const std::uint64_t brick_bytes = slot_bytes(header.type, device.info(), backend, scene.settings);
        fmt::print("{} {}x{}, {} bricks, on {}; floors are bytes at {:.0f} GB/s:\n{:>8} {:>9} {:>7} {:>7} {:>9} {:>9} "
                   "{:>7} {:>7} {:>9} {:>9} {:>9} {:>7} {:>7}\n",
                   header.name, scene.width, scene.height, all, device.info().name, h200_link_rate / 1e9, "room",
                   "first ms", "bricks", "floor", "kernel ms", "rest ms", "bricks", "floor", "turning", "p90",
                   "longest", "bricks", "floor");
        std::vector<Image> expected;
        for (const std::uint64_t room : rooms(options, header, brick_bytes)) {
            if (expected.empty()) { // programs are compiled
                SceneRenderer first(content, in_bricks(device, content, backend, room));
                expected.push_back(first.draw(scene));
            }
            const auto begin = std::chrono::steady_clock::now();
            SceneRenderer renderer(content, in_bricks(device, content, backend, room));
            const double made_ms = milliseconds_since(begin);
            const RoomRow row = RoomRun(renderer, scene, options.frames, expected).measure(made_ms);
            print_row(row, room, options.frames);
            print_times("first", row.first, 1, row.first_ms);
            print_times("at rest", row.rest, options.frames, row.rest_mean_ms);
            print_times("turning", row.turning, options.frames, row.turning_mean_ms);
            std::fflush(stdout);
            rows.push_back(row_json(row, header.name, room, all));
            equal = equal && row.equal;
        }
    }
    write_report(options, "scale", device.info(), rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
