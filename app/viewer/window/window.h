// The window: SDL2, an OpenGL 3.3 context, Dear ImGui with its look and font.
#pragma once

#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"

#include <SDL.h>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

struct ImGuiContext;

namespace voxmarch {

struct WindowOptions {
    std::optional<SDL_Point> size;        ///< points, pixels at scale 1; empty: that of the display
    std::optional<double> scale;          ///< of text and panels; empty: that of the display
    std::map<std::string, double> scales; ///< of displays by display_key(); of others from their dots per inch
    std::map<std::string, std::array<int, 2>> sizes; ///< the same of windows, pixels; of others 1280 x 800 points
    Theme theme = Theme::dark;
    std::string layout_file; ///< where Dear ImGui keeps what the user moved; empty: nowhere
};

/// One at a time. Everything on the thread that made it.
class Window {
public:
    /// @throws UsageError if there is no display or no OpenGL 3.3
    explicit Window(const WindowOptions &options);
    ~Window();
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    /// Waits for an event up to `wait_ms`, then calls `handle` for those that belong into one frame, after Dear ImGui
    /// saw them. A click or key that follows another one at once waits for the next call.
    /// @return whether there was one
    bool events(int wait_ms, const std::function<void(const SDL_Event &)> &handle);

    void begin_frame();

    /// Draws what Dear ImGui was told since begin_frame() and shows it.
    /// @param drawn  called when everything is drawn and nothing is shown yet: the time to read pixels
    void end_frame(const std::function<void()> &drawn);

    /// Makes events() return, from any thread, with an event for which is_wake() holds.
    void wake() const;
    bool is_wake(const SDL_Event &event) const { return event.type == wake_event_; }

    void set_title(const std::string &title);
    void set_scale(double scale); ///< takes effect at the next begin_frame()
    double scale() const { return scale_; }
    std::array<int, 2> size() const;  ///< pixels
    double display_scale() const;     ///< that suits the display where the window is
    std::string display_name() const; ///< its display_key()
    void set_theme(Theme theme);      ///< takes effect at the next begin_frame()
    Theme theme() const { return theme_; }
    KeyboardFocus &keys() { return keys_; }
    const KeyboardFocus &keys() const { return keys_; }
    bool minimised() const;
    SDL_Window *handle() const { return window_; }

    /// Captures the mouse: it is hidden, and moves without end.
    void capture_mouse(bool on);

private:
    SDL_Window *window_ = nullptr;
    void *context_ = nullptr;
    ImGuiContext *imgui_ = nullptr;
    std::string layout_file_;
    double scale_ = 1.0;
    Theme theme_;
    bool font_outdated_ = true;
    KeyboardFocus keys_;
    unsigned wake_event_ = 0;
    std::optional<SDL_Point> mouse_; ///< where the last event put it; empty: outside
    Uint32 buttons_ = 0;             ///< of the mouse that are held, SDL_BUTTON_LMASK and so on

    void close() noexcept;
    void make_font();
    void follow_input(const SDL_Event &event);
};

} // namespace voxmarch
