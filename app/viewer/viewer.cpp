// The viewer's loop.
#include "app/viewer/viewer.h"

#include "app/progress.h"
#include "app/viewer/panels.h"
#include "app/viewer/request_text.h"
#include "app/viewer/save.h"
#include "app/viewer/state.h"
#include "app/viewer/theme.h"
#include "app/viewer/view_pane.h"
#include "device/error.h"
#include "transfer/file.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

namespace {

constexpr float panel_width = 400.0f; // points
constexpr double still_after = 0.15;  // seconds without a change until a picture is refined
constexpr int frames_after_event = 2; // Dear ImGui shows the effect of an event a frame later

constexpr const char *demo_volume = "synthetic:tree:192";

/// Where two pictures of equal size differ, 16 times as strong.
Image difference_image(const Image &a, const Image &b) {
    Image result = a;
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        const int difference = 16 * std::abs(int(a.rgba[i]) - int(b.rgba[i]));
        result.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::min(difference, 255));
    }
    return result;
}

} // namespace

struct Viewer::Parts {
    SettingsStore store;
    Window window;
    Mailbox mailbox{[this] { window.wake(); }};
    Loader loader{[this] { window.wake(); }};
    RenderThread render;
    ViewerState state;
    std::string requested, drawn_key; ///< what the newest request shows; and that of the still request
    double last_change = 0.0, last_step = 0.0;
    std::uint64_t request = 0;
    bool request_is_still = false;
    bool traversal_is_open = false; ///< the volume's back end, not known yet, decides
    int redraws = frames_after_event;

    explicit Parts(const ViewerOptions &options)
        : store(options.config_folder), window(window_options(options, store)),
          render(options.device, options.backend, [this] { window.wake(); }),
          state(window, render, loader, store, mailbox) {
        state.output_folder = options.output_folder;
    }

    static WindowOptions window_options(const ViewerOptions &options, const SettingsStore &store) {
        return {options.size ? options.size->x : store.window_width,
                options.size ? options.size->y : store.window_height, options.scale ? options.scale : store.scale,
                store.layout_file()};
    }

    void handle(const SDL_Event &event);
    void drop(const std::string &file);
    void take_results();
    void take_volume(std::shared_ptr<const LoadedVolume> loaded);
    void take_frame();
    void show();
    void show_left_panel(float top, float bottom);
    void ask_for_picture();
    void settle_history();
    bool animates() const;
};

Viewer::Viewer(const ViewerOptions &options) : parts_(std::make_unique<Parts>(options)) {
    ViewerState &state = parts_->state;
    if (options.first) {
        state.welcome_closed = true;
        state.loader.start(*options.first);
    } else {
        LoadRequest demo;
        demo.volume.source = demo_volume;
        state.loader.start(demo);
    }
}

Viewer::~Viewer() {
    Parts &parts = *parts_;
    parts.loader.cancel();
    int width = 0, height = 0;
    SDL_GetWindowSize(parts.window.handle(), &width, &height);
    parts.store.window_width = static_cast<int>(width / parts.window.scale());
    parts.store.window_height = static_cast<int>(height / parts.window.scale());
    parts.store.save();
}

ViewerState &Viewer::state() { return parts_->state; }

void Viewer::run() {
    while (step(200)) {
        throw_if_interrupted();
    }
}

bool Viewer::settled() const {
    const Parts &parts = *parts_;
    return !parts.loader.busy() && !parts.animates() && parts.render.idle() && parts.redraws == 0 &&
           (!parts.state.loaded || (parts.state.shown.final && parts.state.shown.request == parts.request &&
                                    parts.request_is_still && parts.requested == request_text(parts.state)));
}

bool Viewer::Parts::animates() const {
    return state.glide || state.flying || (!request_is_still && state.loaded && !state.window.minimised());
}

/// A volume, folder or session; or a transfer function for the volume that is open.
void Viewer::Parts::drop(const std::string &file) {
    const std::filesystem::path path(file);
    const bool transfer = state.loaded && path.extension() != ".png" && path.has_extension() &&
                          !formats_of(path).empty() && !is_session(path);
    if (!transfer) {
        state.open(file);
        return;
    }
    try {
        state.scene.transfer = over_volume(read_transfer(path), *state.loaded);
        state.transfer.selected.clear();
        state.notify("read the transfer function " + file);
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
}

void Viewer::Parts::handle(const SDL_Event &event) {
    redraws = std::max(redraws, window.is_wake(event) ? 1 : frames_after_event);
    const bool typing = ImGui::GetIO().WantTextInput;
    switch (event.type) {
    case SDL_QUIT: state.quit = true; break;
    case SDL_DROPFILE:
        drop(event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_KEYDOWN:
        if (const KeyBinding *binding = binding_of(event.key.keysym); binding && !typing) {
            const bool once = event.key.repeat == 0;
            const bool repeats = binding->command == Command::undo || binding->command == Command::redo;
            if (once || repeats) {
                execute(state, binding->command);
            }
        }
        break;
    default: look_around(state, event);
    }
}

void Viewer::Parts::take_volume(std::shared_ptr<const LoadedVolume> loaded) {
    const ViewSize size = state.view_size();
    state.loaded = loaded;
    const int width = state.scene.width, height = state.scene.height;
    state.scene = loaded->scene;
    state.scene.transfer =
        over_values(state.scene.transfer,
                    state.scene.window.value_or(default_window(loaded->volume.type(), loaded->volume.range())));
    state.scene.window.reset();
    if (state.shown.request > 0 || size.width > 1.0) {
        state.scene.width = width;
        state.scene.height = height;
    }
    state.first_camera = state.scene.camera;
    state.glide.reset();
    state.transfer = {};
    state.probe.held = false;
    state.probe.ray = {};
    state.compare.open = false;
    state.speed.counts.reset();
    state.speed.rows.clear();
    state.speed.heat_map.reset();
    state.slices.made_of.clear();
    state.slices.window.reset();
    const auto &dims = loaded->volume.grid().dims;
    state.slices.voxel = {dims[0] / 2, dims[1] / 2, dims[2] / 2};
    render.set_volume(loaded);
    state.history.begin(state.scene);
    requested.clear();
    traversal_is_open = !loaded->has_session;
    if (!loaded->scene.volume.source.starts_with("synthetic:tree:192")) {
        store.add_recent(loaded->scene.volume.source);
    }
    window.set_title(loaded->volume.header().name + " - voxmarch");
    for (const std::string &note : loaded->volume.header().notes) {
        state.notify(note);
    }
}

void Viewer::Parts::take_frame() {
    std::optional<Frame> frame = render.take_frame();
    if (!frame) {
        return;
    }
    redraws = std::max(redraws, 1);
    state.shown_image = std::move(frame->image);
    state.picture.show(state.shown_image);
    state.compare.is_measured = false;
    state.other_shown = frame->other.has_value();
    if (frame->other) {
        state.other_image = std::move(*frame->other);
        if (frame->final) {
            state.compare.measured = compare(state.shown_image, state.other_image);
            state.compare.is_measured = true;
        }
        state.other_picture.show(state.compare.difference ? difference_image(state.shown_image, state.other_image)
                                                          : state.other_image);
    }
    frame->image = {};
    frame->other.reset();
    state.shown = std::move(*frame);
}

void Viewer::Parts::take_results() {
    state.status = render.status();
    mailbox.run_all();
    if (auto loaded = loader.take()) {
        take_volume(std::move(loaded));
    }
    if (const std::string error = loader.take_error(); !error.empty()) {
        state.notify(error, true);
        state.welcome_closed = state.welcome_closed && state.loaded;
    }
    take_frame();
}

void Viewer::Parts::show_left_panel(float top, float bottom) {
    const float width = scaled(panel_width);
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(width, bottom - top));
    ImGui::Begin("panels", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_AlwaysVerticalScrollbar);
    show_transfer_section(state);
    show_presets_section(state);
    show_appearance_section(state);
    show_clipping_section(state);
    show_quality_section(state);
    show_speed_section(state);
    show_compare_section(state);
    show_probe_section(state);
    show_volume_section(state);
    ImGui::End();
}

void Viewer::Parts::show() {
    show_menu(state);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float top = ImGui::GetFrameHeight(), bottom = size.y - status_bar_height();
    float left = 0.0f;
    if (state.panels && state.loaded) {
        show_left_panel(top, bottom);
        left = scaled(panel_width);
    }
    PaneRect pane{ImVec2(left, top), ImVec2(std::max(size.x - left, 16.0f), std::max(bottom - top, 16.0f))};
    if (state.slices.open && state.loaded) {
        // The 3D view keeps the upper left quarter's place; see show_slices.
        show_slices(state, pane);
        pane.size = ImVec2(std::floor(pane.size.x / 2.0f), std::floor(pane.size.y / 2.0f));
    }
    show_view(state, pane);
    show_status_bar(state);
    show_welcome_window(state);
    show_progress_window(state);
    show_help_window(state);
    show_file_dialog(state);
    show_save_window(state);
    show_notices(state);
}

/// Asks for a picture when the scene, the view or what is shown of it has changed, and for a still one afterwards.
void Viewer::Parts::ask_for_picture() {
    if (!state.loaded || state.window.minimised() || !state.status.backend) {
        return;
    }
    if (std::exchange(traversal_is_open, false)) {
        state.scene.settings.traversal = default_traversal(*state.status.backend);
        state.history.begin(state.scene);
    }
    const double now = seconds_now();
    const std::string wanted = request_text(state);
    const bool moves = state.view_dragged || state.glide || state.flying;
    if (wanted == requested && (request_is_still || moves || now - last_change < still_after)) {
        return;
    }
    FrameRequest next;
    next.scene = state.scene;
    next.moving = wanted != requested && !requested.empty();
    if (state.compare.open && !state.speed.heat_map) {
        Scene other = state.compare.other;
        other.camera = state.scene.camera;
        other.width = state.scene.width;
        other.height = state.scene.height;
        next.other = other;
    }
    if (!next.moving) {
        next.heat_map = state.speed.heat_map;
    }
    request_is_still = !next.moving;
    request = render.request(std::move(next));
    last_change = wanted != requested ? now : last_change;
    requested = wanted;
}

void Viewer::Parts::settle_history() {
    const bool held = ImGui::IsAnyItemActive() || ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1);
    if (state.loaded && !held && !state.view_dragged) {
        state.history.settle_edits(state.scene);
        if (!state.glide && !state.flying && seconds_now() - last_change > still_after) {
            state.history.settle_camera(state.scene);
        }
    }
}

bool Viewer::step(int wait_ms) {
    Parts &parts = *parts_;
    ViewerState &state = parts.state;
    const bool busy = parts.redraws > 0 || parts.animates();
    const int pause = parts.state.window.minimised() ? wait_ms : busy ? (parts.redraws > 0 ? 0 : 8) : wait_ms;
    parts.window.events(pause, [&](const SDL_Event &event) { parts.handle(event); });
    try {
        parts.take_results();
    } catch (const Error &error) {
        state.notify(error.what(), true);
    }
    const double now = seconds_now();
    if (move_camera(state, std::min(now - parts.last_step, 0.1))) {
        parts.redraws = std::max(parts.redraws, 1);
    }
    parts.last_step = now;
    // A still window costs nothing.
    const bool draws = parts.redraws > 0 || !state.notices.empty() || ImGui::GetIO().WantTextInput;
    if (draws && !state.window.minimised()) {
        parts.window.begin_frame();
        parts.show();
        parts.window.end_frame([&] { save_window_if_wanted(state); });
        parts.redraws = std::max(parts.redraws - 1, 0);
    }
    parts.settle_history();
    parts.ask_for_picture();
    return !state.quit;
}

} // namespace voxmarch
