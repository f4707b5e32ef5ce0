// The panels at the left, the menu, and the windows above: each shows and edits its part of the state.
#pragma once

#include "app/viewer/state.h"

namespace voxmarch {

void show_menu(ViewerState &state);

/// The head of a section. Sections are open when the viewer was last ended with them open.
/// @param open_first  the first time  @return whether it is open
bool section(ViewerState &state, const char *name, bool open_first);

/// All sections of the panel at the left.
void show_transfer_section(ViewerState &state);
void show_presets_section(ViewerState &state);
void show_mode_section(ViewerState &state);
void show_appearance_section(ViewerState &state);
void show_clipping_section(ViewerState &state);
void show_quality_section(ViewerState &state);
void show_speed_section(ViewerState &state);
void show_speed_numbers(ViewerState &state); ///< the lower half of "Speed"
void show_compare_section(ViewerState &state);
void show_probe_section(ViewerState &state);
void show_volume_section(ViewerState &state);

/// Windows of their own.
void show_help_window(ViewerState &state);
void show_welcome_window(ViewerState &state);
void show_progress_window(ViewerState &state);
void show_quit_window(ViewerState &state);
void show_notices(ViewerState &state);

/// "An animation", "A mesh", "A picture": what would be lost if the program ended now; "" if nothing.
std::string what_is_written(const ViewerState &state);

/// The line at the lower end of the window. @return its height, pixels
float status_bar_height();
void show_status_bar(ViewerState &state);

/// Changes what is drawn; isosurfaces that were not there begin at the value that parts background and object best.
void set_mode(ViewerState &state, Mode mode);

/// Changes what rays make of their samples, and with it the function that was chosen from the data.
void set_blend(ViewerState &state, Blend blend);

/// The first shadows turn a headlight into key_light(), and without shadows that becomes a headlight again.
void set_shadows(RenderSettings &settings, Shadows shadows);

/// Of all isosurfaces of the scene.
std::vector<double> shown_isovalues(const ViewerState &state);

/// How many triangles a surface of the scene has: "3.4 million", "counting ...", or "-" if rays find it without any.
std::string triangles_text(const ViewerState &state, std::size_t surface);

/// Asks for a file and extracts these surfaces into it.
void ask_for_mesh(ViewerState &state, const std::vector<double> &isovalues);

/// Tells what has come of a mesh file.
void take_mesh(ViewerState &state);

/// A value of the file as text, with as many digits as its type has: 83, 83.5, 0.083512.
std::string value_text(double value, ScalarType type);

/// The format of a field for this value, as value_text() writes it.
const char *value_format(double value, ScalarType type);

/// How far a value moves when a field is dragged by a pixel.
float value_speed(const Volume &volume);

/// "1.25 ms", "12.5 ms", "125 ms", "1.25 s".
std::string time_text(double ms);

/// What the panel Compare says about the times of the comparison that is shown.
std::string comparison_text(const ViewerState &state);

/// "3.4 million".
std::string count_text(double count);

} // namespace voxmarch
