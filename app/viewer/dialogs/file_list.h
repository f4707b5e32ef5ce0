// What a folder holds, as the dialog for files lists it: filtered, sorted, and completed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which files are listed of those that a question takes.
enum class FileFilter { volumes_and_sessions, volumes, sessions, all };

struct FileEntry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t size = 0;   ///< bytes, of files
    std::int64_t modified = 0; ///< seconds since 1970
};

enum class FileColumn { name, size, date };

struct FileOrder {
    FileColumn column = FileColumn::name;
    bool descending = false;
    bool operator==(const FileOrder &) const = default;
};

struct FileList {
    std::vector<FileEntry> entries;
    std::string problem; ///< why it could not be read; "" if it could
};

/// Whether a name ends in one of these, in any case. @param extensions  in small letters; empty: all
bool ends_like(const std::string &name, const std::vector<std::string> &extensions);

/// Whether files of this name are listed.
bool passes(FileFilter filter, const std::string &name);

/// Folders and files, without hidden ones, in no order. @param extensions  of files, in small letters; empty: all
FileList list_folder(const std::filesystem::path &folder, const std::vector<std::string> &extensions);

/// Folders first, always by name where sizes are asked for; names as people number them.
void sort_entries(std::vector<FileEntry> &entries, FileOrder order);

/// The first entry whose name begins so, in any case; empty: none, or nothing is typed.
std::optional<std::size_t> first_match(const std::vector<FileEntry> &entries, const std::string &typed);

/// The typed name or path as far as it can only go on in one way: "br" becomes "brain" of brain.nii and brain-2.nii,
/// and a folder gets a slash behind it. @param folder  that names are in
std::string completed(const std::filesystem::path &folder, const std::string &typed);

/// "12.3 MB", of 1000 kB each.
std::string size_text(std::uintmax_t bytes);

/// "2026-11-26 08:03", local time.
std::string date_text(std::int64_t seconds);

struct FilePlace {
    std::string name;
    std::filesystem::path folder;
};

/// Home, where one is, folders that the recent sources lie in, and media that are mounted; each once, those that are
/// there.
std::vector<FilePlace> places(const std::vector<std::string> &recent);

} // namespace voxmarch
