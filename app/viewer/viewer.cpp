// Owns all parts of the viewer, and runs the loop of events, work and drawing.
#include "app/viewer/viewer.h"

#include "app/environment.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "app/slow_call_words.h"
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/extract_skeleton.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/picture_requests.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/channels.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/presets.h"
#include "app/viewer/panels/speed.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/clip_handles.h"
#include "app/viewer/view/light_wait.h"
#include "app/viewer/view/measure_keys.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/layout.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "base/error.h"
#include "device/device_info.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr const char *demo_volume = "synthetic:tree:192"; // of the first start
constexpr int frames_after_event = 4; // a click opens a window, which appears a frame later and then takes the keyboard
constexpr double key_pause = 0.8;     // seconds without keys until those that moved points are one edit
constexpr double wheel_pause = 0.5;   // seconds without the wheel until its clicks are one movement of the camera
constexpr double compiling_after = 0.5; // seconds that kernels are compiled until that is told

/// No thread can leave a driver that does not come back, so destructors are not run.
[[noreturn]] void end_without_driver(const std::string &words) {
    constexpr int device = 6; // exit code
    end_at_once(device, words);
}

WindowOptions window_options(const ViewerOptions &options, const SettingsStore &store) {
    return {options.size ? std::optional(SDL_Point{options.size->x, options.size->y}) : std::nullopt,
            options.scale,
            store.scales,
            store.sizes,
            store.light ? Theme::light : Theme::dark,
            store.layout_file()};
}

} // namespace

struct Viewer::Parts {
    SettingsStore store;
    Window window;
    Jobs jobs;
    // What follows goes before the window, whose textures it holds, and before the jobs, which then tell nobody.
    Document document;
    View view;
    ChannelList channels;
    ClipHandles clip;
    Comparison compare;
    LabelList labels;
    MeasureTool measure;
    PresetPictures presets;
    ProbeTool probe;
    Saving save;
    SkipMap skip;
    Slices slices;
    SpeedMeasurements speed;
    TimeLinePlayer time_line;
    TimePlayer times;
    TransferEditor transfer;
    Dialogs dialogs;
    Notices notices;
    ViewerState state{document,
                      view,
                      {channels, clip, compare, labels, measure, presets, probe, save, skip, slices, speed, time_line,
                       times, transfer},
                      jobs,
                      dialogs,
                      notices,
                      window,
                      store};
    PictureRequests requests;
    bool speed_is_open = false; ///< traversal and gradient: the volume's device, not known yet, decides
    double last_step = 0.0;     ///< seconds_now()
    int coarse_tenths = 0;      ///< of RenderStatus::coarse_seconds, as they were looked at last
    int attempts = 0;           ///< RenderStatus::attempts that were told of
    int redraws = frames_after_event;

    explicit Parts(const ViewerOptions &options)
        : store(options.config_folder), window(window_options(options, store)),
          jobs(options.device, options.allow_mixed, options.backend, options.bricks, [this] { window.wake(); }) {
        save.folder = options.output_folder;
        document.samples = options.samples;
        dialogs.recent.pictures = RecentPictures(options.cache_folder);
        jobs.loader.kinds = options.kinds;
    }

    void handle(const SDL_Event &event);
    void take_results();
    void take_volume();
    void take_frame();
    void take_device();
    void remember();
    void keep_to_bricks();
    void keep_to_channels();
    void play(double now);
    FrameOrder wanted() const;
    void ask_for_picture();
    void settle_history();
    bool animates() const;
    bool is_current() const; ///< the picture shown is the final one of the scene
};

Viewer::Viewer(const ViewerOptions &options) {
    load_drivers(); // while there are no threads, that of the watch neither: PoCL sets variables
    parts_ = std::make_unique<Parts>(options);
    if (options.first) {
        open_request(parts_->state, *options.first);
    } else {
        LoadRequest demo;
        demo.volume.source = demo_volume;
        parts_->jobs.loader.start(demo);
    }
}

Viewer::~Viewer() {
    Parts &parts = *parts_;
    parts.remember();
    SDL_HideWindow(parts.window.handle());
    constexpr double longest = 20.0; // seconds: nobody sees any more what is waited for
    call_watch().give_up_after(
        longest, [](const SlowCall &call) { end_without_driver(call.device + " does not answer: " + words_of(call)); });
    parts.jobs.loader.cancel();
    parts.jobs.exporter.cancel();
    parts.jobs.skeletons.cancel();
    if (parts.jobs.leaves_behind()) {
        end_without_driver("a device did not answer, and is not waited for");
    }
}

void Viewer::Parts::remember() {
    store.sizes[window.display_name()] = window.size();
    store.save();
}

ViewerState &Viewer::state() { return parts_->state; }

void Viewer::run() {
    while (step(200)) {
        throw_if_interrupted();
    }
}

bool Viewer::settled() const {
    const Parts &parts = *parts_;
    const Jobs &jobs = parts.jobs;
    return !jobs.loader.busy() && !jobs.exporter.busy() && !jobs.skeletons.busy() && !parts.animates() &&
           jobs.render->idle() && parts.redraws == 0 && is_shown(parts.times, parts.document) &&
           (!parts.document.loaded || parts.is_current());
}

bool Viewer::Parts::is_current() const { return requests.is_current(view.shown.frame, wanted()); }

bool Viewer::Parts::animates() const {
    const bool refines = !requests.in_full() && document.loaded && !window.minimised();
    return view.motion.glide || view.motion.flying || refines || times.playing || time_line.playing;
}

namespace {

/// Whether a key is a command now: text fields, open menus and lists, and the windows for files keep theirs, but Esc
/// closes what is open; where the interface has the keyboard, it has those that move the focus and press.
bool reaches(const ViewerState &state, const KeyBinding &binding) {
    const Dialogs &dialogs = state.dialogs;
    const Command command = binding.command;
    if (dialogs.raw.open || dialogs.file.open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
        return command == Command::leave;
    }
    if (moves_focus(binding.key) && state.window.keys().has_keys()) {
        return false;
    }
    return !ImGui::GetIO().WantTextInput;
}

/// Whether arrows and Enter are the view's.
bool view_has_keys(const ViewerState &state) {
    const Dialogs &dialogs = state.dialogs;
    return !dialogs.raw.open && !dialogs.file.open && !state.window.keys().has_keys() && !state.view.motion.flying &&
           !ImGui::GetIO().WantTextInput;
}

} // namespace

void Viewer::Parts::handle(const SDL_Event &event) {
    redraws = std::max(redraws, window.is_wake(event) ? 1 : frames_after_event);
    switch (event.type) {
    case SDL_QUIT: execute(state, Command::quit); break;
    case SDL_DROPFILE:
        drop_file(state, event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_KEYDOWN:
        if (view_has_keys(state) && measure_by_key(state, event.key.keysym)) {
            break;
        }
        if (const KeyBinding *binding = binding_of(event.key.keysym); binding && reaches(state, *binding)) {
            const bool once = event.key.repeat == 0;
            const bool repeats = binding->command == Command::undo || binding->command == Command::redo ||
                                 binding->command == Command::next_slice || binding->command == Command::previous_slice;
            if (once || repeats) {
                execute(state, binding->command);
            }
        }
        break;
    default: look_around(view.motion, document, window, event);
    }
}

void Viewer::Parts::take_volume() {
    if (ImGui::GetFrameCount() == 0) {
        return; // how large the view is, which the camera must frame, is known with the first frame
    }
    if (const std::shared_ptr<const LoadedVolume> first = jobs.loader.take_first_look()) {
        show_volume(state, first);
        requests.begin();
        speed_is_open = true; // of a session nobody takes a first look
    }
    auto outcome = jobs.loader.take();
    if (!outcome) {
        return;
    }
    if (!outcome->error.empty()) {
        notices.add(outcome->error, true);
        compare.awaited.reset();
        document.next_history.reset();
        dialogs.welcome_closed = dialogs.welcome_closed && document.loaded;
        return;
    }
    const std::shared_ptr<const LoadedVolume> loaded = std::move(outcome->result);
    if (loaded->opened != demo_volume) {
        store.add_recent(loaded->opened);
    }
    if (document.loaded && document.loaded->provisional && document.loaded->opened == loaded->opened) {
        complete_volume(state, loaded);
        requests.begin();
        return;
    }
    show_volume(state, loaded);
    requests.begin();
    speed_is_open = !loaded->has_session;
}

void Viewer::Parts::take_frame() {
    if (std::optional<Frame> frame = jobs.render->take_frame()) {
        redraws = std::max(redraws, 1);
        view.shown.take(std::move(*frame), compare.difference);
    }
}

/// A compiler at work is no device that fails, and nobody needs to know what it compiles.
static std::string waiting_text(const SlowCall &call) {
    return call.doing == "building kernels" ? fmt::format("compiling kernels for {:.0f} s", call.seconds)
                                            : fmt::format("waiting for {}: {}", call.device, words_of(call));
}

/// Kernels that a full picture waits for, whatever it has told of itself before. PoCL compiles at launches, too.
static std::optional<SlowCall> compiling_call() {
    std::optional<SlowCall> call = call_watch().slowest_from(compiling_after);
    const bool compiles = call && (call->doing == "building kernels" || call->doing == "launching");
    return compiles ? call : std::nullopt;
}

/// What the device is waited for, and that all was built again on one that failed.
void Viewer::Parts::take_device() {
    jobs.status = jobs.render->status();
    if (std::exchange(jobs.anew, false)) {
        requests.begin();
        attempts = 0;
    }
    const bool waited = jobs.slow_call.has_value();
    jobs.slow_call = call_watch().slowest();
    if (jobs.slow_call) {
        jobs.status.activity = waiting_text(*jobs.slow_call);
        jobs.status.share = 0.0;
        jobs.status.tells_time = true;
        if (!waited) {
            notices.add(jobs.status.activity);
        }
    } else if (const auto call = compiling_call(); call && jobs.status.coarse_seconds == 0.0) {
        jobs.status.activity = fmt::format("compiling kernels for {:.0f} s", std::max(call->seconds, 1.0));
        jobs.status.share = 0.0;
        jobs.status.tells_time = true;
        redraws = std::max(redraws, 1);
    } else if (const Animation &film = save.animation; film.running && jobs.status.activity.empty()) {
        jobs.status.activity = fmt::format("drawing picture {} of {}", std::min(film.done + 1, film.total), film.total);
        jobs.status.share = 0.0;
    }
    const int tenths = static_cast<int>(10.0 * jobs.status.coarse_seconds); // which the status bar counts
    if (waited || jobs.slow_call || std::exchange(coarse_tenths, tenths) != tenths) {
        redraws = std::max(redraws, 1);
    }
    const int now = jobs.status.attempts;
    if (now > std::exchange(attempts, now)) {
        notices.add(
            fmt::format("{}; all is built again (attempt {} of {})", jobs.status.failure, now, RenderThread::attempts),
            true);
    }
    static_cast<void>(jobs.leaves_behind()); // waits for those that have ended
}

void Viewer::Parts::take_results() {
    take_device();
    jobs.mailbox.run_all();
    if (dialogs.changes.opens) { // asked for by a dialog of the desktop: no event of this window comes with it
        redraws = frames_after_event;
    }
    take_volume();
    if (follow_reading(state)) {
        requests.begin();
        redraws = std::max(redraws, 1);
    }
    take_mesh(state);
    take_made_skeleton(state);
    if (document.loaded) {
        update_readings(measure, document, jobs.regions);
    }
    take_frame();
}

/// Keeps the scene to what can be drawn of a volume in bricks, and tells what was left out.
void Viewer::Parts::keep_to_bricks() {
    if (!document.loaded || !jobs.status.backend) {
        return;
    }
    if (!jobs.status.bricks) {
        document.scene.lod = {}; // there is one level on the device
        return;
    }
    const BrickStatus &bricks = *jobs.status.bricks;
    const std::vector<std::string> left_out = keep_possible(document.scene, bricks);
    if (!left_out.empty()) {
        notices.add(fmt::format("a volume in bricks is drawn without {}", fmt::join(left_out, ", ")));
    }
    if (compare.open) {
        keep_possible(compare.other, bricks);
        compare.other.lod = document.scene.lod;
        compare.device = -1;
    }
    if (!bricks.all_there) {
        speed.heat_map.reset();
        speed.counting = false;
        skip.level = no_boxes;
    }
}

/// The same of several channels.
void Viewer::Parts::keep_to_channels() {
    if (!document.loaded) {
        return;
    }
    const std::vector<std::string> left_out = keep_mixable(document.scene);
    if (!left_out.empty()) {
        notices.add(fmt::format("several {} are drawn without {}", document.has_volumes() ? "volumes" : "channels",
                                fmt::join(left_out, ", ")));
    }
    if (compare.open) {
        keep_mixable(compare.other);
    }
    if (keep_comparable(compare, document.scene)) {
        notices.add("volumes are compared as volumes, not by their isosurfaces");
    }
}

/// Shows the time of the time line and of a series that is wanted, and tells of one that could not be read.
void Viewer::Parts::play(double now) {
    if (advance_time_line(state, now)) {
        redraws = std::max(redraws, 1);
    }
    if (advance_times(times, document, jobs.times, slices, requests.is_of_last(view.shown.frame), now)) {
        redraws = std::max(redraws, 1);
    }
    if (const std::string problem = jobs.times.take_problem(); !problem.empty()) {
        times.playing = false;
        times.wanted = document.scene.volume.time;
        notices.add(problem, true);
    }
}

/// What the view is to show.
FrameOrder Viewer::Parts::wanted() const {
    FrameOrder order;
    const bool in_bricks = jobs.status.bricks.has_value();
    const bool labelled = document.loaded && document.loaded->labels.has_value();
    const SlicePictures pictures = pictures_of(slices, in_bricks, labelled);
    const auto drawn = [&](Scene scene) {
        add_planes(scene, pictures);
        scene = without_words(std::move(scene));
        scene.width = std::max(scene.width / view.reduction, 1);
        scene.height = std::max(scene.height / view.reduction, 1);
        return view.unlit ? without_light(std::move(scene)) : scene;
    };
    if (has_times(document)) {
        order.time = document.loaded;
    }
    order.heat_map = speed.heat_map;
    if (compare.open && !order.heat_map) {
        order.scene = drawn(side_of(compare, document.scene, Side::a));
        order.other = drawn(side_of(compare, document.scene, Side::b));
        order.other_device = compare.device;
        order.races = !compare.compares_volumes();
    } else {
        order.scene = drawn(document.scene);
    }
    return order;
}

/// Asks for a picture when the scene, the view or what is shown of it has changed, and for a still one afterwards.
void Viewer::Parts::ask_for_picture() {
    if (!document.loaded || window.minimised() || !jobs.status.backend) {
        return;
    }
    if (std::exchange(speed_is_open, false)) {
        document.scene.settings.traversal = default_traversal(*jobs.status.backend);
        document.scene.settings.gradient = jobs.status.gradient;
        document.scene.lod = {.for_screen = jobs.status.bricks.has_value(), .level = 0};
        document.history.begin(document.scene);
    }
    follow_cancelled_light(state);
    const bool moves = view.dragged || view.motion.glide || time_line.playing || time_line.scrubs;
    if (std::optional<FrameRequest> request = requests.next(wanted(), moves, seconds_now())) {
        if (times.playing) {
            request->next_time = jobs.times.find(next_time(times, document));
        }
        requests.sent(jobs.render->request(std::move(*request)));
    }
}

void Viewer::Parts::settle_history() {
    const bool keys = transfer.last_key >= 0.0 && seconds_now() - transfer.last_key < key_pause;
    const bool held = ImGui::IsAnyItemActive() || ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || keys;
    if (document.loaded && !held && !view.dragged) {
        document.history.settle_edits(document.scene);
        const CameraMotion &motion = view.motion;
        const double now = seconds_now();
        const bool wheels = motion.last_wheel >= 0.0 && now - motion.last_wheel < wheel_pause;
        if (!motion.glide && !motion.flying && !wheels && requests.is_still(now)) {
            document.history.settle_camera(document.scene);
        }
    }
}

bool Viewer::step(int wait_ms) {
    Parts &parts = *parts_;
    Window &window = parts.window;
    const int busy_pause = parts.redraws > 0 ? 0 : 8;
    const bool busy = parts.redraws > 0 || parts.animates();
    window.events(busy && !window.minimised() ? busy_pause : wait_ms,
                  [&](const SDL_Event &event) { parts.handle(event); });
    try {
        parts.take_results();
    } catch (const Error &error) {
        parts.notices.add(viewer_text(error), true);
    }
    const double now = seconds_now();
    if (move_camera(parts.view.motion, parts.document, std::min(now - parts.last_step, 0.1))) {
        parts.redraws = std::max(parts.redraws, 1);
    }
    parts.last_step = now;
    parts.play(now);
    // A still window costs nothing.
    const bool draws = parts.redraws > 0 || !parts.notices.list.empty() || ImGui::GetIO().WantTextInput ||
                       !parts.save.window_wanted.empty();
    if (draws && !window.minimised()) {
        parts.view.shown.outdated = parts.document.loaded && !parts.is_current();
        window.begin_frame();
        show_window(parts.state);
        window.end_frame([&] { save_window_if_wanted(parts.state, window); });
        parts.redraws = std::max(parts.redraws - 1, 0);
    }
    parts.keep_to_bricks();
    parts.keep_to_channels();
    parts.settle_history();
    parts.ask_for_picture();
    if (parts.view.shown.frame.final && parts.document.loaded && !parts.view.dragged) {
        const bool counts = !parts.jobs.status.bricks || parts.jobs.status.bricks->all_there;
        if (parts.is_current()) {
            keep_recent_picture(parts.state, now);
        }
        order_skip_map(parts.skip, parts.document, parts.probe.open && counts, parts.jobs);
    }
    if (const std::string &farewell = parts.dialogs.device.farewell; !farewell.empty()) {
        parts.remember();
        end_without_driver(farewell);
    }
    return !parts.dialogs.quit;
}

} // namespace voxmarch
