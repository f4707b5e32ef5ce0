// Tells sessions, functions, skeletons and volumes apart, loads them, and shows what came.
#include "app/viewer/document/opening.h"

#include "app/remedy_text.h"
#include "app/scene_words.h"
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/channels.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/presets.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/layout.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "base/error.h"
#include "base/host_memory.h"
#include "kernels/shared/shared_types.h"
#include "scene/key_frames.h"
#include "scene/other_reading.h"
#include "scene/skeleton_tubes.h"
#include "transfer/file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace voxmarch {

void open_source(ViewerState &state, const std::string &source) {
    if (take_file(state, source)) {
        return;
    }
    LoadRequest request;
    request.volume.source = source;
    when_written(state, Ends::volume,
                 [&state, request] { when_saved(state, [&state, request] { open_request(state, request); }); });
}

void open_request(ViewerState &state, const LoadRequest &request) {
    const Document &document = state.document;
    const SettingsStore &store = state.store;
    RawWindow &raw = state.dialogs.raw;
    const VolumeSource &volume = request.volume;
    state.dialogs.welcome_closed = true;
    state.tools.compare.awaited.reset();
    state.tools.labels.awaited = false;
    state.document.reads_unsaved = false;
    state.document.next_history.reset();
    if (!request.session && volume.raw.empty() && lacks_raw_layout(volume.source) && !is_session(volume.source)) {
        const auto last = store.raw_layouts.find(absolute_source(volume.source));
        raw = raw_window_for(request, last == store.raw_layouts.end() ? "" : last->second);
    } else {
        raw.open = false;
        LoadRequest informed = request;
        informed.known = store.recent;
        if (document.loaded) {
            informed.known.insert(informed.known.begin(), absolute_source(document.scene.volume.source));
        }
        state.jobs.loader.start(informed);
    }
}

namespace {

/// Has the volume drawn from now on. What was drawn of another one ends.
void have_drawn(ViewerState &state, const std::shared_ptr<const LoadedVolume> &loaded) {
    abandon_animation(state.tools.save, state.notices);
    state.jobs.render->set_volume(loaded);
}

/// The scene as it is, with other volumes. @param others  what they look like stands in the scene, as far as it goes
/// @param labels  in the place of the scene's; empty: those
void reopen_together(ViewerState &state, Scene scene, std::vector<OtherVolume> others, const std::string &labels = "") {
    LoadRequest request;
    request.labels = labels;
    if (!others.empty()) {
        scene.volume.other_channels.clear();
    }
    request.volume = scene.volume;
    request.others = std::move(others);
    request.session = std::move(scene);
    reopen(state, request);
}

} // namespace

void reopen(ViewerState &state, const LoadRequest &request) {
    state.document.history.settle_edits(state.document.scene);
    const bool unsaved = state.document.history.has_unsaved_edits();
    open_request(state, request);
    state.document.reads_unsaved = unsaved;
}

std::string why_none_beside(const ViewerState &state) {
    const Document &document = state.document;
    if (!document.loaded) {
        return "Nothing is open.";
    }
    if (document.loaded->volume.large() || state.jobs.status.bricks) {
        return "This volume is too large to lie on the device in one piece: in bricks it is drawn alone. Opened "
               "smaller (voxmarch view VOLUME --downsample 2) it goes.";
    }
    if (document.loaded->series) {
        return "This volume is a series of times, which is drawn alone. One of its times goes: voxmarch view VOLUME "
               "--time 0";
    }
    return document.scene.other_volumes.size() + 1 < CHANNEL_LIMIT
               ? ""
               : fmt::format("There are {} volumes already, and no more can be drawn together.", int{CHANNEL_LIMIT});
}

namespace {

/// Reads the scene's volumes again with another one beside them.
void open_with(ViewerState &state, Scene scene, const std::string &source) {
    std::vector<OtherVolume> others = scene.other_volumes;
    others.emplace_back();
    others.back().volume.source = source;
    if (others.size() == 1) { // channels of the first are not drawn together any more
        scene.other_channels.clear();
        scene.settings.channel_blend = ChannelBlend::opacity;
    }
    reopen_together(state, std::move(scene), std::move(others));
}

/// The scene that comes back when the comparison ends.
Scene scene_without_comparison(const ViewerState &state) {
    const Comparison &compare = state.tools.compare;
    Scene scene = state.document.scene;
    if (compare.narrow) {
        scene.camera = widened(*compare.narrow, scene.camera);
    }
    return compare.open && compare.added ? without_added(*compare.added, scene) : scene;
}

/// With the edits that it has then.
History history_without_comparison(const ViewerState &state) {
    const Comparison &compare = state.tools.compare;
    History history = state.document.history;
    if (compare.open && compare.added) {
        close_history(*compare.added, history);
    }
    return history;
}

/// Says which of several channels are left out of a comparison.
void tell_left_channels(ViewerState &state) {
    const Document &document = state.document;
    if (!document.has_volumes() && document.channels() > 1) {
        state.notices.add(fmt::format("of {} only {} is compared: beside other volumes one channel is drawn",
                                      document.name(), document.name_of(0)));
    }
}

} // namespace

void open_beside(ViewerState &state, const std::string &source) {
    when_written(state, Ends::volume, [&state, source] {
        open_with(state, scene_without_comparison(state), source);
        state.document.next_history = history_without_comparison(state);
    });
}

void open_to_compare(ViewerState &state, const std::string &source) {
    when_written(state, Ends::volume, [&state, source] {
        tell_left_channels(state);
        const Scene before = scene_without_comparison(state);
        Scene scene = before;
        scene.settings.mode = Mode::volume; // isosurfaces would cut off what reaches beyond the first volume
        open_with(state, std::move(scene), source);
        state.tools.compare.awaited = AwaitedVolume{before, state.document.loaded->visible};
        state.document.next_history = history_without_comparison(state);
    });
}

void close_comparison(ViewerState &state) {
    Comparison &compare = state.tools.compare;
    if (compare.open && compare.added) {
        when_written(state, Ends::volume, [&state] {
            const Scene scene = scene_without_comparison(state);
            reopen_together(state, scene, scene.other_volumes);
            state.document.next_history = history_without_comparison(state);
        });
    } else {
        if (compare.compares_volumes()) {
            state.document.scene.settings.mode = compare.mode_before;
        }
        const std::optional<NarrowCamera> narrow = compare.narrow; // the view becomes wide again
        compare.end();
        compare.narrow = narrow;
    }
}

std::string why_no_labels(const ViewerState &state) {
    const Document &document = state.document;
    return !document.loaded                                              ? "Nothing is open."
           : document.loaded->volume.large() || state.jobs.status.bricks ? "Volumes in bricks have labels where they "
                                                                           "are opened with them: voxmarch view VOLUME "
                                                                           "--labels FILE"
                                                                         : "";
}

void open_labels(ViewerState &state, const std::string &source) {
    when_written(state, Ends::volume, [&state, source] {
        const Scene &scene = state.document.scene;
        reopen_together(state, scene, scene.other_volumes, source);
        state.document.next_history = state.document.history;
        state.tools.labels.awaited = true;
    });
}

void close_labels(ViewerState &state) {
    when_written(state, Ends::volume, [&state] {
        Scene scene = state.document.scene;
        scene.labels.clear();
        reopen_together(state, scene, scene.other_volumes);
        state.document.next_history = state.document.history;
    });
}

/// The scene without one of the volumes beside the first, and what was chosen for it.
/// @param place  from 1 on
static Scene without_volume(Scene scene, std::size_t place) {
    const auto at = static_cast<std::ptrdiff_t>(place) - 1;
    scene.other_volumes.erase(scene.other_volumes.begin() + at);
    scene.other_channels.erase(scene.other_channels.begin() + at);
    if (scene.other_volumes.empty()) {
        scene.first_channel = {};
    }
    RenderSettings &settings = scene.settings;
    const int closed = static_cast<int>(place);
    std::erase_if(settings.surfaces, [&](const SurfaceStyle &surface) { return surface.channel == closed; });
    for (SurfaceStyle &surface : settings.surfaces) {
        surface.channel -= surface.channel > closed ? 1 : 0;
    }
    settings.mode = settings.surfaces.empty() ? Mode::volume : settings.mode;
    return scene;
}

void close_beside(ViewerState &state, std::size_t place) {
    when_written(state, Ends::volume, [&state, place] {
        const Scene scene = without_volume(state.document.scene, place);
        reopen_together(state, scene, scene.other_volumes);
        History history = state.document.history;
        history.change_edits([&](const Scene &edit, std::optional<std::size_t> /*number*/) {
            return edit.other_volumes.size() < place ? edit : without_volume(edit, place);
        });
        state.document.next_history = std::move(history);
    });
}

void ask_for_volume(ViewerState &state, void (*open)(ViewerState &state, const std::string &source),
                    const std::string &title) {
    std::error_code ignored;
    const std::filesystem::path last(state.store.last_folder);
    ask_for_file(
        state.dialogs.file,
        {FileKind::open_volume,
         title,
         "Open",
         "Folders of slices and Zarr stores open as volumes, others list what they hold; a slash behind a name "
         "looks inside.",
         {},
         std::filesystem::is_directory(last, ignored) ? last : std::filesystem::current_path(ignored),
         [&state, open](const std::filesystem::path &path) { open(state, path.string()); }});
}

void show_raw_question(ViewerState &state) {
    const LoadRequest &request = state.dialogs.raw.request;
    switch (show_raw_window(state.dialogs.raw)) {
    case RawAnswer::none: break;
    case RawAnswer::cancel: cancel_raw_question(state); break;
    case RawAnswer::open:
        state.store.raw_layouts[absolute_source(request.volume.source)] = request.volume.raw;
        state.store.save();
        open_request(state, LoadRequest(request));
        break;
    }
}

void cancel_raw_question(ViewerState &state) {
    Dialogs &dialogs = state.dialogs;
    dialogs.raw.open = false;
    dialogs.welcome_closed = dialogs.welcome_closed && (state.document.loaded || state.jobs.loader.busy());
}

namespace {

/// What the volume is shown with at first in this space, its function over values as the editor wants it.
/// @param samples  rays a pixel, if no session says
Scene scene_for(const LoadedVolume &loaded, int samples, ImVec2 space) {
    Scene scene = first_scene(loaded, static_cast<int>(space.x), static_cast<int>(space.y));
    if (!loaded.has_session) {
        scene.settings.finish.samples = samples;
    }
    std::vector<ValueRange> whole;
    for (std::size_t i = 0; i <= scene.other_channels.size(); ++i) {
        whole.push_back(default_window(channel_of(loaded, i).type(), range_of(loaded, i)));
    }
    place_over_values(scene.time_line, whole);
    const auto put_over_values = [&](TransferFunction &transfer, std::optional<ValueRange> &window,
                                     std::size_t channel) {
        transfer = over_values(transfer, window.value_or(whole[channel]));
        window.reset();
    };
    const auto put_looks_over_values = [&](auto &looks) {
        put_over_values(looks.transfer, looks.window, 0);
        for (std::size_t i = 0; i < looks.other_channels.size(); ++i) {
            ChannelLook &look = looks.other_channels[i];
            put_over_values(look.transfer, look.window, i + 1);
        }
    };
    put_looks_over_values(scene);
    if (!has_what_is_compared(scene)) {
        scene.comparison.reset();
    }
    if (scene.comparison && !scene.comparison->volumes) {
        put_looks_over_values(scene.comparison->other);
    }
    return scene;
}

/// What was about the last volume.
void reset_tools(Tools &tools, const Grid &grid, const SlicePlanes &planes) {
    tools.transfer = {};
    tools.channels = {};
    tools.probe.held = false;
    tools.probe.ray = {};
    tools.clip.put_by.reset();
    tools.compare.end();
    tools.presets.begin();
    tools.speed.counts.reset();
    tools.speed.rows.clear();
    tools.speed.heat_map.reset();
    tools.skip = {};
    tools.slices.begin(grid, planes);
    begin_measuring(tools.measure);
    begin_labels(tools.labels);
}

/// What a session kept, in a workspace that has it.
void reopen_comparison(ViewerState &state, const SceneComparison &kept) {
    if (!kept.volumes) {
        show_workspace_of(state, "Compare");
    }
    reopen(state.tools.compare, state.document, kept);
}

void tell_notes(const LoadedVolume &loaded, Notices &notices) {
    const VolumeHeader &header = loaded.volume.header();
    const bool several = !loaded.other_channels.empty();
    for (const Note &note : header.notes) {
        const bool of_one_channel =
            std::ranges::any_of(note.advice, [](const Advice &one) { return one.remedy == Remedy::channel; });
        if (!(several && of_one_channel)) {
            notices.add(viewer_text(note));
        }
    }
    if (several && header.channels.size() > loaded.other_channels.size() + 1 && !loaded.has_session) {
        notices.add(fmt::format("{} of its {} channels are drawn: the panel Channels chooses others",
                                loaded.other_channels.size() + 1, header.channels.size()));
    }
    for (const Note &note : loaded.label_notes) {
        notices.add(viewer_text(note));
    }
    if (!loaded.absent_labels.empty()) {
        notices.add(note_of_absent(loaded.absent_labels, loaded.scene.labels));
    }
    for (const Note &problem : loaded.problems) {
        notices.add(viewer_text(problem), true);
    }
}

} // namespace

void set_reading(Document &document, const VolumeSource &wanted) {
    const Grid to = grid_read_as(*document.loaded, wanted);
    move_places(document.scene, document.loaded->volume.grid(), to);
    document.scene.volume = wanted;
}

bool follow_reading(ViewerState &state) {
    Document &document = state.document;
    if (!document.loaded || read_alike(document.scene.volume, document.loaded->scene.volume)) {
        return false;
    }
    const std::shared_ptr<const LoadedVolume> before = document.loaded;
    Scene &scene = document.scene;
    const Grid &from = before->volume.grid(), to = grid_read_as(*before, scene.volume);
    const Camera camera = moved_camera(scene.camera, from, to);
    const std::shared_ptr<const LoadedVolume> loaded = read_as(before, scene.volume);
    if (!loaded) {
        Scene wanted = scene;
        wanted.camera = camera;
        scene.volume = before->scene.volume; // until it has come
        reopen_together(state, wanted, wanted.other_volumes);
        return false;
    }
    const bool turned = from.direction != to.direction || from.anatomical != to.anatomical;
    document.first_camera = loaded->has_session ? moved_camera(document.first_camera, from, to)
                                                : first_scene(*loaded, scene.width, scene.height).camera;
    scene.camera = turned ? document.first_camera : camera;
    document.loaded = loaded;
    document.history.begin_cameras(scene.camera);
    Tools &tools = state.tools;
    tools.probe.held = false;
    tools.probe.ray = {};
    tools.skip = {};
    tools.clip.put_by.reset();
    tools.slices.contents.reset();
    state.view.motion.glide.reset();
    have_drawn(state, loaded);
    return true;
}

void complete_volume(ViewerState &state, const std::shared_ptr<const LoadedVolume> &loaded) {
    Document &document = state.document;
    const Scene before = document.scene, first = document.first_scene;
    Scene scene = scene_for(*loaded, document.samples, ImVec2(float(before.width), float(before.height)));
    scene.settings.traversal = before.settings.traversal; // the device decided
    scene.settings.gradient = before.settings.gradient;
    scene.lod = before.lod;
    document.first_camera = scene.camera;
    document.first_scene = scene;
    Scene untouched = first;
    untouched.settings.traversal = before.settings.traversal;
    untouched.settings.gradient = before.settings.gradient;
    untouched.lod = before.lod;
    if (edit_of(before) != edit_of(untouched)) { // what the user has done meanwhile stays
        const Scene found = std::exchange(scene, before);
        scene.identity = found.identity;
        scene.labels = found.labels;
        scene.labels_hash = found.labels_hash;
        scene.label_styles = found.label_styles;
        scene.label_names = found.label_names;
        scene.skeleton = found.skeleton;
    }
    if (before.camera != first.camera) {
        scene.camera = before.camera;
    }
    document.loaded = loaded;
    document.scene = scene;
    if (document.history.can_undo()) { // of what was done meanwhile
        document.history.follow(scene);
    } else {
        document.history.begin(scene);
    }
    have_drawn(state, loaded);
    tell_notes(*loaded, state.notices);
}

/// The edits before other labels were laid over the volume, or taken away: all are of the labels that there are now.
static void take_labels(History &history, const Scene &scene) {
    history.change_edits([&](const Scene &before, std::optional<std::size_t> /*number*/) {
        Scene edit = before;
        if (edit.labels != scene.labels) {
            edit.labels = scene.labels;
            edit.labels_hash = scene.labels_hash;
            edit.label_styles = scene.label_styles;
            edit.label_names = scene.label_names;
        }
        return edit;
    });
}

/// The edits before a volume was opened beside others: all have it, as it is shown now.
static void take_volumes(History &history, const Scene &scene) {
    history.change_edits([&](const Scene &edit, std::optional<std::size_t> /*number*/) {
        return edit.other_volumes.size() < scene.other_volumes.size() ? with_added(edit, scene) : edit;
    });
}

/// Undo begins anew, or goes on where a volume or labels were opened or closed beside what is shown.
static void begin_history(Comparison &compare, Document &document) {
    std::optional<History> last = std::exchange(document.next_history, std::nullopt);
    if (!last) {
        document.history.begin(document.scene);
    } else {
        document.history = std::move(*last);
        if (compare.added) {
            open_history(compare, document, document.history);
        } else {
            take_volumes(document.history, document.scene);
            take_labels(document.history, document.scene);
            document.history.follow(document.scene);
        }
    }
    if (std::exchange(document.reads_unsaved, false) && !document.history.has_unsaved_edits()) {
        document.history.mark_unsaved();
    }
}

void show_volume(ViewerState &state, const std::shared_ptr<const LoadedVolume> &loaded) {
    Document &document = state.document;
    const bool goes_on = document.next_history.has_value(); // the same file is shown, with others or without
    const bool told = state.dialogs.reading.strip && goes_on;
    begin_reading(state.dialogs.reading, *loaded, state.store.reading_strip);
    state.dialogs.reading.strip = state.dialogs.reading.strip || told; // the same file goes on
    const std::filesystem::path opened(loaded->opened);
    const bool from_session = loaded->has_session && opened.extension() == ".json"; // else a store, or a picture
    document.session_file = from_session ? opened : std::filesystem::path();
    const bool lays_labels = document.loaded && std::exchange(state.tools.labels.awaited, false) && loaded->labels;
    const std::shared_ptr<const LoadedVolume> before = std::exchange(document.loaded, loaded);
    document.selected = 0;
    document.scene = scene_for(*loaded, document.samples, view_space(state));
    const std::optional<AwaitedVolume> compared = std::exchange(state.tools.compare.awaited, std::nullopt);
    reset_tools(state.tools, document.grid(), document.scene.slice_planes);
    const std::optional<SceneComparison> kept = std::exchange(document.scene.comparison, std::nullopt);
    if (compared) {
        compare_with_added(state.tools.compare, document, *compared);
    } else if (kept) {
        reopen_comparison(state, *kept);
    }
    document.first_camera = goes_on && before
                                ? moved_camera(document.first_camera, before->volume.grid(), loaded->volume.grid())
                                : document.scene.camera;
    document.first_scene = document.scene;
    begin_history(state.tools.compare, document);
    if (goes_on) {
        state.view.shown.forget_numbers();
    } else {
        state.view.shown.forget();               // nobody is to take another volume's picture for this one's
        close_unseen_section(state, "Clipping"); // whose handles would lie over this one
    }
    state.view.motion.glide.reset();
    begin_times(state.tools.times, document);
    begin_time_line(state.tools.time_line, document, goes_on);
    state.jobs.times.open(loaded, host_memory() / 4);
    state.dialogs.file.open = false; // what it asks for was about the last volume
    have_drawn(state, loaded);
    state.window.set_title(loaded->volume.header().shown_name() + " - voxmarch");
    tell_notes(*loaded, state.notices);
    if (lays_labels) {
        open_section(state, "Labels");
    }
}

} // namespace voxmarch
