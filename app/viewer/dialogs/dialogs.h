// What is open beside and above the view.
#pragma once

#include "app/viewer/dialogs/changes_window.h"
#include "app/viewer/dialogs/device_window.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/file_dialog.h"
#include "app/viewer/dialogs/palette.h"
#include "app/viewer/dialogs/raw_window.h"
#include "app/viewer/dialogs/reading_window.h"
#include "app/viewer/dialogs/recent_list.h"
#include "app/viewer/dialogs/written_question.h"

#include <set>
#include <string>

namespace voxmarch {

struct ViewerState;

/// Menus of the window, from left to right.
enum class BarMenu : unsigned char { none, file, edit, view, help };

struct Dialogs {
    bool column = true;                 ///< that of the panels, at the left
    std::string section;                ///< of the column, to be scrolled to
    int reveals = 0;                    ///< frames in which it is
    std::set<std::string> out_of_sight; ///< sections of the column whose heads are scrolled away
    bool help = false;
    bool messages = false;
    bool about = false;
    BarMenu opens_menu = BarMenu::none; ///< with the next frame
    bool welcome_closed = false;
    bool quit = false; ///< the viewer ends after this turn
    ChangesQuestion changes;
    DeviceQuestion device;
    FileDialog file;
    MeshChoices mesh;
    Palette palette;
    RawWindow raw;
    ReadingWindow reading;
    RecentList recent;
    WrittenQuestion written;
};

void show_help_window(bool &open);
void show_messages_window(ViewerState &state);
void show_about_window(ViewerState &state);

/// Opens the manual in what the desktop reads texts with. Precondition: why_no_manual() is ""
void open_manual(ViewerState &state);
std::string why_no_manual();

void show_welcome_window(ViewerState &state);
void show_progress_window(ViewerState &state);

/// Cancels the work in the background that the progress window shows. @return whether there is any
bool cancel_work(ViewerState &state);

/// Ends the viewer, or asks first if something is being written or would be lost.
void quit(ViewerState &state);

} // namespace voxmarch
