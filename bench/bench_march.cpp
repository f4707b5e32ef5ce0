// Times samples and fetches of the standard caster in boxes where nothing and everything is seen.
#include "bench/bench_march.h"

#include "bench/frame_bench.h"
#include "bench/multiprocessor.h"
#include "bench/scene_run.h"
#include "bench/timing.h"
#include "renderer/reference/caster.h"
#include "renderer/views.h"
#include "renderer/volume_renderer.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// A row of the table: what is in the box and how it is drawn.
struct MarchCase {
    bool oblique;
    bool full;
    Classification classification;
    Shading shading;
    Interpolation interpolation = Interpolation::linear;
    int padding = 0; ///< local memory that a work-group takes without need, bytes
};

/// Every classification and shading, then post-classified unlit boxes by the other interpolations, then lit
/// pre-classified ones with few resident warps (thesis figure 6.30).
std::vector<MarchCase> march_cases(const DeviceInfo &device) {
    std::vector<MarchCase> rows;
    for (int i = 0; i < 16; ++i) {
        rows.push_back({(i & 8) != 0, (i & 4) != 0, i & 2 ? Classification::post : Classification::pre,
                        i & 1 ? Shading::phong : Shading::none});
    }
    for (const Interpolation interpolation : {Interpolation::nearest, Interpolation::cubic}) {
        for (int i = 0; i < 4; ++i) {
            rows.push_back({(i & 2) != 0, (i & 1) != 0, Classification::post, Shading::none, interpolation});
        }
    }
    for (int i = 0; i < 4; ++i) {
        rows.push_back({(i & 2) != 0, (i & 1) != 0, Classification::pre, Shading::phong, Interpolation::linear,
                        paddings_of(device).back()});
    }
    return rows;
}

/// `across`: nearly parallel rays through the front face that all leave through the back. `oblique`: the direction of
/// the standard view, zoomed in until every ray of a 16:9 picture hits the box; rays differ in length, and neighbours
/// leave through different faces.
Camera filling_camera(const Grid &grid, bool oblique) {
    Camera camera = standard_view(grid);
    if (oblique) {
        camera.fov = 20.0;
    } else {
        const double distance = 4.0 * glm::length(camera.eye - camera.target);
        camera.eye = camera.target + distance * glm::normalize(glm::dvec3(0.08, 0.06, 1.0));
        camera.fov = 3.6;
    }
    return camera;
}

/// Nothing at all to see, or the same faint medium everywhere: no empty sample, and no ray that ends early.
TransferFunction box_transfer(bool full) {
    TransferFunction transfer;
    transfer.name = full ? "full" : "empty";
    transfer.colors = {{0.0, {0.9, 0.5, 0.2}}, {1.0, {1.0, 1.0, 0.9}}};
    // 3/255 per voxel length: still there after quantisation to the 8 bits of the pre-classified volume.
    transfer.opacities = {{0.0, full ? 3.0 / 255.0 : 0.0}};
    return transfer;
}

/// Largest difference to the reference caster over a grid of 5 x 5 pixels.
int check_pixels(const Image &image, const ReferenceScene &scene) {
    int largest = 0;
    for (int i = 0; i < 25; ++i) {
        const int x = (i % 5) * (image.width - 1) / 4, y = (i / 5) * (image.height - 1) / 4;
        const glm::dvec4 expected = reference_pixel(scene, x, y, image.width, image.height);
        for (int channel = 0; channel < 3; ++channel) {
            const double difference = std::abs(image.pixel(x, y)[channel] - 255.0 * expected[channel]);
            largest = std::max(largest, static_cast<int>(difference));
        }
    }
    return largest;
}

std::array<int, 2> march_size(const BenchOptions &options) {
    return options.sizes.empty() ? std::array<int, 2>{1920, 1080} : options.sizes.front();
}

/// Renders one row, checks it, prints it. Returns false if the picture is wrong; then no time is printed.
bool run_case(const MarchCase &row, const Volume &volume, VolumeRenderer &renderer, const BenchOptions &options,
              double texture_rate, nlohmann::json &rows) {
    const auto [width, height] = march_size(options);
    RenderSettings settings;
    settings.classification = row.classification;
    settings.shading = row.shading;
    settings.interpolation = row.interpolation;
    settings.local_padding = row.padding;
    settings.opacity_cutoff = 1.0;
    if (options.group_width > 0) {
        settings.group_width = options.group_width;
        settings.group_height = options.group_height;
    }
    const TransferFunction transfer = box_transfer(row.full);
    const Camera camera = filling_camera(volume.grid(), row.oblique);
    renderer.set_transfer(transfer);
    const char *view = row.oblique ? "oblique" : "across";
    const std::string name =
        fmt::format("{:<7}  {:<5}  {:<4}  {:<5}  {:<7}  {:>5}", view, transfer.name, name_of(row.classification),
                    name_of(row.shading), name_of(row.interpolation), row.padding);

    const Image image = renderer.render(camera, width, height, settings);
    const ReferenceScene scene{&volume, over_values(transfer, default_window(volume.type(), volume.range())), camera,
                               settings};
    if (const int difference = check_pixels(image, scene); difference > 3) {
        fmt::print("{}  refused: the picture differs from the reference by {}/255\n", name, difference);
        return false;
    }
    if (!options.out.empty() && row.padding == 0) {
        write_png(image, std::filesystem::path(options.out) /
                             fmt::format("{}_{}_{}_{}_{}.png", view, transfer.name, name_of(row.classification),
                                         name_of(row.shading), name_of(row.interpolation)));
    }
    std::vector<double> times;
    for (int i = 0; i < options.frames; ++i) {
        renderer.render(camera, width, height, settings);
        times.push_back(renderer.statistics().frame_ms);
    }
    renderer.count_samples(camera, width, height, settings);
    const FrameStatistics &statistics = renderer.statistics();
    const Spread ms = spread_of(times);
    const int warps =
        resident_warps(renderer.device(), settings.group_width * settings.group_height, statistics.group_local_bytes);
    const double samples_per_s = static_cast<double>(statistics.samples) / ms.median * 1e3;
    const double fetches_per_s = static_cast<double>(statistics.fetches) / ms.median * 1e3;
    const auto known = [&](double value) { return texture_rate > 0.0 ? nlohmann::json(value) : nlohmann::json(); };
    const double floor_ms = static_cast<double>(statistics.fetches) / texture_rate * 1e3;
    const std::string floor = texture_rate > 0.0 ? fmt::format("{:9.3f}  {:5.3f}", floor_ms, floor_ms / ms.median)
                                                 : fmt::format("{:>9}  {:>5}", "-", "-");
    fmt::print("{}  {:9.3f} ({:.3f} .. {:.3f})  {:8.1f}  {:9.1f}  {:9.1f}  {}\n", name, ms.median, ms.p10, ms.p90,
               static_cast<double>(statistics.samples) / 1e6, samples_per_s / 1e6, fetches_per_s / 1e6, floor);
    rows.push_back({{"volume", volume.header().name},
                    {"size", fmt::format("{}x{}", width, height)},
                    {"view", view},
                    {"box", transfer.name},
                    {"classification", name_of(row.classification)},
                    {"shading", name_of(row.shading)},
                    {"interpolation", name_of(row.interpolation)},
                    {"local_padding", row.padding},
                    {"resident_warps", warps > 0 ? nlohmann::json(warps) : nlohmann::json()},
                    {"ms", ms.median},
                    {"ms_p10", ms.p10},
                    {"ms_p90", ms.p90},
                    {"samples", statistics.samples},
                    {"fetches", statistics.fetches},
                    {"samples_per_s", samples_per_s},
                    {"fetches_per_s", fetches_per_s},
                    {"texture_peak_r8", known(texture_rate)},
                    {"texture_floor_ms", known(floor_ms)},
                    {"texture_utilisation", known(floor_ms / ms.median)},
                    {"device_times", statistics.device_times}});
    return true;
}

} // namespace

int bench_march(const BenchOptions &options) {
    const auto [width, height] = march_size(options);
    Device device(options.device, options.opening);
    const Volume volume = read_volume(options.volumes.empty() ? "synthetic:tree:256" : options.volumes.front());
    VolumeRenderer renderer(device, volume, options.backend);
    fmt::print("march: {} in {}x{}, step 0.5 voxel, {} back end, {}\n", volume.header().name, width, height,
               name_of(renderer.backend()), device.info().name);
    const double rate = measure_texture_peak(device, renderer.backend()).r8;
    fmt::print("{}\n\n", rate > 0.0
                             ? fmt::format("floor and utilisation: {:.1f} billion fetches/s, the measured texture "
                                           "rate of this device",
                                           rate * 1e-9)
                             : "no floor: samples are not taken by texture units");
    fmt::print("view     box    class shade  interp   unused  ms median (p10 .. p90)  Msamples  Msample/s  Mfetch/s   "
               "floor ms "
               " utilisation\n");

    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    for (const MarchCase &row : march_cases(device.info())) {
        good = run_case(row, volume, renderer, options, rate, rows) && good;
    }
    write_report(options, "march", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
