// The column of panels at the left of the window.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

class SettingsStore;
struct ViewerState;

/// Workspaces: what looks at pictures, and the instruments of the speed lab. A panel is in one, both or none.
enum Workspace : int { in_look = 1, in_lab = 2 };

/// All panels, from the top.
std::vector<std::string> panel_names();

/// Whether a panel is in the workspace that is shown.
bool is_in_workspace(const SettingsStore &store, const std::string &name);

/// Takes a panel into the workspace that is shown, or out of it.
void move_panel(ViewerState &state, const std::string &name, bool in);

/// Shows a workspace, which the user chose: so it is kept. Instruments end with their panels: nobody could end them
/// without.
void set_workspace(ViewerState &state, bool lab);

/// Shows a workspace that has the panel: this one, or else the other, until the program ends.
void show_workspace_of(ViewerState &state, const std::string &name);

/// Names of the sections that there are now, from the top.
std::vector<std::string> section_names(const ViewerState &state);

/// Whether a section can be seen, but for scrolling.
bool is_section_open(const ViewerState &state, const std::string &name);

/// Opens a section, and the column with it, and scrolls there.
void open_section(ViewerState &state, const std::string &name);

/// Closes it where its head is scrolled away: what it does elsewhere would have no visible reason.
void close_unseen_section(ViewerState &state, const std::string &name);

/// Opens it or, where its head is out of sight, scrolls there; closes it if it is open and seen.
void toggle_section(ViewerState &state, const std::string &name);

/// Of the column, pixels: what the user wants, as far as there is room; else at most half of the window.
float column_width(const SettingsStore &store);

/// The column's right edge, which the mouse drags; a double click takes back what it did.
void drag_column_edge(SettingsStore &store, float top, float bottom);

/// @param top, bottom  pixels of the window
void show_column(ViewerState &state, float top, float bottom);

} // namespace voxmarch
