// voxmarch render: a volume file becomes a PNG.
#include "app/commands.h"
#include "app/progress.h"
#include "app/render_statistics.h"
#include "app/scene.h"
#include "app/scene_options.h"
#include "app/skeleton_options.h"
#include "app/surface_options.h"
#include "app/typed_options.h"
#include "app/volume_options.h"
#include "app/volume_plan.h"
#include "renderer/heat_map.h"
#include "renderer/ray_probe.h"
#include "renderer/volume_renderer.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/output_file.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace voxmarch {

namespace {

struct RenderOptions {
    VolumeOptions volume;
    std::string output, view, camera, transfer = "auto", device, stats;
    std::optional<Scene> session; ///< what the volume, a session, told; transfer "" means the session's
    bool session_labels = false;  ///< labels and their styles are the session's
    PixelSize size{1024, 768};
    std::optional<ValueRange> window;
    std::optional<SamplingBackend> backend;
    std::optional<Classification> classification; ///< empty: what suits the data
    RenderSettings settings;
    std::optional<Traversal> traversal;                   ///< empty: the back end's
    std::vector<std::pair<int LoopParams::*, int>> loops; ///< changes to the traversal's loop parameters
    ClipOptions clip;
    LabelOptions labels;
    SurfaceOptions surfaces;
    SkeletonOptions skeleton;
    bool verify_skip = false, automatic_step = false, transparent = false;
    std::optional<HeatMap> heat_map;
    std::optional<glm::ivec2> probe;
    int frames = 1;
};

constexpr const char *render_examples = R"(Examples:
  voxmarch render synthetic:tree -o tree.png
  voxmarch render bonsai_256x256x256_uint8.raw --size 1024x1024 --transfer thesis --view standard
  voxmarch render head.nii.gz -o head.png --transfer mr-default --view front --background '#203040'
  voxmarch render ct.nrrd --camera eye=0,-900,200,fov=30 --light 1,-1,1 --window -200:1200
  voxmarch render ct.nrrd --mode isosurface --isovalue 150,700 --isosurface-opacity 0.3,1
  voxmarch render vessels.nrrd --mode isosurface --isovalue 100 --isosurface-opacity 0.3 --skeleton vessels.vtk
  voxmarch render huge.nrrd --downsample 2 --frames 20 --stats huge.json
  voxmarch render session.json -o again.png     (or a picture that the viewer saved)
The picture shows the box of voxel centres; world coordinates are the file's, in mm.)";

bool is_png(const std::string &name) {
    std::string extension = std::filesystem::path(name).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return extension == ".png";
}

/// A PNG must be named like one, so that a slip never overwrites a volume.
std::string png_name(const std::string &text) {
    if (!is_png(text)) {
        throw UsageError(fmt::format("--output is '{}'; pictures are PNG files, name it NAME.png", text));
    }
    return text;
}

/// Statistics must not be named like a picture, so that they never overwrite one.
std::string statistics_name(const std::string &text) {
    if (text.empty() || is_png(text)) {
        throw UsageError(fmt::format("--stats is '{}'; statistics are JSON, name it NAME.json or - for stdout", text));
    }
    return text;
}

void add_picture_options(CLI::App &command, RenderOptions &options) {
    command.option_defaults()->group("Picture");
    add_parsed(
        command, "-o,--output", "FILE.png", "", [&](const std::string &text) { options.output = png_name(text); },
        "picture to write; {n} becomes the frame's number, 0000 ..\n(default: the volume's name with .png, in this "
        "folder)");
    add_parsed(
        command, "--size", "WxH", "1024x768",
        [&](const std::string &text) { options.size = parse_size(text, "--size"); },
        fmt::format("width and height in pixels, 1 .. {}", picture_edge_limit));
    add_parsed(
        command, "--view", "NAME", "",
        [&](const std::string &text) {
            named_view(text, Grid{}, 1.0); // an unknown name is found before anything is read
            options.view = text;
        },
        fmt::format("{}\n(default: iso for patient data, else standard)", fmt::join(view_names(), ", ")));
    add_parsed(
        command, "--camera", "PARTS", "",
        [&](const std::string &text) {
            parse_camera(text, Camera{});
            options.camera = text;
        },
        "eye=x,y,z,target=x,y,z,up=x,y,z,fov=deg: places in mm, vertical\n"
        "angle in degrees; parts left out are those of --view");
    add_parsed(
        command, "--background", "COLOR", "0,0,0",
        [&](const std::string &text) { options.settings.background = parse_color(text, "--background"); },
        "r,g,b from 0 to 1, or #rrggbb");
    command.add_flag(
        "--transparent", options.transparent,
        "leave the background out: the PNG has opacities (two frames are\ndrawn, over black and over white)");
}

void add_appearance_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Appearance");
    add_text(command, "--transfer", "NAME|FILE", options.transfer,
             "preset (see voxmarch transfer --list), .json file, or auto:\nchosen from the data");
    add_parsed(
        command, "--window", "LO:HI", "",
        [&](const std::string &text) { options.window = parse_window(text, "--window"); },
        "values that a normalised transfer function is stretched over\n"
        "(default: 0:255 for uint8, else the range of the data)");
    add_named(
        command, "--blend", {Blend::composite, Blend::mip, Blend::minip, Blend::average}, settings.blend,
        "what a ray shows: its samples composited, or their largest,\nsmallest or mean value through the transfer "
        "function (with\n--transfer auto: black to white)");
    add_choice(
        command, "--classification", {"auto", "pre", "post", "preintegrated"}, "auto",
        [&options](std::size_t position) {
            constexpr Classification all[] = {Classification::pre, Classification::post, Classification::preintegrated};
            options.classification.reset();
            if (position > 0) {
                options.classification = all[position - 1];
            }
        },
        "transfer function before (pre) or after (post) interpolation, or\nover whole segments between samples: thin "
        "shells without banding;\nauto: pre for labels with --transfer auto, else post");
    add_named(command, "--shading", {Shading::phong, Shading::none}, settings.shading, "lighting of surfaces");
    add_named(command, "--gradient", {Gradient::sobel, Gradient::central, Gradient::on_the_fly}, settings.gradient,
              "filter of the normals; on-the-fly: six fetches a lit sample\ninstead of a volume of normals");
    add_number(command, "--full-gradient", settings.full_gradient, 0.0, 1.0,
               "samples whose field changes less than this share of its range\nover a voxel are lit in proportion: no "
               "shaded noise");
}

/// "X,Y", both at least 0. @throws UsageError
glm::ivec2 parse_pixel(const std::string &text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) {
        throw UsageError(fmt::format("--probe is '{}', it must be X,Y: a pixel counted from the top left", text));
    }
    return {static_cast<int>(parse_number(text.substr(0, comma), 0, picture_edge_limit, "--probe")),
            static_cast<int>(parse_number(text.substr(comma + 1), 0, picture_edge_limit, "--probe"))};
}

std::vector<std::string> heat_map_names() {
    std::vector<std::string> names;
    for (const HeatMap kind : heat_maps()) {
        names.emplace_back(name_of(kind));
    }
    return names;
}

/// How empty space is skipped. None of these options changes the picture.
void add_traversal_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Empty-space skipping (speed only, the picture stays the same)");
    std::vector<std::string> words{"auto"};
    for (const TraversalInfo &info : traversals()) {
        words.emplace_back(info.name);
    }
    add_choice(
        command, "--traversal", words, "auto",
        [&options](std::size_t position) {
            options.traversal.reset();
            if (position > 0) {
                options.traversal = traversals()[position - 1].traversal;
            }
        },
        "how rays find what is worth marching through; none: every sample,\nauto: the fastest measured for the back "
        "end");
    add_parsed(
        command, "--leaf-size", "NUMBER", "the traversal's",
        [&settings](const std::string &word) {
            settings.leaf_size = static_cast<int>(parse_number(word, 1, 32, "--leaf-size"));
        },
        "edge of the octree's leaves in cells: 1, 2, 4, 8, 16 or 32");
    add_number(command, "--threshold", settings.threshold, 0.0, 0.999,
               "nodes with more than this share of occupied leaves are marched");
    const auto add_loop = [&](const char *name, int LoopParams::*member, int low, int high, const char *help) {
        add_parsed(
            command, name, "NUMBER", "the traversal's",
            [&options, name, member, low, high](const std::string &word) {
                options.loops.emplace_back(member, static_cast<int>(parse_number(word, low, high, name)));
            },
            fmt::format("{}, {} .. {}", help, low, high));
    };
    add_loop("--node-steps", &LoopParams::node_steps, 1, 1024, "traversal steps a round");
    add_loop("--marching-steps", &LoopParams::marching_steps, 1, 4096, "marching steps a round");
    add_loop("--fused-steps", &LoopParams::fused_steps, 1, 16, "marching steps between two looks at buffer or map");
    add_loop("--buffer-length", &LoopParams::buffer_length, 2, 64, "segments in the ring buffer, a power of two");
    add_loop("--decisions", &LoopParams::decisions, 1, 1024, "persistent: rounds between two chances for new rays");
    add_loop("--pool-tiles", &LoopParams::pool_tiles, 1, 64, "persistent: warp tiles in a pool");
    add_choice(
        command, "--heatmap", heat_map_names(), "", [&options](std::size_t i) { options.heat_map = heat_maps()[i]; },
        "draw what rays do instead of the volume, in false colours: how full\nwarps are, steps of each ray, or the "
        "octree: its nodes along each ray\nfrom entry to exit, whatever --traversal and opacity");
    add_parsed(
        command, "--probe", "X,Y", "", [&options](const std::string &text) { options.probe = parse_pixel(text); },
        "follow the ray of one pixel instead of drawing: a plot (--output)\nand everything about it beside, as .csv");
    command.add_flag("--verify-skip", options.verify_skip,
                     "draw with and without skipping and compare every pixel;\nexit code 1 if one differs");
}

void add_sampling_options(CLI::App &command, RenderOptions &options) {
    RenderSettings &settings = options.settings;
    command.option_defaults()->group("Sampling");
    add_parsed(
        command, "--step", "N|auto", "0.5",
        [&](const std::string &text) {
            options.automatic_step = text == "auto";
            if (!options.automatic_step) {
                settings.step = parse_number(text, 0.01, 16.0, "--step");
            }
        },
        "distance of samples in voxels, 0.01 .. 16; auto: as coarse as the\ntransfer function allows (see --heatmap "
        "undersampling)");
    command.add_flag("--jitter", settings.jitter,
                     "move the samples of every pixel by a part of a step (blue\nnoise): grain instead of wood-grain");
    add_number(command, "--opacity-cutoff", settings.opacity_cutoff, 0.0001, 1.0,
               "a ray ends above this opacity; 1 never ends early");
    add_traversal_options(command, options);
    command.option_defaults()->group("Device and measurement");
    add_device_option(command, options.device);
    add_backend_option(command, options.backend);
    add_parsed(
        command, "--work-group", "WxH", fmt::format("{}x{}", settings.group_width, settings.group_height),
        [&](const std::string &text) {
            const PixelSize group = parse_size(text, "--work-group");
            settings.group_width = group.width;
            settings.group_height = group.height;
        },
        "pixels of a work-group: whole 8x4 tiles, at most 1024");
    add_integer(command, "--frames", options.frames, 1, 100000, "draw the same frame N times, for timing");
    add_parsed(
        command, "--stats", "FILE.json", "",
        [&options](const std::string &text) { options.stats = statistics_name(text); },
        "write what was done and how long it took; - for stdout");
}

Camera camera_of(const RenderOptions &options, const Grid &grid) {
    const double aspect = static_cast<double>(options.size.width) / options.size.height;
    const Camera view = options.session && options.view.empty()
                            ? options.session->camera
                            : named_view(options.view.empty() ? default_view(grid) : options.view, grid, aspect);
    return options.camera.empty() ? view : parse_camera(options.camera, view);
}

/// "NAME.png" for the path of a file or folder, or for synthetic:NAME:N.
std::string default_output(const std::string &source) {
    std::filesystem::path path = std::filesystem::path(source).lexically_normal();
    if (source.starts_with("synthetic:")) {
        path = source.substr(10, source.find(':', 10) - 10);
    } else if (!path.has_filename()) {
        path = path.parent_path(); // a folder with a slash at its end
    }
    const std::string name = path.filename().string();
    const std::string stem = name.substr(0, name.find('.', 1));
    return (stem.empty() || stem == "." || stem == ".." ? "volume" : stem) + ".png";
}

bool is_numbered(const std::string &output) { return output.find("{n}") != std::string::npos; }

std::string frame_name(std::string output, int frame) {
    if (const std::size_t place = output.find("{n}"); place != std::string::npos) {
        output.replace(place, 3, fmt::format("{:04}", frame));
    }
    return output;
}

/// Finds out before a long read what would keep a file from being written after it.
void check_output(const std::string &name) {
    const std::filesystem::path file(name), folder = file.parent_path();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        throw OutputError(file, fmt::format("the folder {} does not exist", folder.string()));
    }
    if (std::filesystem::is_directory(file, ignored)) {
        throw OutputError(file, "is a folder");
    }
}

PlannedPicture planned_picture(const RenderOptions &options) {
    return {options.size.width, options.size.height, !options.stats.empty()};
}

/// Labels are names: a value between two of them means neither, so they are classified before interpolation, provided
/// that the device has room for it.
void choose_classification(RenderOptions &options, const Volume &volume, const Histogram &histogram,
                           const DeviceInfo &device, SamplingBackend backend) {
    if (options.classification || guess_data_class(volume.header(), histogram).data_class != DataClass::labels) {
        return;
    }
    RenderSettings pre = options.settings;
    pre.classification = Classification::pre;
    if (plan_memory(volume.header(), device, backend, pre, planned_picture(options)).fits) {
        options.settings = pre;
    }
}

/// Values that are black and white in a projection.
ValueRange projection_window(const Histogram &histogram, Blend blend) {
    const double low = histogram.percentile(0.01);
    if (blend != Blend::average) {
        return {low, std::max(histogram.percentile(0.9999), low + 1e-6)};
    }
    // Means along rays are far from any extreme: white is the mean of the brighter voxels.
    double sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        if (const double value = histogram.bin_center(i); value > histogram.mean) {
            sum += value * static_cast<double>(histogram.counts[i]);
            count += static_cast<double>(histogram.counts[i]);
        }
    }
    return {low, count > 0.0 && sum / count > low ? sum / count : histogram.data_range.max + 1e-6};
}

TransferFunction choose_transfer(RenderOptions &options, const Volume &volume, const DeviceInfo &device,
                                 SamplingBackend backend) {
    if (options.session && options.transfer.empty()) {
        return options.session->transfer;
    }
    const bool automatic = options.transfer == "auto";
    const Histogram histogram = automatic ? compute_histogram(volume) : Histogram{};
    if (automatic && options.settings.blend != Blend::composite) {
        options.window = options.window.value_or(projection_window(histogram, options.settings.blend));
        say(fmt::format("note: transfer function: black to white from {:.6g} to {:.6g}, see --window",
                        options.window->min, options.window->max));
        return opaque_grays();
    }
    TransferFunction transfer = resolve_transfer(options.transfer, volume.header(), histogram);
    if (automatic) {
        choose_classification(options, volume, histogram, device, backend);
        if (options.settings.mode != Mode::isosurface) {
            say("note: transfer function: " + transfer.description);
        }
    }
    if (options.window && transfer.domain == TransferDomain::value) {
        say(fmt::format("note: --window has no effect, the scalars of '{}' are values of the file", transfer.name));
    }
    return transfer;
}

/// The frame as a session. @param styles  of the labels
Scene scene_of(const RenderOptions &options, const Camera &camera, const TransferFunction &transfer,
               const std::vector<LabelStyle> &styles) {
    Scene scene;
    const ReadOptions &read = options.volume.read;
    scene.volume = {options.volume.source, read.raw, read.series, read.spacing, read.downsample};
    scene.labels = options.labels.given() ? options.labels.file() : "";
    scene.label_styles = styles;
    scene.skeleton = options.skeleton.source();
    scene.width = options.size.width;
    scene.height = options.size.height;
    scene.camera = camera;
    scene.transfer = transfer;
    scene.window = options.window;
    scene.settings = options.settings;
    scene.transparent = options.transparent;
    return scene;
}

/// Draws all frames and writes those that are asked for. @return the last file written
std::string draw_frames(const RenderOptions &options, const std::string &output, const Scene &scene,
                        VolumeRenderer &renderer, RunStatistics &run) {
    const auto progress = progress_line("rendering");
    std::string written;
    for (int frame = 0; frame < options.frames; ++frame) {
        progress(static_cast<double>(frame) / options.frames);
        const Image image = draw_picture(scene, [&](const RenderSettings &settings) {
            return renderer.render(scene.camera, scene.width, scene.height, settings);
        });
        run.add_frame(renderer.statistics());
        run.phase_done(frame == 0 ? "first frame" : "further frames");
        throw_if_interrupted();
        if (frame + 1 == options.frames || is_numbered(output)) {
            written = frame_name(output, frame);
            write_png(image, written, {session_text(scene)});
            run.phase_done("write PNG");
        }
    }
    return written;
}

/// Probe and heat map take the place of the picture; what asks for something of the picture does not go with them.
/// @throws UsageError
void require_one_task(const RenderOptions &options) {
    if (!options.probe && !options.heat_map) {
        return;
    }
    const char *task = options.probe ? "--probe" : "--heatmap";
    const std::pair<const char *, bool> others[] = {{"--heatmap", options.probe && options.heat_map},
                                                    {"--mode", options.settings.mode != Mode::volume},
                                                    {"--verify-skip", options.verify_skip},
                                                    {"--stats", !options.stats.empty()},
                                                    {"--frames", options.frames > 1}};
    for (const auto &[name, given] : others) {
        if (given) {
            throw UsageError(fmt::format("{} does not go with {}, which draws no picture of the volume: run them one "
                                         "after the other",
                                         name, task));
        }
    }
}

/// Tells of the options that the traversal never looks at.
void note_idle_options(const RenderOptions &options) {
    const TraversalInfo &info = info_of(options.settings.traversal);
    std::vector<std::string> idle;
    if (info.data == SkipData::none && options.settings.leaf_size > 0) {
        idle.emplace_back("--leaf-size");
    }
    if (info.data != SkipData::octree && options.settings.threshold != RenderSettings{}.threshold) {
        idle.emplace_back("--threshold");
    }
    for (const LoopParam &param : loop_params()) {
        const bool given = std::any_of(options.loops.begin(), options.loops.end(),
                                       [&](const auto &change) { return change.first == param.member; });
        if (given && !uses(info, param.member)) {
            idle.push_back("--" + std::string(param.name));
            std::replace(idle.back().begin(), idle.back().end(), '_', '-');
        }
    }
    if (!idle.empty()) {
        say(fmt::format("note: no effect with --traversal {}: {}", info.name, fmt::join(idle, ", ")));
    }
    if (const std::vector<std::string> surfaces = options.surfaces.idle(options.settings); !surfaces.empty()) {
        say(fmt::format("note: no effect without --mode isosurface or both: {}", fmt::join(surfaces, ", ")));
    }
}

/// Fills in what is known before the volume is read. @throws UsageError
void complete_settings(RenderOptions &options, SamplingBackend backend) {
    RenderSettings &settings = options.settings;
    settings.classification = options.classification.value_or(Classification::post);
    settings.traversal = options.traversal.value_or(default_traversal(backend));
    if (!options.loops.empty()) {
        settings.loops = changed_loops(info_of(settings.traversal), options.loops);
    }
    validate(settings);
    note_idle_options(options);
}

/// Compares the picture with one of the standard caster, which skips nothing. @return whether they are equal
bool verify_skip(const RenderOptions &options, const Camera &camera, VolumeRenderer &renderer) {
    RenderSettings standard = options.settings;
    standard.traversal = Traversal::none;
    standard.loops.reset();
    const auto [width, height] = options.size;
    const Image skipped = renderer.render(camera, width, height, options.settings);
    const Image whole = renderer.render(camera, width, height, standard);
    const ImageDifference difference = compare(skipped, whole, 0);
    if (difference.pixels_above > 0) {
        say(fmt::format(
            "skipping with {} changes {} of {} pixels, by at most {}/255: please report this with the volume's "
            "name and the options",
            name_of(options.settings.traversal), difference.pixels_above, width * height, difference.largest));
        return false;
    }
    fmt::print("verified: {} and none give the same {} pixels\n", name_of(options.settings.traversal), width * height);
    return true;
}

/// Refuses what will not fit on the device before the long read. @throws MemoryError
void require_room(const RenderOptions &options, const DeviceInfo &device, SamplingBackend backend) {
    const VolumeHeader header = read_header(options.volume);
    require_fit(plan_volume(options.volume, header, device, backend, options.settings, planned_picture(options)),
                header, device);
}

/// The label volume, reduced as the volume is. A coarser grid takes means, which are no labels: it is refused.
Volume read_labels(const RenderOptions &options) {
    if (options.volume.read.downsample > 1) {
        throw UsageError("--labels does not go with --downsample: means of labels are no labels");
    }
    VolumeOptions source;
    source.source = options.labels.file();
    return read_with_progress(source);
}

/// Follows one ray and writes its plot and table.
int run_probe(const RenderOptions &options, ReferenceScene scene, const TransferFunction &transfer,
              VolumeRenderer &renderer, const std::string &output) {
    const auto [width, height] = options.size;
    const Volume &volume = *scene.volume;
    if (options.probe->x >= width || options.probe->y >= height) {
        throw UsageError(fmt::format("--probe {},{} lies outside of the picture of {}x{}", options.probe->x,
                                     options.probe->y, width, height));
    }
    const ValueRange window = options.window.value_or(default_window(volume.type(), volume.range()));
    scene.transfer = over_values(transfer, window);
    const RayProbe probe = probe_ray(scene, renderer.simt_scene(scene.camera, width, height, options.settings),
                                     options.probe->x, options.probe->y);
    const std::filesystem::path table = std::filesystem::path(output).replace_extension(".csv");
    OutputFile csv(table);
    csv.write(probe_csv(probe));
    csv.commit();
    write_png(draw_probe(probe, volume.range()), output);
    fmt::print("wrote {} and {} (the ray {})\n", output, table.string(), probe.end);
    return 0;
}

/// A session (or a picture with one in it) in the place of the volume gives every option that was not given.
void take_session(RenderOptions &options, CLI::App &command) {
    const std::string file = options.volume.source;
    if (!is_session(file)) {
        return;
    }
    const Scene scene = read_session(file);
    options.session = scene;
    options.volume.source = scene.volume.source;
    options.volume.read = scene.volume.read_options();
    options.size = {scene.width, scene.height};
    options.settings = scene.settings;
    options.traversal = scene.settings.traversal;
    options.classification = scene.settings.classification;
    options.window = scene.window;
    options.transparent = scene.transparent;
    options.transfer.clear();
    if (command.count("--isovalue") == 0) {
        options.surfaces.keep(scene.settings.surfaces);
    }
    if (!options.labels.given() && !scene.labels.empty()) {
        options.labels.set_file(scene.labels);
        options.session_labels = true;
    }
    if (options.output.empty()) {
        const std::string name = default_output(file); // a picture must not write over itself
        options.output = is_png(file) ? std::filesystem::path(name).stem().string() + "-again.png" : name;
    }
    for (CLI::Option *option : command.get_options([](CLI::Option *one) { return one->count() > 0; })) {
        if (option->get_name() != "VOLUME") {
            option->run_callback();
        }
    }
}

/// "isosurface 40.5, 100 and transfer function thesis"
std::string what_is_shown(const RenderSettings &settings, const TransferFunction &transfer) {
    std::string surfaces;
    for (const SurfaceStyle &surface : settings.surfaces) {
        surfaces += fmt::format("{}{:.6g}", surfaces.empty() ? "isosurface " : ", ", surface.isovalue);
    }
    const std::string volume = "transfer function " + transfer.name;
    switch (settings.mode) {
    case Mode::volume: return volume;
    case Mode::isosurface: return surfaces;
    case Mode::both: break;
    }
    return surfaces + " and " + volume;
}

int run_render(RenderOptions options) {
    // What can be wrong without the volume is found before it is read.
    require_one_task(options);
    options.surfaces.prepare(options.settings);
    validate(options.settings);
    options.labels.validate();
    if (options.session) {
        options.skeleton.complete(options.session->skeleton);
    }
    options.skeleton.read();
    const std::string output = options.output.empty() ? default_output(options.volume.source) : options.output;
    check_output(output);
    check_output(options.stats);
    if (options.transfer != "auto" && !options.transfer.empty()) {
        std::vector<std::string> notes;
        resolve_transfer(options.transfer, {}, {}, &notes);
        for (const std::string &note : notes) {
            say("warning: " + note);
        }
    }

    RunStatistics run;
    Device device(options.device);
    const SamplingBackend backend = options.backend.value_or(device.info().backend);
    complete_settings(options, backend);
    run.phase_done("open device");
    require_room(options, device.info(), backend);
    const Volume volume = read_with_progress(options.volume);
    print_notes(volume);
    run.phase_done("read");
    options.clip.apply(volume.grid(), options.settings);
    for (const std::string &note : options.surfaces.complete(volume, options.settings)) {
        say(note);
    }
    VolumeRenderer renderer(device, volume, backend);
    std::optional<Volume> labels;
    std::vector<LabelStyle> label_styles;
    if (options.labels.given()) {
        labels = read_labels(options);
        label_styles = options.session_labels ? options.session->label_styles : options.labels.styles(*labels);
        renderer.set_labels(&*labels, label_styles);
    }
    if (options.skeleton.given()) {
        say(options.skeleton.apply(renderer, volume.grid()));
    }
    run.phase_done("upload");
    const TransferFunction transfer = choose_transfer(options, volume, device.info(), backend);
    renderer.set_transfer(transfer, options.window);
    const Camera camera = camera_of(options, volume.grid());
    if (options.automatic_step) {
        options.settings.step =
            renderer.propose_step(camera, options.size.width, options.size.height, options.settings);
        say(fmt::format("note: step {:.2g}", options.settings.step));
    }
    run.phase_done("transfer function");

    if (options.probe) {
        ReferenceScene scene{&volume, {}, camera, options.settings, labels ? &*labels : nullptr, label_styles};
        return run_probe(options, std::move(scene), transfer, renderer, output);
    }
    if (options.heat_map) {
        write_png(draw_heat_map(renderer, camera, options.size.width, options.size.height, options.settings,
                                *options.heat_map),
                  output);
        fmt::print("wrote {} (heat map {})\n", output, name_of(*options.heat_map));
        return 0;
    }
    const Scene scene = scene_of(options, camera, transfer, label_styles);
    const std::string written = draw_frames(options, output, scene, renderer, run);
    const bool verified = !options.verify_skip || verify_skip(options, camera, renderer);
    if (!options.stats.empty()) {
        renderer.count_samples(camera, options.size.width, options.size.height, options.settings);
        write_statistics(options.stats, {run, renderer, device, volume, transfer, camera, options.settings,
                                         options.size.width, options.size.height});
    }
    const std::string summary =
        fmt::format("wrote {} ({}x{}, {:.1f} ms on {}, {})", written, options.size.width, options.size.height,
                    run.median_ms(), device.info().name, what_is_shown(options.settings, transfer));
    if (options.stats == "-") {
        say(summary); // stdout is JSON
    } else {
        fmt::print("{}\n", summary);
    }
    return verified ? 0 : 1;
}

} // namespace

void add_render_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App *command = app.add_subcommand("render", "draw a volume into a PNG, no display needed");
    command->footer(render_examples);
    options->volume.add_to(*command);
    add_picture_options(*command, *options);
    add_appearance_options(*command, *options);
    options->surfaces.add_to(*command, options->settings);
    options->skeleton.add_to(*command);
    add_light_options(*command, options->settings);
    options->clip.add_to(*command, options->settings);
    options->labels.add_to(*command);
    add_sampling_options(*command, *options);
    command->callback([&action, options, command] {
        take_session(*options, *command);
        action = [options] { return run_render(*options); };
    });
}

} // namespace voxmarch
