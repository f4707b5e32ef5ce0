// What a Viewer consists of; only viewer*.cpp include this.
#pragma once

#include "app/viewer/state.h"
#include "app/viewer/viewer.h"

#include <imgui.h>

namespace voxmarch {

constexpr const char *demo_volume = "synthetic:tree:192"; // of the first start

/// Of the column of panels, pixels: at most half of the window.
float panel_width();

/// What menu, panels and status bar leave of the window, pixels.
ImVec2 view_space(const ViewerState &state);

constexpr int frames_after_event = 4; // a click opens a window, which appears a frame later and then takes the keyboard

struct Viewer::Parts {
    SettingsStore store;
    Window window;
    Mailbox mailbox{[this] { window.wake(); }};
    Loader loader{[this] { window.wake(); }};
    MeshExporter exporter;
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
          exporter(options.device, [this] { window.wake(); }),
          render(options.device, options.backend, [this] { window.wake(); }),
          state(window, render, loader, exporter, store, mailbox) {
        state.output_folder = options.output_folder;
    }

    static WindowOptions window_options(const ViewerOptions &options, const SettingsStore &store) {
        return {options.size ? double(options.size->x) : store.window_width,
                options.size ? double(options.size->y) : store.window_height,
                options.scale ? options.scale : store.scale, store.layout_file()};
    }

    void handle(const SDL_Event &event);
    void drop(const std::string &file);
    void take_results();
    void take_volume(std::shared_ptr<const LoadedVolume> loaded);
    void take_skeleton(const std::string &file);
    void take_frame();
    void show();
    void show_left_panel(float top, float bottom);
    void ask_for_picture();
    void settle_history();
    bool animates() const;
    bool is_current() const; ///< the picture shown is the final one of the scene
};

} // namespace voxmarch
