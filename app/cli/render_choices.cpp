// The scene that options, device and volume of voxmarch render make.
#include "app/cli/render_choices.h"

#include "app/cli/idle_options.h"
#include "app/cli/trace_options.h"
#include "app/cli/volume_plan.h"
#include "app/cli/world_options.h"
#include "app/environment.h"
#include "app/progress.h"
#include "app/scene_words.h"
#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"
#include "renderer/visible_part.h"
#include "scene/animation.h"
#include "scene/brick_room.h"
#include "scene/film_writer.h"
#include "scene/label_source.h"
#include "scene/volume_plan.h"
#include "volume/fingerprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

PlannedPicture planned_picture(const RenderOptions &options) {
    PlannedPicture picture{options.size.width, options.size.height, !options.stats.empty() || options.json};
    if (options.together) {
        for (const VolumeHeader &header : options.together->headers) {
            picture.volumes.push_back(header.byte_count());
        }
        picture.channels = static_cast<int>(picture.volumes.size());
    }
    return picture;
}

} // namespace

void complete_settings(RenderOptions &options, SamplingBackend backend) {
    RenderSettings &settings = options.settings;
    settings.classification = options.classification.value_or(Classification::post);
    settings.traversal = options.traversal.value_or(default_traversal(backend));
    if (!options.loops.empty()) {
        settings.loops = changed_loops(info_of(settings.traversal), options.loops);
    }
    validate(settings);
    require_traceable(options);
    note_idle_options(options);
}

/// Advice to raise the limit that was given to so many bytes, if they do; and other advice.
static std::vector<Advice> with_limit(const RenderOptions &options, std::uint64_t bytes, const Advice &other) {
    if (options.memory_limit_mib == 0 || bytes == 0) {
        return {other};
    }
    return {{Remedy::memory_limit, std::to_string(bytes >> 20)}, other};
}

/// What is asked for and drawn of whole volumes alone, or, `waits`, while no brick is missing; empty: nothing.
static std::string missing_task(const RenderOptions &options, bool waits) {
    return !options.skeleton.source().source.empty() ? "skeletons"
           : options.meshes.given()                  ? "meshes of files"
           : options.volume.several_times            ? "several times"
           : !waits                                  ? ""
           : options.heat_map                        ? "--heatmap"
           : options.probe                           ? "--probe"
           : options.automatic_step                  ? "--step auto"
           : options.verify_skip                     ? "--verify-skip"
                                                     : "";
}

/// @param all_need  bytes in which there is room for all bricks; 0: unknown
/// @throws MemoryError, UsageError for what is asked of one picture of a whole volume
static void require_bricks_suffice(const RenderOptions &options, const BrickRoom &room, const MemoryPlan &whole,
                                   const VolumeHeader &header, const DeviceInfo &device,
                                   const std::function<std::uint64_t()> &all_need) {
    const bool waits = !room.all_there;
    std::string missing = missing_in_bricks(options.settings, !waits);
    std::vector<Advice> advice = missing.empty() ? std::vector<Advice>() : advice_in_bricks(options.settings);
    if (missing.empty()) {
        missing = missing_task(options, waits);
    }
    if (missing.empty()) {
        return;
    }
    require_fit(whole, header, device);
    const bool has_other_way = !advice.empty();
    if (!has_other_way) {
        advice = with_limit(options, waits ? all_need() : 0, {Remedy::level_of_detail});
    }
    throw UsageError(fmt::format("a volume in bricks{} is drawn without {}{}",
                                 waits ? " that do not all lie on the device" : "", missing,
                                 has_other_way ? "" : ": leave it out"),
                     std::move(advice));
}

std::uint64_t room_for_bricks(RenderOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                              SamplingBackend backend) {
    const BrickWish wish{options.bricks, static_cast<std::uint64_t>(options.memory_limit_mib) << 20,
                         options.brick_size};
    PlannedPicture all = planned_picture(options); // in bricks the first channel is drawn alone
    all.channels = std::max(all.channels, static_cast<int>(options.drawn_channels.size()));
    const MemoryPlan whole =
        plan_volume(options.volume.source, options.volume.read, header, device, backend, options.settings, all);
    if (lies_whole(whole, wish)) {
        return 0;
    }
    if (options.together) {
        require_fit(whole, header, device);
        throw MemoryError(fmt::format("several volumes are drawn whole: they take {} MiB", whole.total >> 20),
                          with_limit(options, whole.total, {Remedy::reduce_volume}));
    }
    const bool meshes = options.settings.mode != Mode::volume && options.settings.surface_method == SurfaceMethod::mesh;
    if (meshes && !options.given.contains("--isosurface") && !options.session) {
        options.settings.surface_method = SurfaceMethod::raycast;
        say("note: isosurfaces of a volume in bricks are found along rays (--isosurface raycast)");
    }
    BrickRoom room = room_in(brick_memory(wish, device), wish.size, header, device, backend, options.settings,
                             planned_picture(options), options.labels.given());
    options.settings.leaf_size = room.leaf_size;
    if (room.plan.items.empty()) { // an octree that cannot be, whatever memory there is
        require_fit(room.plan, header, device);
    }
    if (options.ranks_own_data) { // others have bricks as well
        room.slots = std::min(room.slots, brick_count(header.grid.dims, wish.size) - 1);
        room.all_there = false;
    }
    const auto needed = [&](std::uint64_t slots) {
        return memory_for_bricks(slots, wish.size, header, device, backend, options.settings, planned_picture(options),
                                 options.labels.given());
    };
    require_bricks_suffice(options, room, whole, header, device,
                           [&] { return needed(brick_count(header.grid.dims, wish.size)); });
    if (room.slots == 0) {
        throw MemoryError(fmt::format("{} MiB have no room for two bricks of {} beside octree and picture",
                                      room.memory >> 20, header.name),
                          with_limit(options, needed(2), {Remedy::level_of_detail}));
    }
    return room.slots;
}

ReadOptions with_survey(const RenderOptions &options, DataSurvey &survey) {
    ReadOptions read = options.volume.read;
    if (options.transfer == "auto" || !options.kinds.empty() || !options.channels.wishes().looks.empty()) {
        read.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
    }
    if (options.data != DataKind::automatic) {
        read.labels = options.data == DataKind::labels;
    }
    return read;
}

void take_kind(RenderOptions &options, const VolumeHeader &header, const DataSurvey &survey) {
    if (options.session || options.together || options.drawn_channels.size() > 1) {
        return;
    }
    const KindLook *look = look_of_kind(options.kinds, header, survey);
    if (!look) {
        return;
    }
    const auto given = [&](const char *option) { return options.given.contains(option); };
    LookRequest request{options.transfer, options.data, options.window, {}};
    glm::vec3 background = options.settings.background;
    take_kind(*look, request, background);
    if (!given("--transfer") && !given("--data")) {
        options.transfer = request.transfer;
        options.window = request.window;
    }
    if (!given("--background")) {
        options.settings.background = background;
    }
    if (options.view.empty() && options.camera.empty()) {
        options.view = look->view;
    }
}

Scene scene_of(const RenderOptions &options, const Grid &grid, const SceneContent &values, const OuterWorld &world) {
    Scene scene;
    scene.volume = volume_source(options.volume.source, options.volume.read);
    scene.volume.other_channels.assign(options.drawn_channels.begin() + 1, options.drawn_channels.end());
    scene.skeleton = options.skeleton.source();
    scene.meshes = options.meshes.meshes();
    scene.width = options.size.width;
    scene.height = options.size.height;
    scene.data = options.data;
    scene.value_unit = options.value_unit;
    scene.window = options.window;
    scene.settings = options.settings;
    scene.transparent =
        options.transparent && !is_film(options.output) && picture_format(options.output) != PictureFormat::jpeg;
    scene.lod = options.lod;
    scene.figure = options.figure.choice();
    if (options.session) { // what its viewer shows beside the picture
        scene.slice_windows = options.session->slice_windows;
        scene.slice_planes = options.session->slice_planes;
        scene.annotations = options.session->annotations;
        scene.time_line = options.session->time_line;
        scene.comparison = options.session->comparison;
    }
    options.clip.apply(grid, world, scene.settings);
    if (options.given.contains("--light")) {
        turn_light(scene.settings.light, world);
    }
    if (options.given.contains("--side-light")) {
        std::ranges::for_each(scene.settings.side_lights, [&](SideLight &light) { turn_light(light, world); });
    }
    for (const std::string &note : options.surfaces.complete(values, options.drawn_channels, scene.settings)) {
        say(note);
    }
    return scene;
}

bool needs_hashes(const RenderOptions &options) {
    return options.session || options.embed != Embed::none || launched().size > 1;
}

void add_labels(const RenderOptions &options, SceneContent &content, Scene &scene) {
    if (!options.labels.given()) {
        return;
    }
    const std::string &file = options.labels.file();
    const auto place = [&](Volume read) {
        if (content.common) {
            return place_labels(std::move(read), file, common_header(content));
        }
        return place_labels(std::move(read), file, content.volume, options.volume.source, options.volume.read);
    };
    PlacedLabels placed = place(read_with_progress({file, label_read_options(options.volume.read, file)}));
    say_notes(placed.notes);
    if (needs_hashes(options)) {
        scene.labels_hash = voxel_hash(placed.labels);
    }
    scene.labels = file;
    scene.label_styles =
        label_styles(placed.labels, file, options.labels.looks(),
                     options.session ? session_styles(*options.session, scene.labels_hash, !options.session_labels)
                                     : std::vector<LabelStyle>{});
    if (options.session) {
        scene.label_names = session_names(*options.session, scene.labels_hash, !options.session_labels);
    }
    if (const std::vector<int> absent = absent_labels(placed.labels, options.labels.looks()); !absent.empty()) {
        say("note: " + note_of_absent(absent, file));
    }
    content.labels = std::move(placed.labels);
    content.label_names = label_names_for(options.labels.looks().names, file);
}

namespace {

std::string words_for(LookNote note, const Look &look) {
    const auto window = [&] { return fmt::format("from {:.6g} to {:.6g}", look.window->min, look.window->max); };
    switch (note) {
    case LookNote::automatic: return "transfer function: " + look.transfer.description;
    case LookNote::particular:
        return "transfer function: " + look.transfer.description + "; --data grey draws grey values";
    case LookNote::black_to_white: return fmt::format("transfer function: black to white {}, see --window", window());
    case LookNote::means_are_grey:
        return fmt::format(
            "means mix what '{}' shows with what it hides: they are drawn black to white {}, as on film; "
            "--window stretches '{}' over means",
            look.replaced, window(), look.replaced);
    case LookNote::stretched: return fmt::format("'{}' runs {}, see --window", look.transfer.name, window());
    case LookNote::means_mix_hidden:
        return fmt::format(
            "means mix what '{}' shows with what it hides and are drawn in its colours, also where it is "
            "clear; --transfer gray or auto shows them plainly",
            look.transfer.name);
    case LookNote::window_without_use: break;
    }
    return fmt::format("--window has no effect, the scalars of '{}' are values of the file", look.transfer.name);
}

/// Whether the function is the session's: nobody named another.
bool session_chooses(const RenderOptions &options) { return options.session && options.transfer.empty(); }

/// How the session shows the one channel that is drawn; empty: not at all, or another function was named.
std::optional<ChannelLook> kept_look(const RenderOptions &options) {
    return session_chooses(options) ? look_alone(*options.session, options.drawn_channels.front()) : std::nullopt;
}

} // namespace

void take_look(const RenderOptions &options, const VolumeHeader &header, const Volume &values, const DataSurvey &survey,
               const DeviceInfo &device, SamplingBackend backend, Scene &scene) {
    if (const std::optional<ChannelLook> kept = kept_look(options)) {
        scene.transfer = kept->transfer;
        scene.window = options.given.contains("--window") ? options.window : kept->window;
        scene.first_channel = kept->share;
        return;
    }
    const auto fits = [&](const RenderSettings &settings) {
        return plan_memory(header, device, backend, settings, planned_picture(options)).fits;
    };
    const bool other_channel = session_chooses(options); // than the session's, whose window is not its own
    const bool anew = other_channel && !options.given.contains("--window");
    const Look look = choose_look({other_channel ? "auto" : options.transfer, options.data,
                                   anew ? std::nullopt : options.window, options.classification},
                                  scene.settings, values, survey, fits);
    const auto names_transfer = [](const WrittenKey &key) { return key.transfer.has_value(); };
    const bool drawn = !options.keys || !names_transfer(options.keys->keys.front()); // else the keys' own are
    const bool others = options.keys && std::ranges::any_of(options.keys->keys, names_transfer);
    for (const LookNote note : look.notes) {
        if (!drawn || (others && note == LookNote::window_without_use)) {
            continue;
        }
        say("note: " + words_for(note, look));
    }
    scene.transfer = look.transfer;
    scene.window = look.window;
    scene.settings.classification = look.classification;
}

void take_looks(const RenderOptions &options, const SceneContent &content, const Volume &values,
                const std::vector<DataSurvey> &surveys, const DeviceInfo &device, SamplingBackend backend,
                Scene &scene) {
    const VolumeHeader &header = content.volume.header();
    const bool named = !options.transfer.empty() && options.transfer != "auto";
    const bool chosen = named || options.data != DataKind::automatic || kept_look(options);
    if (look_as_channels(options.channels.wishes(), header, options.drawn_channels, chosen)) {
        const auto window = options.given.contains("--window") ? options.window : std::nullopt;
        take_channel_looks(options.channels.wishes(),
                           {options.drawn_channels, content, surveys, options.transfer, window},
                           options.session ? &*options.session : nullptr, scene);
    } else {
        take_look(options, header, values, surveys.front(), device, backend, scene);
    }
}

/// Width / height of what one camera shows.
static double aspect_of_sides(const RenderOptions &options) {
    Scene scene;
    scene.width = options.size.width;
    scene.comparison = options.session ? options.session->comparison : std::nullopt;
    return static_cast<double>(width_of_side(scene)) / options.size.height;
}

Camera camera_for(const CameraRequest &request, const RenderSettings &settings, const Grid &grid,
                  const SeenCorners &corners, const OuterWorld &world) {
    const ViewRequest view{request.view, request.kept};
    const CameraParts parts = request.camera.empty() ? CameraParts{} : parse_camera_parts(request.camera);
    if (parts.height && request.projection == Projection::perspective) {
        throw UsageError("--camera height= is of an orthographic camera, and --projection says perspective");
    }
    const glm::dvec3 other_up = grid.anatomical ? world.from_world({0, -1, 0}) : glm::dvec3(0, 0, -1);
    Camera camera = turned(with_parts(turned(view_camera(view, grid, request.aspect), world), parts, other_up), world);
    if (request.projection) {
        camera = projected(camera, *request.projection);
    }
    const bool is_kept = view.kept && view.name.empty();
    const int turns = request.turntable;
    if (request.fit) {
        const std::vector<glm::dvec3> box = unclipped_corners(grid, settings);
        camera = turns > 1 ? framed_for_turn(camera, box, request.aspect, turns, *request.fit)
                           : framed(camera, box, request.aspect, *request.fit);
    } else if (!parts.places()) { // what only turns frames what it then sees
        camera = frames_by_itself(view) ? framed(camera, corners(), request.aspect) : camera;
        camera = turns > 1 && !is_kept ? framed_for_turn(camera, corners(), request.aspect, turns) : camera;
    }
    camera = magnified(camera, parts.zoom);
    pixel_rays(camera, 1, 1);
    return camera;
}

CameraRequest camera_request(const RenderOptions &options) {
    return {options.view,
            options.camera,
            options.projection,
            options.fit,
            options.session ? std::optional(options.session->camera) : std::nullopt,
            options.turntable,
            aspect_of_sides(options)};
}

Camera camera_of(const RenderOptions &options, const RenderSettings &settings, const Grid &grid,
                 const SeenCorners &corners, const OuterWorld &world) {
    return camera_for(camera_request(options), settings, grid, corners, world);
}

} // namespace voxmarch
