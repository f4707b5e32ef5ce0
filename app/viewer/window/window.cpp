// SDL2, OpenGL and Dear ImGui put together.
#include "app/viewer/window/window.h"

#include "app/viewer/window/display.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#if __has_include(<imgui_impl_sdl2.h>) // its name from 1.89 on
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif
#include <set>
#include <utility>

namespace voxmarch {

namespace {

constexpr const char *remedy = "; pictures without a display: voxmarch render VOLUME -o out.png";

/// SDL would try all it knows, and its libraries would complain about each.
void require_display() {
    if (!names_display()) {
        throw UsageError(std::string("there is no display for the viewer (DISPLAY and WAYLAND_DISPLAY are not set)") +
                         remedy);
    }
}

} // namespace

namespace {

constexpr double least_scale = 0.75, largest_scale = 4.0;
constexpr int least_width = 640, least_height = 480; // pixels
constexpr SDL_Point usual_size{1280, 800};           // points

/// What SDL knows of a display; zeros where it does not.
struct DisplayFacts {
    int width = 0, height = 0; ///< pixels
    float dpi = 0.0f;

    explicit DisplayFacts(int display) {
        SDL_Rect bounds{};
        if (SDL_GetDisplayBounds(display, &bounds) == 0) {
            width = bounds.w;
            height = bounds.h;
        }
        if (SDL_GetDisplayDPI(display, nullptr, &dpi, nullptr) != 0) {
            dpi = 0.0f;
        }
    }
    std::string key() const { return display_key(width, height, dpi); }
    double scale() const { return suitable_scale(dpi, width); }
};

double first_scale(const WindowOptions &options) {
    const DisplayFacts display(0); // where windows are put
    const auto kept = options.scales.find(display.key());
    return options.scale.value_or(kept != options.scales.end() ? std::clamp(kept->second, least_scale, largest_scale)
                                                               : display.scale());
}

/// Pixels; no more than the display has room for.
SDL_Point first_size(const WindowOptions &options, double scale) {
    const auto kept = options.sizes.find(DisplayFacts(0).key());
    const SDL_Point points = options.size.value_or(usual_size);
    SDL_Point size{static_cast<int>(std::lround(points.x * scale)), static_cast<int>(std::lround(points.y * scale))};
    if (!options.size && kept != options.sizes.end()) {
        size = {kept->second[0], kept->second[1]};
    }
    size = {std::max(size.x, least_width), std::max(size.y, least_height)};
    SDL_Rect usable{0, 0, size.x, size.y};
    SDL_GetDisplayUsableBounds(0, &usable);
    return {std::min(size.x, usable.w), std::min(size.y, usable.h)};
}

} // namespace

Window::Window(const WindowOptions &options) : layout_file_(options.layout_file), theme_(options.theme) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    require_display();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        throw UsageError(std::string("there is no display for the viewer (") + SDL_GetError() + ")" + remedy);
    }
    const std::string driver = SDL_GetCurrentVideoDriver();
    if (driver == "offscreen" || driver == "dummy" || driver == "evdev") { // nobody would see it
        SDL_Quit();
        throw UsageError(std::string("there is no display for the viewer (DISPLAY cannot be reached)") + remedy);
    }
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    scale_ = first_scale(options);
    const SDL_Point size = first_size(options, scale_);
    window_ = SDL_CreateWindow("voxmarch", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.x, size.y,
                               SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    context_ = window_ ? SDL_GL_CreateContext(window_) : nullptr;
    if (!context_ || gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress)) == 0) {
        const std::string problem = SDL_GetError();
        close();
        throw UsageError("the viewer needs a display with OpenGL 3.3 (" + problem + ")" + remedy);
    }
    SDL_GL_SetSwapInterval(1);
    SDL_SetWindowMinimumSize(window_, least_width, least_height);
    wake_event_ = SDL_RegisterEvents(1);
    imgui_ = ImGui::CreateContext();
    ImGui::GetIO().ConfigDragClickToInputText = true; // a click on a number, and typing
    ImGui::GetIO().IniFilename = layout_file_.empty() ? nullptr : layout_file_.c_str();
    ImGui_ImplSDL2_InitForOpenGL(window_, context_);
    ImGui_ImplOpenGL3_Init("#version 330");
}

Window::~Window() { close(); }

void Window::close() noexcept {
    if (imgui_) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplSDL2_Shutdown();
        ImGui::DestroyContext(imgui_);
    }
    if (context_) {
        SDL_GL_DeleteContext(context_);
    }
    if (window_) {
        SDL_DestroyWindow(window_);
    }
    SDL_Quit();
}

namespace {

constexpr float longest_frame = 3.0f; // seconds

/// Dear ImGui looks at mouse and keys once a frame: what would undo or displace an earlier event has to wait for the
/// next one, or fast clicks, drags and keys would be lost.
class FrameEvents {
public:
    /// @param clicked  in the frame before, which may have begun to edit a text: that is known with the next one
    explicit FrameEvents(bool clicked) : clicked_(clicked) {}

    /// Whether the event can join those of this frame.
    bool takes(const SDL_Event &event) {
        switch (event.type) {
        case SDL_MOUSEMOTION: moved_ = !pressed_; return moved_;
        case SDL_MOUSEBUTTONDOWN: // a drag begins where the button goes down
        case SDL_MOUSEBUTTONUP: return !moved_ && !std::exchange(pressed_, true);
        case SDL_KEYDOWN:
        case SDL_KEYUP: return !clicked_ && !(pressed_ && types(event.key.keysym)) && takes_stroke(event.key);
        default: return true;
        }
    }

private:
    bool takes_stroke(const SDL_KeyboardEvent &key) { return types(key.keysym) || takes_key(key); }

    bool clicked_, moved_ = false, pressed_ = false;
    bool struck_ = false; ///< a key, which goes with the modifiers that are held then
    std::set<SDL_Scancode> keys_;

    bool takes_key(const SDL_KeyboardEvent &key) {
        const bool modifier = key.keysym.scancode >= SDL_SCANCODE_LCTRL && key.keysym.scancode <= SDL_SCANCODE_RGUI;
        if ((modifier && (struck_ || pressed_)) || !keys_.insert(key.keysym.scancode).second) {
            return false;
        }
        struck_ = struck_ || !modifier;
        return true;
    }

    /// Whether the key is a letter that comes as text; the space bar presses buttons, too.
    static bool types(const SDL_Keysym &key) {
        return key.sym > SDLK_SPACE && key.sym < SDLK_DELETE && (key.mod & KMOD_CTRL) == 0;
    }
};

} // namespace

bool Window::events(int wait_ms, const std::function<void(const SDL_Event &)> &handle) {
    SDL_WaitEventTimeout(nullptr, wait_ms);
    FrameEvents frame(ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left));
    SDL_Event event;
    bool any = false;
    while (SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0 && frame.takes(event)) {
        SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
        any = true;
        ImGui_ImplSDL2_ProcessEvent(&event);
        if (!imgui_keeps_events) {
            follow_input(event);
        }
        if (event.type == SDL_MOUSEBUTTONDOWN) {
            keys_.release();
            // Frames may take long: the times of clicks tell double ones, not those of the frames that see them.
            ImGui::GetIO().MouseDoubleClickTime = event.button.clicks > 1 ? longest_frame : 0.0f;
        }
        handle(event);
    }
    return any;
}

/// Keeps mouse and modifiers as they are at this event: the back end asks for those of now, when later ones may wait.
void Window::follow_input(const SDL_Event &event) {
    ImGuiIO &io = ImGui::GetIO();
    switch (event.type) {
    case SDL_MOUSEMOTION: mouse_ = SDL_Point{event.motion.x, event.motion.y}; break;
    case SDL_MOUSEBUTTONDOWN: buttons_ |= SDL_BUTTON(event.button.button); break;
    case SDL_MOUSEBUTTONUP: buttons_ &= ~SDL_BUTTON(event.button.button); break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        io.KeyCtrl = (event.key.keysym.mod & KMOD_CTRL) != 0;
        io.KeyShift = (event.key.keysym.mod & KMOD_SHIFT) != 0;
        io.KeyAlt = (event.key.keysym.mod & KMOD_ALT) != 0;
        break;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_LEAVE) {
            mouse_.reset();
        } else if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) { // releases elsewhere are not told
            buttons_ = 0;
        }
        break;
    default: break;
    }
}

void Window::make_font() {
    apply_theme(scale_, theme_);
    load_font(scale_);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    font_outdated_ = false;
}

void Window::begin_frame() {
    if (font_outdated_ || has_new_letters()) {
        make_font();
    }
    keys_.before_frame();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGuiIO &io = ImGui::GetIO();
    if (mouse_ &&
        !imgui_keeps_events) { // what the back end asks the display for lags behind pointers that programs move
        io.MousePos = ImVec2(static_cast<float>(mouse_->x), static_cast<float>(mouse_->y));
    }
    if ((io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0 && return_must_choose()) {
        io.NavInputs[ImGuiNavInput_Activate] = 1.0f; // else only the space bar chooses
    }
    if (!imgui_keeps_events) {
        io.MouseDown[ImGuiMouseButton_Left] = (buttons_ & SDL_BUTTON_LMASK) != 0;
        io.MouseDown[ImGuiMouseButton_Right] = (buttons_ & SDL_BUTTON_RMASK) != 0;
        io.MouseDown[ImGuiMouseButton_Middle] = (buttons_ & SDL_BUTTON_MMASK) != 0;
    }
    ImGui::NewFrame();
    keys_.frame_began();
}

void Window::end_frame(const std::function<void()> &drawn) {
    keys_.before_drawing();
    ImGui::Render();
    const ImGuiIO &io = ImGui::GetIO();
    glViewport(0, 0, static_cast<int>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
               static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y));
    glClearColor(0.07f, 0.075f, 0.09f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    drawn();
    SDL_GL_SwapWindow(window_);
}

void Window::wake() const {
    SDL_Event event{};
    event.type = wake_event_;
    SDL_PushEvent(&event);
}

void Window::set_title(const std::string &title) {
    note_letters(title); // the name stands in the window, too
    SDL_SetWindowTitle(window_, title.c_str());
}

void Window::set_scale(double scale) {
    scale_ = std::clamp(scale, least_scale, largest_scale);
    font_outdated_ = true;
}

std::array<int, 2> Window::size() const {
    std::array<int, 2> pixels{};
    SDL_GetWindowSize(window_, &pixels[0], &pixels[1]);
    return pixels;
}

double Window::display_scale() const { return DisplayFacts(SDL_GetWindowDisplayIndex(window_)).scale(); }

std::string Window::display_name() const { return DisplayFacts(SDL_GetWindowDisplayIndex(window_)).key(); }

void Window::set_theme(Theme theme) {
    theme_ = theme;
    font_outdated_ = true;
}

bool Window::minimised() const { return (SDL_GetWindowFlags(window_) & SDL_WINDOW_MINIMIZED) != 0; }

void Window::capture_mouse(bool on) { SDL_SetRelativeMouseMode(on ? SDL_TRUE : SDL_FALSE); }

} // namespace voxmarch
