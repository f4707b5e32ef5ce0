// The window in which users choose files and folders, to open and to save.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

class SettingsStore;

enum class FileKind {
    open_volume, ///< a file, a folder, synthetic:NAME or formula:EXPRESSION
    open_file,
    save_file,
    save_folder ///< for a series of pictures
};

/// What the user is asked for.
struct FileQuestion {
    FileKind kind = FileKind::open_file;
    std::string title, action;           ///< of the window and of its button
    std::string help;                    ///< below the list
    std::vector<std::string> extensions; ///< of files that can be chosen, ".png"; the first is added to names without
                                         ///< one; empty: all
    std::filesystem::path suggestion;    ///< a file that need not be there, or the folder to begin in
    std::function<void(const std::filesystem::path &)>
        chosen; ///< gets an absolute path, or what was typed of a volume that is made
    /// Draws a row of widgets above the name, and says whether one was changed. Null: there is none.
    std::function<bool()> choices = {};
};

struct FileDialog {
    bool open = false;
    FileQuestion question;
    std::filesystem::path folder;
    std::vector<std::string> folders, files; ///< in it, sorted
    std::string typed;                       ///< a name in the folder or a path
    std::string problem;                     ///< why it cannot be; "" if it can
    bool takes_keys = false;                 ///< the field for the name gets the keyboard in the next frame
    bool replaces = false;                   ///< asks whether it may replace what is there
};

/// Opens the window. `chosen` is called when the user has decided, and has agreed to lose what is replaced.
void ask_for_file(FileDialog &dialog, FileQuestion question);

/// @param store  remembers the folder
void show_file_dialog(FileDialog &dialog, SettingsStore &store);

} // namespace voxmarch
