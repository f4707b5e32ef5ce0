// The viewer's loop.
#include "app/viewer/viewer.h"

#include "app/progress.h"
#include "app/viewer/jobs/picture_requests.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/panels.h"
#include "app/viewer/view/view_pane.h"
#include "app/viewer/viewer_parts.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

namespace {

constexpr double still_after = 0.15; // seconds without a change until a picture is refined
constexpr double wheel_pause = 0.5;  // seconds without the wheel until its clicks are one movement of the camera

} // namespace

Viewer::Viewer(const ViewerOptions &options) : parts_(std::make_unique<Parts>(options)) {
    ViewerState &state = parts_->state;
    if (options.first) {
        state.open(*options.first);
    } else {
        LoadRequest demo;
        demo.volume.source = demo_volume;
        state.loader.start(demo);
    }
}

Viewer::~Viewer() {
    Parts &parts = *parts_;
    parts.loader.cancel();
    parts.exporter.cancel();
    int width = 0, height = 0;
    SDL_GetWindowSize(parts.window.handle(), &width, &height);
    parts.store.window_width = width / parts.window.scale();
    parts.store.window_height = height / parts.window.scale();
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
    return !parts.loader.busy() && !parts.exporter.busy() && !parts.animates() && parts.render.idle() &&
           parts.redraws == 0 && (!parts.state.loaded || parts.is_current());
}

bool Viewer::Parts::is_current() const {
    return state.shown.final && state.shown.request == request && request_is_still && requested == request_text(state);
}

bool Viewer::Parts::animates() const {
    return state.glide || state.flying || (!request_is_still && state.loaded && !state.window.minimised());
}

namespace {

/// Whether a key is a command now: text fields, open menus and lists, and the window for raw files keep theirs, but Esc
/// closes what is open.
bool reaches(const ViewerState &state, Command command) {
    if (state.raw_window.open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
        return command == Command::leave;
    }
    return !ImGui::GetIO().WantTextInput || (command == Command::leave && state.file_dialog.open);
}

} // namespace

void Viewer::Parts::handle(const SDL_Event &event) {
    redraws = std::max(redraws, window.is_wake(event) ? 1 : frames_after_event);
    switch (event.type) {
    case SDL_QUIT: execute(state, Command::quit); break;
    case SDL_DROPFILE:
        drop(event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_KEYDOWN:
        if (const KeyBinding *binding = binding_of(event.key.keysym); binding && reaches(state, binding->command)) {
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

float panel_width() { return std::min(scaled(400.0f), std::floor(ImGui::GetIO().DisplaySize.x / 2.0f)); }

ImVec2 view_space(const ViewerState &state) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float left = state.panels && state.loaded ? panel_width() : 0.0f;
    return ImVec2(std::max(size.x - left, 16.0f),
                  std::max(size.y - ImGui::GetFrameHeight() - status_bar_height(), 16.0f));
}

void Viewer::Parts::show_left_panel(float top, float bottom) {
    const float width = panel_width();
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(width, bottom - top));
    ImGui::Begin("panels", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_AlwaysVerticalScrollbar);
    show_transfer_section(state);
    show_presets_section(state);
    show_mode_section(state);
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
    state.outdated = state.loaded && !is_current();
    float &margin = ImGui::GetStyle().DisplaySafeAreaPadding.y;
    margin = ImGuiStyle().DisplaySafeAreaPadding.y; // the menu would be higher by it
    show_menu(state);
    margin = status_bar_height(); // popups end above it
    const float top = ImGui::GetFrameHeight();
    const ImVec2 space = view_space(state);
    if (state.panels && state.loaded) {
        show_left_panel(top, top + space.y);
    }
    PaneRect pane{ImVec2(ImGui::GetIO().DisplaySize.x - space.x, top), space};
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
    show_quit_window(state);
    show_file_dialog(state);
    show_raw_window(state);
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
    const bool moves = state.view_dragged || state.glide;
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
        next.other_device = state.compare.device;
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
        const double now = seconds_now();
        const bool wheels = state.last_wheel >= 0.0 && now - state.last_wheel < wheel_pause;
        if (!state.glide && !state.flying && !wheels && now - last_change > still_after) {
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
    order_skip_map(state);
    return !state.quit;
}

} // namespace voxmarch
