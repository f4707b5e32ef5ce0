// voxmarch render: a volume file becomes a PNG.
#include "app/commands.h"
#include "app/progress.h"
#include "app/render_choices.h"
#include "app/render_output.h"
#include "app/render_statistics.h"
#include "renderer/ray_probe.h"
#include "renderer/volume_renderer.h"
#include "transfer/preset.h"
#include "volume/output_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
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
  voxmarch render session.json -o again.png     (or a picture that the viewer saved)
The picture shows the box of voxel centres; world coordinates are the file's, in mm.)";

/// Shows on a terminal what the renderer is at while this lives.
class StageReport {
public:
    StageReport(VolumeRenderer &renderer, const std::string &what) : renderer_(renderer), line_(stage_line(what)) {
        renderer_.report_stages([this](const std::string &stage) { line_(frame_ + stage); });
    }
    ~StageReport() { renderer_.report_stages({}); }
    StageReport(const StageReport &) = delete;
    StageReport &operator=(const StageReport &) = delete;

    /// Which frame it is, of so many.
    void set_frame(int frame, int frames) {
        frame_ = frames > 1 ? fmt::format("frame {} of {}, ", frame + 1, frames) : "";
    }

private:
    VolumeRenderer &renderer_;
    std::function<void(const std::string &)> line_;
    std::string frame_;
};

/// Draws all frames and writes those that are asked for. @return the last file written
std::string draw_frames(const RenderOptions &options, const std::string &output, const Scene &scene,
                        VolumeRenderer &renderer, RunStatistics &run) {
    StageReport stages(renderer, "rendering");
    std::string written;
    for (int frame = 0; frame < options.frames; ++frame) {
        stages.set_frame(frame, options.frames);
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
    options.surfaces.prepare(options.settings);
    validate(options.settings);
    options.labels.validate();
    if (options.session) {
        options.skeleton.complete(options.session->skeleton);
    }
    options.skeleton.require_drawable(options.settings);
    options.skeleton.read();
    check_output(output);
    check_output(options.stats);
    if (options.transfer != "auto" && !options.transfer.empty()) {
        std::vector<std::string> notes;
        resolve_transfer(options.transfer, {}, {}, &notes);
        for (const std::string &note : notes) {
            say("warning: " + note);
        }
    }
}

/// Draws what was asked for in place of a picture of the volume: a probe or a heat map.
int run_instrument(const RenderOptions &options, const ReferenceScene &scene, const TransferFunction &transfer,
                   VolumeRenderer &renderer, const std::string &output) {
    if (options.probe) {
        return run_probe(options, scene, transfer, renderer, output);
    }
    const auto [width, height] = options.size;
    write_png(draw_heat_map(renderer, scene.camera, width, height, options.settings, *options.heat_map), output);
    fmt::print("wrote {} (heat map {})\n", output, name_of(*options.heat_map));
    return 0;
}

/// Says what was written. @return whether --verify-skip, if it was asked for, found no difference
bool finish(const RenderOptions &options, const std::string &written, const Scene &scene, const Device &device,
            const Volume &volume, VolumeRenderer &renderer, RunStatistics &run) {
    const auto [width, height] = options.size;
    const bool verified = !options.verify_skip || verify_skip(options, scene.camera, renderer);
    if (!options.stats.empty()) {
        {
            const StageReport stages(renderer, "counting samples");
            renderer.count_samples(scene.camera, width, height, options.settings);
        }
        write_statistics(options.stats, {run, renderer, device, volume, scene.transfer, scene.camera, options.settings,
                                         options.skeleton, width, height});
    }
    const std::string summary =
        fmt::format("wrote {} ({}x{}, {:.1f} ms on {}, {})", written, width, height, run.median_ms(),
                    device.info().name, what_is_shown(options.settings, scene.transfer));
    if (options.stats == "-") {
        say(summary); // stdout is JSON
    } else {
        fmt::print("{}\n", summary);
    }
    return verified;
}

int run_render(RenderOptions options) {
    const std::string output = options.output.empty() ? default_output(options.volume.source) : options.output;
    check_before_reading(options, output);
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
        if (const std::vector<int> absent = options.labels.absent(*labels); !absent.empty()) {
            say(fmt::format("note: no effect, no voxel of {} has this label: --label {}", options.labels.file(),
                            fmt::join(absent, ", ")));
        }
    }
    if (options.skeleton.given()) {
        say(options.skeleton.apply(renderer, volume.grid()));
    }
    run.phase_done("upload");
    const TransferFunction transfer = choose_transfer(options, volume, device.info(), backend);
    renderer.set_transfer(transfer, options.window);
    const Camera camera = camera_of(options, volume.grid());
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
        return run_instrument(options,
                              {&volume, {}, camera, options.settings, labels ? &*labels : nullptr, label_styles},
                              transfer, renderer, output);
    }
    const Scene scene = scene_of(options, camera, transfer, label_styles);
    const std::string written = draw_frames(options, output, scene, renderer, run);
    return finish(options, written, scene, device, volume, renderer, run) ? 0 : 1;
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
