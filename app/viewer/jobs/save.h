// Pictures, sessions and animations as files, made on the render thread.
#pragma once

#include "app/viewer/state.h"

namespace voxmarch {

/// A file of the output folder that is neither there nor being drawn: the volume's name, a number, and the extension.
std::filesystem::path next_file(const ViewerState &state, const std::string &extension);

/// Draws the scene once more at this size and full quality and writes it with its session inside.
void save_picture(ViewerState &state, const std::filesystem::path &file, int width, int height);

void save_session(ViewerState &state, const std::filesystem::path &file);
void ask_for_session(ViewerState &state); ///< under a name of the user's choice

/// The window as it is, panels included. Call it when the frame is drawn, before it is shown.
Image window_picture(const Window &window);

/// Writes it if the state wants it.
void save_window_if_wanted(ViewerState &state);

/// The cameras of an animation: a turn around the up axis, or key frames at equal times.
std::vector<Camera> animation_cameras(const ViewerState &state);

/// Draws all frames into the folder, one job after the other.
void start_animation(ViewerState &state);

/// The window "Save".
void show_save_window(ViewerState &state);

} // namespace voxmarch
