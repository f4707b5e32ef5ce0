// voxmarch render: a volume file becomes a picture.
#include "app/cli/commands.h"
#include "app/cli/film_pictures.h"
#include "app/cli/key_scenes.h"
#include "app/cli/outputs.h"
#include "app/cli/particle_spreading.h"
#include "app/cli/render_choices.h"
#include "app/cli/render_frames.h"
#include "app/cli/render_instruments.h"
#include "app/cli/render_level.h"
#include "app/cli/render_output.h"
#include "app/cli/render_ranks.h"
#include "app/cli/render_reading.h"
#include "app/cli/render_session.h"
#include "app/cli/render_statistics.h"
#include "app/cli/render_task.h"
#include "app/cli/render_times.h"
#include "app/cli/render_volumes.h"
#include "app/cli/stage_report.h"
#include "app/cli/verify_skip.h"
#include "app/cli/world_options.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "renderer/memory_plan.h"
#include "renderer/visible_part.h"
#include "scene/film_writer.h"
#include "scene/finer_step.h"
#include "scene/key_frames.h"
#include "scene/provenance.h"
#include "scene/rank_relay.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

constexpr const char *render_examples = R"(Examples:
  voxmarch render synthetic:tree -o tree.png
  voxmarch render bonsai_256x256x256_uint8.raw --size 1024x1024 --transfer thesis --view standard
  voxmarch render head.nii.gz -o head.png --transfer mr-default --view front --background '#203040'
  voxmarch render ct.nrrd --camera eye=0,-900,200,fov=30 --light 1,-1,1 --window -200:1200
  voxmarch render ct.nrrd --mode isosurface --isovalue 150,700 --isosurface-opacity 0.3,1
  voxmarch render vessels.nrrd --mode isosurface --isovalue 100 --isosurface-opacity 0.3 --skeleton vessels.vtk
  voxmarch render ct.nrrd --mesh implant.stl:color=orange,opacity=0.5 -o implant.png
  voxmarch render huge.nrrd --downsample 2 --frames 20 --stats huge.json
  voxmarch render session.json -o again.png     (or a picture that voxmarch wrote)
  voxmarch render ct.nrrd pet.nrrd --place pet=to_ct.tfm --volume 1:weight=0.3 --volume pet:window=2:15 -o fusion.png
  voxmarch render ct.nrrd --turntable 90 -o turn_{:04}.png
  voxmarch render session.json --animate -o film.mp4      (its time line of key frames; --at 2.5 draws one picture)
  voxmarch render ct.nrrd --keys keys.json -o film_{:04}.png --preview 9      (then --resume in its place: the others)
  voxmarch render picture.png -o again.png --volume /data/head.nii.gz --strict
  voxmarch render ct.nrrd -o new.png --reference old.png --reference-threshold mean=0.5,ssim=0.99

The picture shows the box of voxel centres. World coordinates are in the volume's unit, of patients in LPS (x to the
left, y to the back, z to the head), see --convention; of other volumes as the file has them.)";

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
    options.volumes.resolve(options.volume.source, options.session ? &*options.session : nullptr);
    options.surfaces.prepare(options.settings);
    validate(options.settings);
    options.labels.validate();
    options.figure.validate();
    if (options.written_size) {
        options.size = pixels_of(*options.written_size, options.figure.choice().dpi);
    }
    check_output(options.figure.file());
    if (options.session) {
        options.skeleton.complete(options.session->skeleton);
        options.meshes.complete(options.session->meshes);
    }
    options.skeleton.require_drawable(options.settings);
    options.skeleton.read();
    options.meshes.require_drawable(options.settings);
    options.meshes.read();
    options.reference.read();
    check_output(output);
    check_output(options.stats);
    if (options.transfer != "auto" && !options.transfer.empty()) {
        std::vector<Note> notes;
        resolve_transfer(options.transfer, &notes);
        for (const Note &note : notes) {
            say("warning: " + command_line_text(note));
        }
    }
}

/// "wrote a.png (640x480, 1.2 ms on ..)", of a turn from which picture to which and how many a second.
std::string what_was_written(const DrawnFrames &drawn, const RenderOptions &options, const Scene &scene,
                             const RunStatistics &run) {
    const std::string shown =
        options.keys ? "keys of " + options.keys->file : what_is_shown(scene.settings, scene.transfer);
    const std::string what = fmt::format("{:.1f} ms on {}, {}", run.median_ms(), drawn.device, shown);
    const std::size_t count = run.frames().size();
    if (is_film(drawn.last)) {
        return fmt::format("wrote {} ({} pictures of {}x{}, {:.1f} a second, {})", written_name(drawn.last), count,
                           scene.width, scene.height, run.frames_per_s(), what);
    }
    if (!options.films() && options.times.empty()) {
        return fmt::format("wrote {} ({}x{}, {})", written_name(drawn.last), scene.width, scene.height, what);
    }
    const std::size_t wanted = wanted_pictures(options).size();
    if (count == 0) {
        return fmt::format("all {} pictures of {}x{} are there", wanted, scene.width, scene.height);
    }
    const std::string there = options.resume ? fmt::format(", {} were there", wanted - count) : "";
    return fmt::format("wrote {} to {} ({} pictures of {}x{}{}, {:.1f} a second, {})", drawn.first, drawn.last, count,
                       scene.width, scene.height, there, run.frames_per_s(), what);
}

/// Says what was written. @return whether --verify-skip and --reference, if they were asked for, found it good
bool finish(const RenderOptions &options, const DrawnFrames &drawn, const Scene &scene, Device &device,
            SceneRenderer &renderer, const OuterWorld &world, const RunStatistics &run) {
    const auto tell = [&](const std::string &text) {
        if (options.stats == "-" || options.json) {
            say(text); // stdout is JSON
        } else {
            fmt::print("{}\n", text);
        }
    };
    SkipVerdict skipping;
    if (options.verify_skip) {
        skipping = verify_skip(scene, device, renderer);
        skipping.good ? tell(skipping.text) : say(skipping.text);
    }
    if (!options.stats.empty() || options.json) {
        const Scene counted = half_of(scene, Side::a);
        VolumeRenderer &counting = renderer.renderer_for(counted);
        const bool several = !scene.other_channels.empty() && scene.settings.blend != Blend::composite;
        if (!renderer.waits_for_bricks() && !several) {
            const StageReport stages(counting, "statistics");
            counting.count_samples(counted.camera, counted.width, counted.height, counted.settings);
        }
        nlohmann::ordered_json statistics =
            statistics_json({run, scene, device, renderer, world, drawn.first, drawn.last});
        if (options.verify_skip) {
            statistics["verified"] = skipping.good;
        }
        if (!options.stats.empty()) {
            write_json(options.stats, statistics);
        }
        if (options.json && options.stats != "-") {
            write_json("-", statistics);
        }
    }
    tell(what_was_written(drawn, options, scene, run));
    ReferenceOptions::Verdict verdict;
    if (options.reference.given()) {
        verdict = options.reference.compare(drawn.picture, drawn.last);
        verdict.good ? tell(verdict.text) : say(verdict.text);
    }
    return skipping.good && verdict.good;
}

/// What draws it. The voxels go to the device, unless they are there.
SceneRenderer scene_renderer(ReadScene &read, Device &device, SamplingBackend backend) {
    if (read.uploaded) {
        return {read.content, std::move(*read.uploaded)};
    }
    return {device, read.content, backend};
}

/// The devices that draw. Instruments need one alone.
std::vector<Device *> drawing_devices(const RenderOptions &options, const OpeningDevice &opening, const Ranks &ranks) {
    std::vector<Device *> devices = opening.devices().all();
    const bool exr = picture_format(options.output) == PictureFormat::exr;
    const char *const alone = options.probe      ? "--probe"
                              : options.heat_map ? "--heatmap"
                              : exr              ? "OpenEXR"
                                                 : "--time of several";
    if ((options.probe || options.heat_map || exr || !options.times.empty()) &&
        (devices.size() > 1 || !ranks.alone())) {
        say(fmt::format("note: {} takes the first device alone", alone));
        devices.resize(1);
    }
    return devices;
}

/// Steps are counted in voxels of what is drawn.
const char *of_whose_voxels(const SceneContent &content) {
    return content.stands_for ? " voxels of the level of detail" : "";
}

/// The step of --step auto.
void choose_step(SceneRenderer &renderer, Scene &scene) {
    const Scene drawn = half_of(scene, Side::a);
    VolumeRenderer &drawing = renderer.renderer_for(drawn);
    {
        const StageReport stages(drawing, "choosing the step");
        scene.settings.step = drawing.propose_step(drawn.camera, drawn.width, drawn.height, drawn.settings);
    }
    say(fmt::format("note: step {:.2g}{}", scene.settings.step, of_whose_voxels(*renderer.content())));
}

/// Small volumes that are nearly full are marched through, see is_faster_unskipped(). Not with an adaptive step, whose
/// samples `none` looks for one finest step after the other.
void choose_traversal(const RenderOptions &options, SceneRenderer &renderer, Scene &scene) {
    const std::uint64_t voxels = renderer.content()->grid().voxel_count();
    if (options.slots > 0 || options.traversal || !options.loops.empty() || options.probe || options.heat_map ||
        options.verify_skip || scene.settings.mode == Mode::isosurface || scene.settings.blend != Blend::composite ||
        scene.settings.adaptive_step || is_traced(scene.settings) ||
        !is_faster_unskipped(renderer.device().kind, voxels, 1.0)) {
        return;
    }
    const Scene drawn = half_of(scene, Side::a);
    const double share =
        renderer.renderer_for(drawn).occupied_share(drawn.camera, drawn.width, drawn.height, drawn.settings);
    if (is_faster_unskipped(renderer.device().kind, voxels, share)) {
        scene.settings.traversal = Traversal::none;
        scene.settings.loops.reset();
    }
}

/// Tells if the picture needs a much finer step than that of the scene.
void note_coarse_step(const Scene &scene, const SceneContent &content) {
    const Scene drawn = half_of(scene, Side::a);
    if (is_traced(drawn.settings)) {
        return; // paths take no steps
    }
    if (const auto step = finer_step(reference_scene(drawn, content), drawn.width, drawn.height)) {
        say(fmt::format("note: the transfer function changes faster than samples {:g}{} apart follow: --step {:.2g} "
                        "(or auto) draws it without bands",
                        scene.settings.step, content.stands_for ? of_whose_voxels(content) : " voxels", *step));
    }
}

/// Tells where the classification that was asked for is for one channel alone.
void note_classification(const RenderOptions &options, const Scene &scene) {
    if (options.classification == Classification::preintegrated &&
        scene.settings.classification != Classification::preintegrated) {
        say("note: pre-integration is for one channel of one volume: these are post-classified");
    }
}

/// Tells where a transfer function glows and the picture does not.
void note_emission(const Scene &scene) {
    if (!is_traced(scene.settings) && scene.settings.mode != Mode::isosurface && !scene.transfer.emissions.empty()) {
        say(fmt::format("note: transfer function '{}' glows in traced light alone: --lighting traced shows it",
                        scene.transfer.name));
    }
}

/// Gives the scene the time line of --keys.
void place_keys(const RenderOptions &options, const SceneContent &content, const OuterWorld &world,
                const SeenCorners &corners, Scene &scene) {
    if (!options.keys) {
        return;
    }
    for (const std::string &note : add_keys(*options.keys, {options, content, world, corners}, scene)) {
        say(note);
    }
    scene.time_line.time = options.time_line().time;
    if (options.at) {
        note_beyond_end(*options.at, scene.time_line);
        scene = scene_at(scene, *options.at);
    }
}

/// Numbers of the pictures that are drawn; tells of those that are there and drawn again.
std::vector<int> pictures_to_draw(const RenderOptions &options, const std::string &output, const Scene &scene,
                                  Ranks &ranks) {
    std::vector<int> numbers = wanted_pictures(options);
    if (!options.resume) {
        return numbers;
    }
    MissingPictures missing = missing_pictures(options, output, scene, numbers, ranks);
    if (!missing.note.empty()) {
        say(missing.note);
    }
    if (std::ranges::any_of(options.times, [&](int time) { return time != scene.volume.time; })) {
        say("note: --resume looks at settings and at the voxels of one time, not of all times");
    }
    return std::move(missing.numbers);
}

/// Reads the times of these pictures. The first, whose voxels are there, comes before all.
std::optional<TimeReader> reader_of_times(const RenderOptions &options, const VolumeHeader &header, const Scene &scene,
                                          const std::vector<int> &numbers) {
    std::optional<TimeReader> reader;
    if (!options.times.empty()) {
        const FilmScenes scenes(options, scene);
        std::vector<int> times{options.times.front()};
        std::ranges::transform(numbers, std::back_inserter(times), [&](int number) { return scenes.time_of(number); });
        reader.emplace(options, header, std::move(times));
    }
    return reader;
}

int run_render(RenderOptions options, Ranks &ranks) {
    const std::string output = options.output.empty() ? default_output(options.volume.source) : options.output;
    check_before_reading(options, output);
    options.volume.read.spread = spread_on_device(options.device);
    RunStatistics run;
    std::optional<JoinedVolume> joined = join_volume(options, ranks);
    VolumeHeader header = joined ? joined->volume.header() : read_header(options.volume);
    options.times = times_to_draw(options, header, ranks);
    if (options.volumes.any()) {
        const VolumeSource *kept = options.session ? &options.session->volume : nullptr;
        options.drawn_channels = {options.channels.choose_one(header, kept)};
        options.volume.read.channel = options.drawn_channels.front();
        header = look_at_others(options, header);
    } else if (!joined) {
        options.drawn_channels = options.channels.choose(header, options.session ? &options.session->volume : nullptr);
        options.volume.read.channel = options.drawn_channels.front();
    }
    OpeningDevice opening(options, header, ranks.local_rank());
    ReadScene read = read_scene(options, opening, run, joined ? &joined->volume : nullptr);
    Device &device = opening.get();
    const SamplingBackend backend = opening.backend();
    const std::shared_ptr<SceneContent> &content = read.content;
    std::vector<VolumeIdentity> other_identities;
    for (std::size_t i = 0; read.identity.valid() && i < options.volumes.others().size(); ++i) {
        other_identities.push_back(identity_of(options.volumes.others()[i].volume.source, content->other_channels[i]));
    }
    const bool accepted = !options.session || (accepts_volume(options, read.identity.get()) &&
                                               accepts_other_volumes(options, other_identities));
    run.phase_done("hash voxels");
    if (!accepted) {
        return 1;
    }
    require_level(options, *content);
    take_kind(options, content->volume.header(), read.survey);
    const Grid grid = content->grid(); // the content may become another
    const OuterWorld world = outer_world(grid, options.convention);
    const std::optional<TimeSample> sample =
        joined || options.together ? std::nullopt : sample_series(options, header, read);
    const SceneContent &values = sample ? sample->together : *content;
    Scene scene = scene_of(options, grid, values, world);
    add_labels(options, *content, scene);
    if (!accepts_labels(options, scene.labels_hash)) {
        return 1;
    }
    if ((content->lines = options.skeleton.lines_in(grid))) {
        say(note_of(content->lines->lines, grid));
    }
    content->meshes = options.meshes.place_in(grid);
    const std::vector<glm::dvec3> of_meshes = corners_of_meshes(content->meshes, grid);
    if (options.together) {
        take_volume_looks(options, read, device.info(), backend, scene);
    } else {
        take_looks(options, *content, values.volume, read.surveys.empty() ? std::vector{read.survey} : read.surveys,
                   device.info(), backend, scene);
    }
    find_units(options, read);
    note_classification(options, scene);
    note_emission(scene);
    if (tells_values(scene.figure)) {
        say_assumed_unit(scene, *content);
    }
    const SeenCorners corners = [&] {
        std::vector<glm::dvec3> seen =
            sample ? corners_of_times(scene, *content, *sample) : corners_to_frame(reference_scene(scene, *content));
        seen.insert(seen.end(), of_meshes.begin(), of_meshes.end());
        return seen;
    };
    scene.camera = camera_of(options, scene.settings, grid, corners, world);
    take_level(options, opening, read, scene);
    settle_comparison(options, scene);
    place_keys(options, *content, world, corners, scene);
    run.phase_done("transfer function");
    SceneRenderer renderer = scene_renderer(read, device, backend);
    renderer.renderer_for(scene); // a function that cannot be drawn is told of now
    DeviceTeam team(renderer, drawing_devices(options, opening, ranks), std::move(read.others));
    run.phase_done("upload");
    if (options.automatic_step) {
        choose_step(renderer, scene);
    }
    choose_traversal(options, renderer, scene);
    run.phase_done("step and traversal");
    if (read.identity.valid()) {
        scene.identity = read.identity.get();
        for (std::size_t i = 0; i < scene.other_volumes.size(); ++i) {
            scene.other_volumes[i].identity = other_identities[i];
        }
    }
    run.phase_done("hash voxels");
    if (options.probe || options.heat_map) {
        return ranks.lead() ? run_instrument(options, scene, renderer, world, output) : 0;
    }
    if (!options.automatic_step) {
        note_coarse_step(scene, *content);
    }
    MetRanks met = meet_ranks(options, ranks, team, scene);
    if (!ranks.alone()) {
        run.phase_done("meet ranks");
    }
    RankRelay relay(ranks, joined ? std::move(joined->owners) : std::vector<int>());
    if (joined) {
        renderer.renderer_for(scene).set_relay(&relay);
    }
    std::vector<int> numbers = pictures_to_draw(options, output, scene, ranks);
    if (const std::string note = note_of_missed_volume(options, scene, grid, numbers); !note.empty()) {
        say(note);
    }
    std::optional<TimeReader> times = reader_of_times(options, header, scene, numbers);
    const DrawnFrames drawn = draw_frames(
        {options, output, scene, met.devices, std::move(numbers), times ? &*times : nullptr}, met.team, run);
    if (!ranks.lead()) {
        return 0;
    }
    return finish(options, drawn, scene, device, renderer, world, run) ? 0 : 1;
}

} // namespace

void add_render_command(CLI::App &app, Action &action, const Config &config, Ranks &ranks) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App *command = app.add_subcommand("render", "draw pictures and films of a volume, no display needed");
    command->footer(render_examples);
    add_render_options(*command, *options);
    command->callback([&action, &config, &ranks, options, command] {
        options->kinds = config.kinds;
        options->given = given_options(*command);
        take_session(*options, *command);
        take_keys(*options);
        action = [options, &ranks] { return run_render(*options, ranks); };
    });
}

} // namespace voxmarch
