// voxmarch render: a volume file becomes a PNG.
#include "app/cli/commands.h"
#include "app/cli/draw_in_parts.h"
#include "app/cli/render_choices.h"
#include "app/cli/render_output.h"
#include "app/cli/render_statistics.h"
#include "app/cli/step_note.h"
#include "app/cli/world_options.h"
#include "app/environment.h"
#include "app/progress.h"
#include "app/scene_words.h"
#include "base/output_file.h"
#include "renderer/empty_picture.h"
#include "renderer/instruments/ray_probe.h"
#include "renderer/memory_plan.h"
#include "renderer/volume_renderer.h"
#include "scene/label_source.h"
#include "transfer/preset.h"
#include "volume/fingerprint.h"

#include <fmt/format.h>
#include <functional>
#include <memory>

namespace voxmarch {

namespace {

constexpr const char *render_examples = R"(Examples:
  voxmarch render synthetic:tree -o tree.png
  voxmarch render bonsai_256x256x256_uint8.raw --size 1024x1024 --transfer thesis --view standard
  voxmarch render head.nii.gz -o head.png --transfer mr-default --view front --background '#203040'
  voxmarch render ct.nrrd --camera eye=0,-900,200,fov=30 --light 1,-1,1 --window -200:1200
  voxmarch render ct.nrrd --mode isosurface --isovalue 150,700 --isosurface-opacity 0.3,1
  voxmarch render vessels.nrrd --mode isosurface --isovalue 100 --isosurface-opacity 0.3 --skeleton vessels.vtk
  voxmarch render huge.nrrd --downsample 2 --frames 20 --stats huge.json
  voxmarch render session.json -o again.png     (or a picture that voxmarch wrote)
  voxmarch render picture.png -o again.png --volume /data/head.nii.gz --strict
  voxmarch render ct.nrrd -o new.png --reference old.png --reference-threshold mean=0.5,ssim=0.99
The picture shows the box of voxel centres. World coordinates are in the volume's unit, of patients in LPS (x to the
left, y to the back, z to the head), see --convention; of other volumes as the file has them.)";

/// Shows on a terminal what the renderer is at while this lives.
class StageReport {
public:
    StageReport(VolumeRenderer &renderer, const std::string &what) : renderer_(renderer), line_(stage_line(what)) {
        renderer_.report_stages([this](Stage stage, double share) {
            if (share < 0.0 && in_parts_) {
                throw_if_interrupted(); // a stage of a part says nothing about the picture
                return;
            }
            line_(frame_ + std::string(name_of(stage)), share);
        });
        renderer_.divide_stages(shows_progress());
    }
    ~StageReport() {
        renderer_.report_stages({});
        renderer_.divide_stages(false);
    }
    StageReport(const StageReport &) = delete;
    StageReport &operator=(const StageReport &) = delete;

    /// Which frame it is, of so many.
    void set_frame(int frame, int frames) {
        frame_ = frames > 1 ? fmt::format("frame {} of {}, ", frame + 1, frames) : "";
    }

    /// Share of the frame that is there.
    void set_share(double share) {
        in_parts_ = share < 1.0;
        line_(frame_ + std::string(name_of(Stage::frame)),
              std::min(share, 0.999)); // the line goes on with what comes next
    }

private:
    VolumeRenderer &renderer_;
    std::function<void(const std::string &, double)> line_;
    std::string frame_;
    bool in_parts_ = false;
};

/// Draws all frames and writes those that are asked for. @return the last file written, and its picture
/// @param shown  the scene with its volume, for a note if nothing of it is seen
std::pair<std::string, Image> draw_frames(const RenderOptions &options, const std::string &output, const Scene &scene,
                                          const ReferenceScene &shown, VolumeRenderer &renderer, RunStatistics &run) {
    StageReport stages(renderer, "rendering");
    std::string written;
    Image image;
    FrameStatistics statistics;
    const std::function<void(double)> tell = [&](double share) { stages.set_share(share); };
    for (int frame = 0; frame < options.frames; ++frame) {
        stages.set_frame(frame, options.frames);
        image = draw_picture(scene, [&](const RenderSettings &settings) {
            return draw_in_parts(renderer, scene, settings, shows_progress() ? tell : nullptr, statistics);
        });
        run.add_frame(statistics);
        run.phase_done(frame == 0 ? "first frame" : "further frames");
        throw_if_interrupted();
        if (frame + 1 == options.frames || is_numbered(output)) {
            written = frame_name(output, frame);
            const Drawn drawn{renderer.device(), renderer.backend(), statistics.frame_ms};
            write_png(image, written, picture_texts(scene, options.embed, drawn));
            run.phase_done("write PNG");
        }
        if (frame == 0 && is_empty(image, scene.settings.background)) {
            say("note: " + why_nothing_is_seen(shown, scene.width, scene.height));
        }
    }
    return {written, std::move(image)};
}

/// Compares the picture with one of the standard caster, which skips nothing. @return whether they are equal
bool verify_skip(const RenderOptions &options, const Camera &camera, VolumeRenderer &renderer) {
    RenderSettings standard = options.settings;
    standard.traversal = Traversal::none;
    standard.loops.reset();
    const auto [width, height] = options.size;
    Image skipped, whole;
    {
        const StageReport stages(renderer, "verifying");
        skipped = renderer.render(camera, width, height, options.settings);
        whole = renderer.render(camera, width, height, standard);
    }
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

/// Labels on the volume's grid, and how they are drawn.
struct ShownLabels {
    std::optional<Volume> volume; ///< empty: none
    std::vector<LabelStyle> styles;
    std::string hash; ///< of the voxels, where a session is compared or written

    const Volume *get() const { return volume ? &*volume : nullptr; }
};

/// Reads the labels. Says what was done to them.
ShownLabels read_labels(const RenderOptions &options, const Volume &volume) {
    if (!options.labels.given()) {
        return {};
    }
    const std::string &file = options.labels.file();
    PlacedLabels placed = place_labels(read_with_progress({file, label_read_options(options.volume.read, file)}), file,
                                       volume, options.volume.source, options.volume.read);
    for (const std::string &note : placed.notes) {
        say("note: " + note);
    }
    ShownLabels labels{std::move(placed.labels), {}, {}};
    if (options.session || options.embed != Embed::none) {
        labels.hash = voxel_hash(*labels.volume);
    }
    labels.styles =
        label_styles(*labels.volume, file, options.labels.looks(),
                     options.session ? session_styles(*options.session, labels.hash, !options.session_labels)
                                     : std::vector<LabelStyle>{});
    if (const std::vector<int> absent = absent_labels(*labels.volume, options.labels.looks()); !absent.empty()) {
        say("note: " + note_of_absent(absent, file));
    }
    return labels;
}

/// Follows one ray and writes its plot and table.
int run_probe(const RenderOptions &options, ReferenceScene scene, const TransferFunction &transfer,
              VolumeRenderer &renderer, const OuterWorld &world, const std::string &output) {
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
    csv.write(probe_csv(probe, volume.grid(), world));
    csv.commit();
    write_png(draw_probe(probe, volume.range()), output);
    fmt::print("wrote {} and {} (the ray {})\n", output, table.string(), probe.end);
    return 0;
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

/// Finds what can be wrong without the volume before it is read. @throws UsageError, FileError, OutputError
void check_before_reading(RenderOptions &options, const std::string &output) {
    require_one_task(options);
    require_session(options);
    options.surfaces.prepare(options.settings);
    validate(options.settings);
    options.labels.validate();
    if (options.session) {
        options.skeleton.complete(options.session->skeleton);
    }
    options.skeleton.require_drawable(options.settings);
    options.skeleton.read();
    options.reference.read();
    check_output(output);
    options.reference.require_other_than(output);
    check_output(options.stats);
    if (options.transfer != "auto" && !options.transfer.empty()) {
        std::vector<std::string> notes;
        resolve_transfer(options.transfer, &notes);
        for (const std::string &note : notes) {
            say("warning: " + note);
        }
    }
}

/// Draws what was asked for in place of a picture of the volume: a probe or a heat map.
int run_instrument(const RenderOptions &options, const ReferenceScene &scene, const TransferFunction &transfer,
                   VolumeRenderer &renderer, const OuterWorld &world, const std::string &output) {
    if (options.probe) {
        return run_probe(options, scene, transfer, renderer, world, output);
    }
    const auto [width, height] = options.size;
    write_png(draw_heat_map(renderer, scene.camera, width, height, options.settings, *options.heat_map), output);
    fmt::print("wrote {} (heat map {})\n", output, name_of(*options.heat_map));
    return 0;
}

/// Says what was written. @return whether --verify-skip and --reference, if they were asked for, found it good
bool finish(const RenderOptions &options, const std::string &written, const Image &picture, const Scene &scene,
            const Device &device, const Volume &volume, VolumeRenderer &renderer, const OuterWorld &world,
            RunStatistics &run) {
    const auto [width, height] = options.size;
    const bool verified = !options.verify_skip || verify_skip(options, scene.camera, renderer);
    if (!options.stats.empty()) {
        {
            const StageReport stages(renderer, "statistics");
            renderer.count_samples(scene.camera, width, height, options.settings);
        }
        write_statistics(options.stats, {run, renderer, device, volume, scene.transfer, scene.camera, options.settings,
                                         options.skeleton, world, width, height});
    }
    const std::string summary =
        fmt::format("wrote {} ({}x{}, {:.1f} ms on {}, {})", written, width, height, run.median_ms(),
                    device.info().name, what_is_shown(options.settings, scene.transfer));
    const auto tell = [&](const std::string &text) {
        if (options.stats == "-") {
            say(text); // stdout is JSON
        } else {
            fmt::print("{}\n", text);
        }
    };
    tell(summary);
    ReferenceOptions::Verdict verdict;
    if (options.reference.given()) {
        verdict = options.reference.compare(picture, written);
        verdict.good ? tell(verdict.text) : say(verdict.text);
    }
    return verified && verdict.good;
}

int run_render(RenderOptions options) {
    const std::string output = options.output.empty() ? default_output(options.volume.source) : options.output;
    check_before_reading(options, output);
    RunStatistics run;
    Device device(options.device, environment_options());
    const VolumeHeader header = read_header(options.volume);
    const SamplingBackend backend = options.backend.value_or(backend_for(device.info(), header.grid.dims));
    complete_settings(options, backend);
    run.phase_done("open device");
    require_room(options, header, device.info(), backend);
    std::optional<DataSurvey> survey;
    const Volume volume = read_with_survey(options, survey);
    print_notes(volume);
    run.phase_done("read");
    VolumeIdentity identity;
    if (options.session || options.embed != Embed::none) {
        identity = identity_of(options.volume.source, volume);
        run.phase_done("hash voxels");
    }
    if (!accepts_volume(options, identity)) {
        return 1;
    }
    const OuterWorld world = outer_world(volume.grid(), options.convention);
    options.clip.apply(volume.grid(), world, options.settings);
    if (options.given.contains("--light")) {
        turn_light(options.settings.light, world);
    }
    for (const std::string &note : options.surfaces.complete(volume, options.settings)) {
        say(note);
    }
    VolumeRenderer renderer(device, volume, backend);
    const ShownLabels labels = read_labels(options, volume);
    if (!accepts_labels(options, labels.hash)) {
        return 1;
    }
    if (labels.volume) {
        renderer.set_labels(labels.get(), labels.styles);
    }
    if (options.skeleton.given()) {
        say(options.skeleton.apply(renderer, volume.grid()));
    }
    run.phase_done("upload");
    const TransferFunction transfer = choose_transfer(options, volume, survey, device.info(), backend);
    renderer.set_transfer(transfer, options.window);
    ReferenceScene shown{
        &volume,      over_values(transfer, options.window.value_or(default_window(volume.type(), volume.range()))),
        {},           options.settings,
        labels.get(), labels.styles};
    const Camera camera = shown.camera = camera_of(options, shown, world);
    if (options.automatic_step) {
        {
            const StageReport stages(renderer, "choosing the step");
            options.settings.step =
                renderer.propose_step(camera, options.size.width, options.size.height, options.settings);
        }
        say(fmt::format("note: step {:.2g}", options.settings.step));
    }
    run.phase_done("transfer function");
    if (options.probe || options.heat_map) {
        return run_instrument(options, {&volume, {}, camera, options.settings, labels.get(), labels.styles}, transfer,
                              renderer, world, output);
    }
    if (!options.automatic_step) {
        if (const std::string note = note_of_coarse_step(shown, options.size.width, options.size.height);
            !note.empty()) {
            say(note);
        }
    }
    Scene scene = scene_of(options, camera, transfer, labels.styles);
    scene.identity = identity;
    scene.labels_hash = labels.hash;
    const auto [written, picture] = draw_frames(options, output, scene, shown, renderer, run);
    return finish(options, written, picture, scene, device, volume, renderer, world, run) ? 0 : 1;
}

} // namespace

void add_render_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App *command = app.add_subcommand("render", "draw a volume into a PNG, no display needed");
    command->footer(render_examples);
    add_render_options(*command, *options);
    command->callback([&action, options, command] {
        take_given(*options, *command);
        take_session(*options, *command);
        action = [options] { return run_render(*options); };
    });
}

} // namespace voxmarch
