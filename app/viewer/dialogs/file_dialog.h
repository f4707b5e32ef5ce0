// The window in which users choose files and folders, to open and to save, where the desktop has none.
#pragma once

#include "app/viewer/dialogs/file_list.h"
#include "app/viewer/dialogs/file_question.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

class NativeDialog;
class SettingsStore;

struct FileDialog {
    bool open = false;
    FileQuestion question;
    std::filesystem::path folder;
    std::vector<FileEntry> listed;  ///< all that the question takes
    std::vector<FileEntry> entries; ///< of these what the filter lets through, sorted
    FileOrder order;
    FileFilter filter = FileFilter::volumes_and_sessions; ///< of volumes
    std::vector<FilePlace> places;
    std::string typed;                 ///< a name in the folder or a path
    std::optional<std::size_t> marked; ///< the entry that `typed` begins, or that arrows came to
    std::string problem;               ///< why it cannot be; "" if it can
    bool takes_keys = false;           ///< the field for the name gets the keyboard in the next frame
    bool puts_text = false;            ///< `typed` was changed beside the field, which takes it over
    bool shows_marked = false;         ///< the list scrolls there in this frame
    bool replaces = false;             ///< asks whether it may replace what is there
    bool asked_natively = false;       ///< the desktop's dialog was opened for this question
};

/// Opens the window. `chosen` is called when the user has decided, and has agreed to lose what is replaced.
void ask_for_file(FileDialog &dialog, FileQuestion question);

/// Shows it, or waits for the desktop's dialog. What that cannot do goes on in this one.
/// @param store  remembers the folder, and which dialogs the user wants
void show_file_dialog(FileDialog &dialog, SettingsStore &store, NativeDialog &native);

} // namespace voxmarch
