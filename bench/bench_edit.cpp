// Edits, one after the other, and the stages that each makes anew.
#include "bench/bench_edit.h"

#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/timing.h"
#include "renderer/cones.h"
#include "renderer/volume_renderer.h"
#include "scene/resolution.h"
#include "transfer/preset.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>

namespace voxmarch {

namespace {

struct Edit {
    std::string name;
    /// Changes something, differently for every i.
    std::function<void(int i, TransferFunction &, RenderSettings &)> apply;
    RenderSettings settings;
    double bytes; ///< a voxel that must be read and written at least, 0: not stated
};

RenderSettings settings_of(Classification classification, const BenchOptions &options) {
    RenderSettings settings;
    settings.classification = classification;
    settings.opacity_cutoff = options.opacity_cutoff;
    settings.step = options.step;
    settings.leaf_size = options.leaf_size;
    settings.light.direction = glm::dvec3(1.0, 2.0, 0.5);
    return settings;
}

std::vector<Edit> edits(const Volume &volume, const BenchOptions &options, Traversal traversal) {
    const auto opacity = [](int i, TransferFunction &transfer, RenderSettings &) {
        transfer.opacities.back().opacity = 0.5 - 0.01 * (i % 20);
    };
    const auto color = [](int i, TransferFunction &transfer, RenderSettings &) {
        transfer.colors.back().color.z = 0.9 - 0.02 * (i % 20);
    };
    const auto light = [](int i, TransferFunction &, RenderSettings &settings) {
        settings.light.direction = glm::dvec3(1.0, 2.0, 0.5 + 0.05 * (i % 20));
    };
    const auto scalar = static_cast<double>(scalar_size(volume.type()));
    std::vector<Edit> list;
    const auto add = [&](const std::string &name, const auto &apply, Classification classification, double bytes,
                         auto &&change) {
        RenderSettings settings = settings_of(classification, options);
        settings.traversal = traversal;
        change(settings);
        list.push_back({name, apply, settings, bytes});
    };
    const auto nothing = [](RenderSettings &) {};
    // Scalars are read once, colour+opacity and normals written once, 4 bytes each.
    add("opacity, pre", opacity, Classification::pre, scalar + 8.0, nothing);
    add("opacity, pre, leaf 8", opacity, Classification::pre, scalar + 8.0, [](auto &s) { s.leaf_size = 8; });
    add("colour, pre", color, Classification::pre, scalar + 4.0, nothing);
    add("opacity, post", opacity, Classification::post, 0.0, nothing);
    add("colour, post", color, Classification::post, 0.0, nothing);
    add("opacity, preintegrated", opacity, Classification::preintegrated, 0.0, nothing);
    for (const ShadowMethod method : values_of<ShadowMethod>()) {
        for (const Shadows shadows : {Shadows::full, Shadows::half, Shadows::quarter}) {
            add(fmt::format("light, {}, {}", name_of(shadows), name_of(method)), light, Classification::post, 0.0,
                [&](auto &s) {
                    s.shadows = shadows;
                    s.shadow_method = method;
                });
        }
    }
    // An opacity moves, as light moves no surroundings. Of scalars a pyramid of 0.29 bytes a voxel is made, which is
    // read for 5 bytes a texel of half resolution.
    for (const int directions : {6, 16}) {
        for (const OcclusionMethod method : values_of<OcclusionMethod>()) {
            if (method == OcclusionMethod::cones && cone_count(directions) != directions) {
                continue; // would be more
            }
            add(fmt::format("around, {}, {}", directions, name_of(method)), opacity, Classification::post,
                method == OcclusionMethod::cones ? scalar + 1.2 : 0.0, [&](auto &s) {
                    s.ambient_occlusion = directions;
                    s.ambient_occlusion_method = method;
                });
        }
    }
    return list;
}

/// The stages that belong to a frame whether something was edited or not.
bool belongs_to_frame(Stage stage) {
    return stage == Stage::frame || stage == Stage::readback || stage == Stage::program || stage == Stage::upload;
}

/// @param floor_ms  0: not stated
/// @param picture   set to the last frame
nlohmann::json measure(const Edit &edit, VolumeRenderer &renderer, const Camera &camera, std::array<int, 2> size,
                       double floor_ms, int frames, Image &picture) {
    TransferFunction transfer = find_preset("thesis");
    RenderSettings settings = edit.settings;
    std::map<std::string_view, std::vector<double>> stages; // by name
    std::vector<double> totals, beyond;
    for (int i = 0; i < frames + 3; ++i) {
        const auto start = std::chrono::steady_clock::now();
        edit.apply(i, transfer, settings);
        renderer.set_transfer(transfer);
        picture = renderer.render(camera, size[0], size[1], settings);
        const double wall = milliseconds_since(start);
        if (i < 3) {
            continue; // programs are built, room is made
        }
        double total = 0.0, frame = 0.0;
        for (const StageTime &stage : renderer.statistics().stages) {
            (belongs_to_frame(stage.stage) ? frame : total) += stage.ms;
            if (!belongs_to_frame(stage.stage)) {
                stages[name_of(stage.stage)].push_back(stage.ms);
            }
        }
        totals.push_back(total);
        beyond.push_back(wall - frame);
    }
    const Spread total = spread_of(totals), host = spread_of(beyond);
    std::string parts;
    nlohmann::json row{{"edit", edit.name},
                       {"device_ms", total.median},
                       {"p90_ms", total.p90},
                       {"beyond_frame_ms", host.median},
                       {"frame_ms", renderer.statistics().frame_ms},
                       {"floor_ms", floor_ms}};
    for (const auto &[name, times] : stages) {
        const double ms = spread_of(times).median;
        row["stages_ms"][std::string(name)] = ms;
        parts += fmt::format("{}{} {:.3f}", parts.empty() ? "" : ", ", name, ms);
    }
    fmt::print("{:<24} {:9.3f} {:9.3f} {:>10} {:>7} {:9.3f}  {}\n", edit.name, total.median, host.median,
               floor_ms > 0.0 ? fmt::format("{:.3f}", floor_ms) : "-",
               floor_ms > 0.0 ? fmt::format("{:.1f}", total.median / floor_ms) : "-", renderer.statistics().frame_ms,
               parts);
    return row;
}

/// "tree_256", "opacity, pre, leaf 8" -> "tree_256_opacity_pre_leaf_8.png"
std::string picture_name(const std::string &scene, const std::string &edit) {
    std::string name = fmt::format("{}_{}.png", scene, edit);
    std::erase(name, ',');
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

/// Pictures a second while an opacity is dragged, as small as the viewer draws moving ones
/// (app/viewer/jobs/painter.cpp).
nlohmann::json drag(Classification classification, Gradient gradient, const BenchOptions &options,
                    VolumeRenderer &renderer, const Camera &camera, std::array<int, 2> size, int frames) {
    constexpr double target_ms = 28.0, smallest_scale = 0.36;
    TransferFunction transfer = find_preset("thesis");
    RenderSettings settings = settings_of(classification, options);
    settings.traversal = default_traversal(renderer.backend());
    settings.gradient = gradient;
    ResolutionGovernor governor(target_ms);
    std::vector<double> walls;
    double scale = 1.0;
    for (int i = 0; i < frames + 8; ++i) { // the first are for programs, room and the scale
        const auto start = std::chrono::steady_clock::now();
        transfer.opacities.back().opacity = 0.5 - 0.01 * (i % 20);
        renderer.set_transfer(transfer);
        scale = governor.moving_scale(size[0], size[1]);
        RenderSettings moving = settings;
        moving.step = scale < smallest_scale ? std::max(settings.step, 1.0) : settings.step;
        const int width = static_cast<int>(std::lround(size[0] * scale));
        const int height = static_cast<int>(std::lround(size[1] * scale));
        renderer.render(camera, width, height, moving);
        const double wall = milliseconds_since(start);
        double once = 0.0;
        for (const StageTime &stage : renderer.statistics().stages) {
            once += stage.stage == Stage::frame || stage.stage == Stage::readback ? 0.0 : stage.ms;
        }
        governor.measured(double(width) * height, wall - once);
        if (i >= 8) {
            walls.push_back(wall);
        }
    }
    const std::string name = fmt::format("dragged, {}, {}", name_of(classification), name_of(gradient));
    const Spread wall = spread_of(walls);
    fmt::print("{:<24} {:9.1f} pictures/s, {:.1f} ms each, p90 {:.1f}, at {:.2f} of the edges\n", name,
               1e3 / wall.median, wall.median, wall.p90, scale);
    return {{"edit", name}, {"frame_ms", wall.median}, {"p90_ms", wall.p90}};
}

} // namespace

int bench_edit(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    std::vector<std::string> volumes = options.volumes;
    for (int n = 256; n <= options.largest_volume && options.volumes.empty(); n *= 2) {
        volumes.push_back(fmt::format("synthetic:tree:{}", n));
    }
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{1024, 1024} : options.sizes.front();
    for (const std::string &name : volumes) {
        const BenchScene scene = read_scene(name);
        const Volume &volume = scene.volume;
        VolumeRenderer renderer(device, volume, options.backend);
        fmt::print("\n{}, {}x{} pixels, {} back end on {}: medians in ms\n{:<24} {:>9} {:>9} {:>10} {:>7} {:>9}  {}\n",
                   name, size[0], size[1], name_of(renderer.backend()), device.info().name, "edit", "device", "beyond",
                   "floor", "ratio", "frame", "stages");
        for (const auto &[classification, gradient] : {std::pair{Classification::pre, Gradient::sobel},
                                                       {Classification::pre, Gradient::on_the_fly},
                                                       {Classification::post, Gradient::sobel}}) {
            nlohmann::json row = drag(classification, gradient, options, renderer, scene.camera, size, options.frames);
            row["volume"] = name;
            row["size"] = fmt::format("{}x{}", size[0], size[1]);
            rows.push_back(row);
        }
        for (const Edit &edit : edits(volume, options, default_traversal(renderer.backend()))) {
            Image picture;
            const double bytes = edit.bytes * static_cast<double>(volume.grid().voxel_count());
            nlohmann::json row = measure(edit, renderer, scene.camera, size, ms_at(rates_of(device).copy, bytes),
                                         options.frames, picture);
            if (!options.out.empty()) {
                write_png(picture, std::filesystem::path(options.out) / picture_name(scene.name, edit.name));
            }
            row["volume"] = name;
            row["size"] = fmt::format("{}x{}", size[0], size[1]);
            rows.push_back(row);
        }
    }
    fmt::print("\nbeyond: wall time from the edit to the picture on the host, less frame and read-back\n");
    write_report(options, "edit", device.info(), rows);
    return 0;
}

} // namespace voxmarch
