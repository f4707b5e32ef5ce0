// Times frames of one to four channels, with skipping.
#include "bench/bench_channels.h"

#include "bench/frame_bench.h"
#include "kernels/shared/shared_types.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <vector>

namespace voxmarch {

namespace {

/// Channels that differ: what one leaves empty, another does not.
constexpr std::string_view other_models[] = {"teddy", "piggy", "vessels"};

/// Of which `count` together let through what one function does.
TransferFunction shared_by(int count) {
    TransferFunction transfer = find_preset("thesis");
    for (OpacityPoint &point : transfer.opacities) {
        point.opacity = 1.0 - std::pow(1.0 - point.opacity, 1.0 / count);
    }
    return transfer;
}

struct ChannelScene {
    const BenchScene &first;
    std::vector<const Volume *> others;
    const char *kind;
};

/// Milliseconds of one channel alone in each look; 0 where the row was refused.
using LookTimes = std::array<double, 4>;

/// One number of channels in every look.
bool measure_count(const ChannelScene &scene, int count, Device &device, const BenchOptions &options, LookTimes &one_ms,
                   nlohmann::json &rows) {
    VolumeRenderer renderer(device, scene.first.volume, options.backend);
    for (int i = 1; i < count; ++i) {
        renderer.add_channel(*scene.others[static_cast<std::size_t>(i) - 1]);
    }
    for (int i = 0; i < count; ++i) {
        renderer.set_transfer(shared_by(count), {}, i);
    }
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{1920, 1080} : options.sizes.front();
    bool good = true;
    std::size_t look = 0;
    for (const Classification classification : {Classification::post, Classification::pre}) {
        for (const Shading shading : {Shading::none, Shading::phong}) {
            double &one = one_ms[look++];
            RenderSettings settings = bench_settings(options);
            settings.classification = classification;
            settings.shading = shading;
            const Image expected = renderer.render(scene.first.camera, size[0], size[1], settings);
            settings.traversal = default_traversal(renderer.backend());
            const std::string label =
                fmt::format("{:<9} {}  {:<4}  {:<5}", scene.kind, count, name_of(classification), name_of(shading));
            const FrameRow row =
                measure_frame(renderer, scene.first.camera, size, settings, &expected, options.frames, label);
            good = good && row.equal;
            if (!row.equal) {
                fmt::print("{}  refused: skipping changed the picture\n", label);
                continue;
            }
            one = count == 1 ? row.ms.median : one;
            const double ratio = one > 0.0 ? row.ms.median / one : 0.0;
            fmt::print("{}  {:9.3f} ({:.3f} .. {:.3f})  {:6.2f}  {:8.1f}  {:8.1f}\n", label, row.ms.median, row.ms.p10,
                       row.ms.p90, ratio, static_cast<double>(row.counts.samples) / 1e6, row.derived_ms);
            std::fflush(stdout);
            nlohmann::json json = frame_json(row, one, {});
            json["scene"] = scene.first.name;
            json["channels"] = count;
            json["kind"] = scene.kind;
            json["ratio_to_one"] = ratio;
            rows.push_back(json);
        }
    }
    return good;
}

} // namespace

int bench_channels(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    const int edge = 256;
    const std::string name = options.volumes.empty() ? fmt::format("synthetic:tree:{}", edge) : options.volumes.front();
    const BenchScene first = read_scene(name);
    std::vector<Volume> models; // all there before anything refers to them
    for (std::size_t i = 0; i < std::size(other_models) && options.volumes.empty(); ++i) {
        models.push_back(read_volume(fmt::format("synthetic:{}:{}", other_models[i], edge)));
    }
    std::vector<ChannelScene> scenes{{first, {std::size(other_models), &first.volume}, "alike"}};
    if (!models.empty()) {
        scenes.push_back({first, {&models[0], &models[1], &models[2]}, "different"});
    }
    fmt::print("channels: {} on {}\n{:<25}  {:>9} {:<18} {:>6}  {:>8}  {:>8}\n", first.name, device.info().name,
               "channels", "ms", "(p10 .. p90)", "to one", "Msamples", "octree ms");
    for (const ChannelScene &scene : scenes) {
        LookTimes one_ms{};
        for (int count = 1; count <= CHANNEL_LIMIT; ++count) {
            good = measure_count(scene, count, device, options, one_ms, rows) && good;
        }
    }
    write_report(options, "channels", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
