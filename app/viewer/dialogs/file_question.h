// What users are asked for in dialogs for files and folders.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

enum class FileKind {
    open_volume, ///< a file, a folder, synthetic:NAME or formula:EXPRESSION
    open_file,
    save_file,
    save_folder ///< for a series of pictures
};

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

/// Whether the user names what is to be written.
inline bool saves(const FileQuestion &question) {
    return question.kind == FileKind::save_file || question.kind == FileKind::save_folder;
}

} // namespace voxmarch
