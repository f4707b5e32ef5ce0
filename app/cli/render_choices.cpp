// Settings that follow from others.
#include "app/cli/render_choices.h"

#include "app/cli/render_output.h"
#include "app/cli/volume_plan.h"
#include "app/cli/world_options.h"
#include "app/progress.h"
#include "renderer/memory_plan.h"
#include "renderer/visible_part.h"
#include "scene/projection_choice.h"
#include "scene/session_search.h"
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
void choose_classification(RenderOptions &options, const Volume &volume, DataClass data_class, const DeviceInfo &device,
                           SamplingBackend backend) {
    if (options.classification || data_class != DataClass::labels) {
        return;
    }
    RenderSettings pre = options.settings;
    pre.classification = Classification::pre;
    if (plan_memory(volume.header(), device, backend, pre, planned_picture(options)).fits) {
        options.settings = pre;
    }
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
    note_given(options, !options.transfer.empty() && options.transfer != "auto", "without --transfer auto", {"--data"});
    note_given(options, (options.heat_map || options.probe) && options.embed != Embed::none,
               options.probe ? "with --probe, whose plot carries no session"
                             : "with --heatmap, which carries no session",
               {"--embed"});
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
    const bool meant_reference = options.reference.given() && options.given.contains("--threshold");
    if (meant_reference) {
        say("note: --threshold is that of the octree; the comparison's is --reference-threshold");
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
    options.session_file = file;
    options.volume.source = options.session_volume.empty() ? scene.volume.source : options.session_volume;
    require_source(options.volume.source, file, "volume", "--volume FILE");
    options.volume.read = scene.volume.read_options();
    options.size = {scene.width, scene.height};
    options.settings = scene.settings;
    options.traversal = scene.settings.traversal;
    options.classification = scene.settings.classification;
    options.window = scene.window;
    options.transparent = scene.transparent;
    options.data = scene.data;
    options.transfer.clear();
    if (command.count("--isovalue") == 0) {
        options.surfaces.keep(scene.settings.surfaces);
    }
    if (!options.labels.given() && !scene.labels.empty()) {
        require_source(scene.labels, file, "label volume", "--labels FILE");
        options.labels.set_file(scene.labels);
        options.session_labels = true;
    }
    if (!options.skeleton.given()) {
        require_source(scene.skeleton.source, file, "skeleton", "--skeleton FILE.vtk");
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
    if (options.transfer.empty() && options.given.contains("--data")) {
        options.transfer = "auto"; // else it would say nothing
    }
}

void require_one_task(const RenderOptions &options) {
    if (!options.probe && !options.heat_map) {
        return;
    }
    const char *task = options.probe ? "--probe" : "--heatmap";
    const std::pair<const char *, bool> others[] = {
        {"--heatmap", options.probe && options.heat_map}, {"--mode", options.settings.mode != Mode::volume},
        {"--verify-skip", options.verify_skip},           {"--stats", !options.stats.empty()},
        {"--reference", options.reference.given()},       {"--frames", options.frames > 1}};
    for (const auto &[name, given] : others) {
        if (given) {
            throw UsageError(fmt::format("{} does not go with {}, which draws no picture of the volume: run them one "
                                         "after the other",
                                         name, task));
        }
    }
}

void require_session(const RenderOptions &options) {
    if (!options.session && (options.strict || !options.session_volume.empty())) {
        throw UsageError(fmt::format("{} goes with a session, or a picture that holds one, in the place of the volume",
                                     options.strict ? "--strict" : "--volume"));
    }
}

namespace {

/// Tells of a session's problem. @return false if --strict makes it the end
bool accepts(const RenderOptions &options, const std::string &problem) {
    if (!problem.empty()) {
        say(options.strict ? problem + "; without --strict it is drawn" : "note: " + problem);
    }
    return problem.empty() || !options.strict;
}

} // namespace

bool accepts_volume(const RenderOptions &options, const VolumeIdentity &identity) {
    if (!options.session) {
        return true;
    }
    const VolumeIdentity &expected = options.session->identity;
    const std::string problem = identity_problem(expected, identity, options.volume.source, options.session_file);
    const bool unknown = expected.hash.empty(); // sessions of older versions
    return unknown && !options.strict ? true : accepts(options, problem);
}

bool accepts_labels(const RenderOptions &options, const std::string &hash) {
    if (!options.session || !options.labels.given()) {
        return true;
    }
    std::string problem = labels_problem(*options.session, hash, options.labels.file(), options.session_file);
    if (!problem.empty() && !options.session_labels) {
        problem += "; --labels FILE has its own colours";
    }
    return accepts(options, problem);
}

void complete_settings(RenderOptions &options, SamplingBackend backend) {
    RenderSettings &settings = options.settings;
    settings.classification = options.classification.value_or(Classification::post);
    settings.traversal = options.traversal.value_or(default_traversal(backend));
    if (backend == SamplingBackend::packet && !info_of(settings.traversal).packets &&
        settings.mode != Mode::isosurface) {
        say(fmt::format("note: packets have no --traversal {}: drawn by the kernels of the buffer back end",
                        name_of(settings.traversal)));
    }
    if (!options.loops.empty()) {
        settings.loops = changed_loops(info_of(settings.traversal), options.loops);
    }
    validate(settings);
    note_idle_options(options);
}

void require_room(const RenderOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                  SamplingBackend backend) {
    require_fit(plan_volume(options.volume, header, device, backend, options.settings, planned_picture(options)),
                header, device);
}

Volume read_with_survey(const RenderOptions &options, std::optional<DataSurvey> &survey) {
    VolumeOptions source = options.volume;
    if (options.transfer == "auto") {
        source.read.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
    }
    if (options.data != DataKind::automatic) {
        source.read.labels = options.data == DataKind::labels;
    }
    return read_with_progress(source);
}

namespace {

/// Whether the function hides a part of its scalars: its opacity is 0 over more than a tenth of its points' range.
bool is_clear_somewhere(const TransferFunction &transfer) {
    const auto &points = transfer.opacities;
    double clear = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        clear +=
            points[i - 1].opacity <= 0.0 && points[i].opacity <= 0.0 ? points[i].scalar - points[i - 1].scalar : 0.0;
    }
    return points.size() > 1 && clear > 0.1 * (points.back().scalar - points.front().scalar);
}

} // namespace

TransferFunction choose_transfer(RenderOptions &options, const Volume &volume, const std::optional<DataSurvey> &survey,
                                 const DeviceInfo &device, SamplingBackend backend) {
    if (options.session && options.transfer.empty()) {
        return options.session->transfer;
    }
    const bool automatic = options.transfer == "auto" && survey;
    const Histogram histogram = automatic ? survey->histogram : Histogram{}; // a smaller copy looks the same
    const bool drawn = options.settings.mode != Mode::isosurface;
    if (automatic && drawn && options.settings.blend != Blend::composite) {
        options.window = options.window.value_or(projection_window(histogram, options.settings.blend));
        say(fmt::format("note: transfer function: black to white from {:.6g} to {:.6g}, see --window",
                        options.window->min, options.window->max));
        return opaque_grays();
    }
    TransferFunction transfer;
    if (automatic) {
        const DataGuess guess = guess_data_class(volume.header(), *survey, options.data);
        transfer = automatic_transfer(volume.header(), histogram, guess);
        choose_classification(options, volume, guess.data_class, device, backend);
        if (drawn) {
            const bool is_particular =
                guess.data_class == DataClass::labels || guess.data_class == DataClass::hounsfield;
            say("note: transfer function: " + transfer.description +
                (is_particular && options.data == DataKind::automatic ? "; --data grey draws grey values" : ""));
        }
    } else {
        transfer = resolve_transfer(options.transfer);
    }
    const bool projected = drawn && options.settings.blend != Blend::composite;
    if (drawn && options.settings.blend == Blend::average && is_clear_somewhere(transfer)) {
        say(fmt::format(
            "note: means mix what '{}' shows with what it hides and are drawn in its colours, also where it is "
            "clear; --transfer gray or auto shows them plainly",
            transfer.name));
    }
    if (projected && transfer.domain == TransferDomain::value && options.window) {
        return over_window(transfer, *options.window);
    }
    if (projected && transfer.domain == TransferDomain::normalised && !options.window) {
        options.window = projection_window(compute_histogram(volume), options.settings.blend);
        say(fmt::format("note: '{}' runs from {:.6g} to {:.6g}, see --window", transfer.name, options.window->min,
                        options.window->max));
    }
    if (drawn && options.window && transfer.domain == TransferDomain::value) {
        say(fmt::format("note: --window has no effect, the scalars of '{}' are values of the file", transfer.name));
    }
    return transfer;
}

Camera camera_of(const RenderOptions &options, const ReferenceScene &scene, const OuterWorld &world) {
    const Grid &grid = scene.volume->grid();
    const double aspect = static_cast<double>(options.size.width) / options.size.height;
    const Camera view = options.session && options.view.empty()
                            ? options.session->camera
                            : named_view(options.view.empty() ? default_view(grid) : options.view, grid, aspect);
    if (!options.camera.empty()) {
        const glm::dvec3 other_up = grid.anatomical ? world.from_world({0, -1, 0}) : glm::dvec3(0, 0, -1);
        return turned(parse_camera(options.camera, turned(view, world), other_up), world);
    }
    const bool exact = options.view.empty() ? options.session.has_value() : options.view == "standard";
    return exact ? view : framed(view, corners_to_frame(scene), aspect);
}

Scene scene_of(const RenderOptions &options, const Camera &camera, const TransferFunction &transfer,
               const std::vector<LabelStyle> &styles) {
    Scene scene;
    scene.volume = volume_source(options.volume.source, options.volume.read);
    scene.labels = options.labels.given() ? options.labels.file() : "";
    scene.label_styles = styles;
    scene.skeleton = options.skeleton.source();
    scene.width = options.size.width;
    scene.height = options.size.height;
    scene.camera = camera;
    scene.transfer = transfer;
    scene.data = options.data;
    scene.window = options.window;
    scene.settings = options.settings;
    scene.transparent = options.transparent;
    return scene;
}

} // namespace voxmarch
