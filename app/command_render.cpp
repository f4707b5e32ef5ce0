// voxmarch render: a volume file becomes a PNG.
#include "app/commands.h"
#include "app/parse.h"
#include "app/progress.h"
#include "app/render_statistics.h"
#include "app/volume_options.h"
#include "device/error.h"
#include "renderer/volume_renderer.h"
#include "transfer/preset.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

struct RenderOptions {
    VolumeOptions volume;
    std::string output, size = "1024x768", mode = "volume", transfer = "auto", window, view, camera;
    std::string classification = "post", shading = "phong", gradient = "sobel", traversal = "none";
    std::string background = "0,0,0", light = "headlight", backend = "auto", work_group = "16x8", device, stats;
    RenderSettings settings;
    int frames = 1;
};

void add_picture_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.add_option("-o,--output", options.output, "PNG to write; {n} in it numbers frames (default: VOLUME's name .png)")
        ->group("Picture");
    command.add_option("--size", options.size, "WIDTHxHEIGHT in pixels (default 1024x768)")->group("Picture");
    command.add_option("--mode", options.mode, "volume (default)")->check(CLI::IsMember({"volume"}))->group("Picture");
    command
        .add_option("--view", options.view,
                    "standard, iso, front, back, left, right, top or bottom\n"
                    "(default: iso for patient data, else standard)")
        ->group("Picture");
    command.add_option("--camera", options.camera, "eye=x,y,z,target=x,y,z,up=x,y,z,fov=deg in mm; parts may be left out")
        ->group("Picture");
    command.add_option("--background", options.background, "r,g,b from 0 to 1, or #rrggbb (default 0,0,0)")->group("Picture");
    command.add_option("--transfer", options.transfer, "FILE.json, a preset (voxmarch transfer --list) or auto (default)")
        ->group("Appearance");
    command.add_option("--window", options.window, "lo:hi, values a normalised function is stretched over")->group("Appearance");
    command.add_option("--classification", options.classification, "transfer function pre or post interpolation (default post)")
        ->check(CLI::IsMember({"pre", "post"}))->group("Appearance");
    command.add_option("--shading", options.shading, "phong (default) or none")->check(CLI::IsMember({"phong", "none"}))
        ->group("Appearance");
    command.add_option("--gradient", options.gradient, "filter of the normals: sobel (default) or central")
        ->check(CLI::IsMember({"sobel", "central"}))->group("Appearance");
    command.add_option("--light", options.light, "x,y,z: world direction towards the light, or headlight (default)")
        ->group("Appearance");
    command.add_option("--ambient", settings.light.ambient, "0 .. 1")->capture_default_str()->group("Appearance");
    command.add_option("--diffuse", settings.light.diffuse, "0 .. 1")->capture_default_str()->group("Appearance");
    command.add_option("--specular", settings.light.specular, "0 .. 1")->capture_default_str()->group("Appearance");
    command.add_option("--shininess", settings.light.shininess, "1 .. 1000")->capture_default_str()->group("Appearance");
}

void add_sampling_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.add_option("--step", settings.step, "distance of samples in voxels, 0.01 .. 16 (default 0.5)")->group("Sampling");
    command.add_option("--opacity-cutoff", settings.opacity_cutoff, "a ray ends above this opacity, (0, 1] (default 0.99)")
        ->group("Sampling");
    command.add_option("--traversal", options.traversal, "none (default): every sample of the box")
        ->check(CLI::IsMember({"none"}))->group("Sampling");
    command.add_option("--backend", options.backend, "auto (default), image, buffer or packet")
        ->check(CLI::IsMember({"auto", "image", "buffer", "packet"}))->group("Device");
    command.add_option("--work-group", options.work_group, "pixels of a work-group, multiples of 8x4 (default 16x8)")
        ->group("Device");
    command.add_option("--device", options.device, "number or part of a name, see voxmarch devices")->group("Device");
    command.add_option("--frames", options.frames, "render N times, for timing (default 1)")->check(CLI::Range(1, 100000))
        ->group("Device");
    command.add_option("--stats", options.stats, "write what was done and how long it took as JSON")->group("Device");
}

RenderSettings settings_of(const RenderOptions &options) {
    RenderSettings settings = options.settings;
    settings.classification = options.classification == "pre" ? Classification::pre : Classification::post;
    settings.shading = options.shading == "none" ? Shading::none : Shading::phong;
    settings.gradient = options.gradient == "central" ? Gradient::central : Gradient::sobel;
    settings.background = parse_color(options.background, "--background");
    if (options.light != "headlight") {
        const std::vector<double> direction = parse_numbers(options.light, 3, ',', "--light");
        settings.light.direction = glm::dvec3(direction[0], direction[1], direction[2]);
    }
    const PixelSize group = parse_size(options.work_group, "--work-group");
    settings.group_width = group.width;
    settings.group_height = group.height;
    validate(settings);
    return settings;
}

Camera camera_of(const RenderOptions &options, const Grid &grid, PixelSize size) {
    const double aspect = static_cast<double>(size.width) / size.height;
    const Camera view = named_view(options.view.empty() ? default_view(grid) : options.view, grid, aspect);
    return options.camera.empty() ? view : parse_camera(options.camera, view);
}

/// The --output name, or the volume's with .png; {n} becomes the frame's number.
std::string output_name(const RenderOptions &options, int frame) {
    std::string name = options.output;
    if (name.empty()) {
        std::string stem = options.volume.source;
        if (stem.starts_with("synthetic:")) {
            stem = stem.substr(10, stem.find(':', 10) - 10);
        }
        while (stem.size() > 1 && stem.back() == '/') {
            stem.pop_back();
        }
        stem = std::filesystem::path(stem).filename().string();
        name = stem.substr(0, stem.find('.')) + ".png";
    }
    if (const std::size_t place = name.find("{n}"); place != std::string::npos) {
        name.replace(place, 3, fmt::format("{:04}", frame));
    }
    return name;
}

/// Refuses what would be found out only after a long read.
void check_output(const std::string &name) {
    const std::filesystem::path folder = std::filesystem::path(name).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder)) {
        throw OutputError(name, fmt::format("the folder {} does not exist", folder.string()));
    }
}

int run_render(const RenderOptions &options) {
    // What can be wrong on the command line alone is found before anything is read.
    const RenderSettings settings = settings_of(options);
    const PixelSize size = parse_size(options.size, "--size");
    std::optional<ValueRange> window;
    if (!options.window.empty()) {
        window = parse_window(options.window);
    }
    check_output(output_name(options, 0));
    RunStatistics run;

    // Volume, device and transfer function.
    const Volume volume = read_with_notes(options.volume);
    run.phase_done("read");
    Device device(options.device);
    run.phase_done("open device");
    VolumeRenderer renderer(device, volume, parse_backend(options.backend));
    run.phase_done("upload");
    const TransferFunction transfer = resolve_transfer(
        options.transfer, volume.header(), options.transfer == "auto" ? compute_histogram(volume) : Histogram{});
    renderer.set_transfer(transfer, window);
    const Camera camera = camera_of(options, volume.grid(), size);
    run.phase_done("transfer function");

    // Frames.
    const auto progress = progress_line("rendering");
    std::string written;
    for (int frame = 0; frame < options.frames; ++frame) {
        progress(static_cast<double>(frame) / options.frames);
        const Image image = renderer.render(camera, size.width, size.height, settings);
        run.add_frame(renderer.statistics());
        if (frame + 1 == options.frames || options.output.find("{n}") != std::string::npos) {
            run.phase_done("frames");
            written = output_name(options, frame);
            write_png(image, written);
            run.phase_done("write PNG");
        }
    }
    progress(1.0);
    if (!options.stats.empty()) {
        renderer.count_samples(camera, size.width, size.height, settings);
        write_statistics(options.stats, run, renderer, device, volume, transfer, camera, settings, size.width, size.height);
    }
    fmt::print("wrote {} ({}x{}, {:.1f} ms on {}, transfer function {})\n", written, size.width, size.height,
               run.median_ms(), device.info().name, transfer.name);
    return 0;
}

} // namespace

void add_render_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App *command = app.add_subcommand("render", "draw a volume into a PNG, no display needed");
    options->volume.add_to(*command);
    add_picture_options(*command, *options);
    add_sampling_options(*command, *options);
    command->callback([&action, options] { action = [options] { return run_render(*options); }; });
}

} // namespace voxmarch
