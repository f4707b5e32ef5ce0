// Settings that follow from others.
#include "app/render_choices.h"

#include "app/progress.h"
#include "app/render_output.h"
#include "app/volume_plan.h"
#include "renderer/memory_plan.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>

namespace voxmarch {

namespace {

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

/// Options about light and order that projections never look at. Surfaces alone do, whatever the blend.
std::vector<std::string> idle_in_projections(const RenderSettings &settings) {
    if (settings.mode == Mode::isosurface) {
        return {};
    }
    const std::pair<const char *, bool> given[] = {
        {"--shadows", settings.shadows != Shadows::none},
        {"--ambient-occlusion", settings.ambient_occlusion > 0},
        {"--classification preintegrated", settings.classification == Classification::preintegrated},
        {"--opacity-cutoff", settings.opacity_cutoff != RenderSettings{}.opacity_cutoff}};
    std::vector<std::string> names;
    for (const auto &[name, is_given] : given) {
        if (is_given && settings.blend != Blend::composite) {
            names.emplace_back(name);
        }
    }
    return names;
}

/// Tells of those of the options that were given, if they are idle.
void note_given(const RenderOptions &options, bool idle, const char *when, std::initializer_list<const char *> names) {
    std::vector<std::string> given;
    for (const char *name : names) {
        if (idle && options.given.contains(name)) {
            given.emplace_back(name);
        }
    }
    if (!given.empty()) {
        say(fmt::format("note: no effect {}: {}", when, fmt::join(given, ", ")));
    }
}

/// Options of volumes where only surfaces are drawn and the other way round.
void note_idle_modes(const RenderOptions &options) {
    const RenderSettings &settings = options.settings;
    const bool surfaces = settings.mode != Mode::volume;
    const bool opaque = std::all_of(settings.surfaces.begin(), settings.surfaces.end(),
                                    [](const SurfaceStyle &surface) { return surface.opacity >= 1.0f; });
    note_given(options, !surfaces, "without --mode isosurface or both",
               {"--isovalue", "--isosurface", "--isosurface-color", "--isosurface-opacity", "--isosurface-layers",
                "--extraction"});
    note_given(options, settings.mode == Mode::isosurface, "with --mode isosurface",
               {"--transfer", "--window", "--blend", "--classification"});
    note_given(options, surfaces && settings.surface_method == SurfaceMethod::raycast, "without --isosurface mesh",
               {"--extraction"});
    // Labels may let light through opaque surfaces.
    note_given(options, surfaces && opaque && !options.labels.given(), "without transparent surfaces",
               {"--isosurface-layers"});
}

/// Tells of the options that the picture never looks at.
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
            idle.push_back(option_name(param));
        }
    }
    if (!idle.empty()) {
        say(fmt::format("note: no effect with --traversal {}: {}", info.name, fmt::join(idle, ", ")));
    }
    note_idle_modes(options);
    if (const std::vector<std::string> light = idle_in_projections(options.settings); !light.empty()) {
        say(fmt::format("note: no effect with --blend {}: {}", name_of(options.settings.blend),
                        fmt::join(light, ", ")));
    }
}

} // namespace

void take_given(RenderOptions &options, CLI::App &command) {
    for (const CLI::Option *option : command.get_options([](CLI::Option *one) { return one->count() > 0; })) {
        options.given.insert(option->get_name());
    }
}

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

void require_room(const RenderOptions &options, const DeviceInfo &device, SamplingBackend backend) {
    const VolumeHeader header = read_header(options.volume);
    require_fit(plan_volume(options.volume, header, device, backend, options.settings, planned_picture(options)),
                header, device);
}

TransferFunction choose_transfer(RenderOptions &options, const Volume &volume, const DeviceInfo &device,
                                 SamplingBackend backend) {
    if (options.session && options.transfer.empty()) {
        return options.session->transfer;
    }
    const bool automatic = options.transfer == "auto";
    const Histogram histogram = automatic ? compute_histogram(volume) : Histogram{};
    const bool drawn = options.settings.mode != Mode::isosurface;
    if (automatic && drawn && options.settings.blend != Blend::composite) {
        options.window = options.window.value_or(projection_window(histogram, options.settings.blend));
        say(fmt::format("note: transfer function: black to white from {:.6g} to {:.6g}, see --window",
                        options.window->min, options.window->max));
        return opaque_grays();
    }
    TransferFunction transfer = resolve_transfer(options.transfer, volume.header(), histogram);
    if (automatic) {
        choose_classification(options, volume, histogram, device, backend);
        if (drawn) {
            say("note: transfer function: " + transfer.description);
        }
    }
    if (drawn && options.window && transfer.domain == TransferDomain::value) {
        say(fmt::format("note: --window has no effect, the scalars of '{}' are values of the file", transfer.name));
    }
    return transfer;
}

Camera camera_of(const RenderOptions &options, const Grid &grid) {
    const double aspect = static_cast<double>(options.size.width) / options.size.height;
    const Camera view = options.session && options.view.empty()
                            ? options.session->camera
                            : named_view(options.view.empty() ? default_view(grid) : options.view, grid, aspect);
    return options.camera.empty() ? view : parse_camera(options.camera, view);
}

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

} // namespace voxmarch
