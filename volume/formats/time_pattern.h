// Folders of numbered volumes: "heart_{t}.nrrd" is each file that has a number there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// A file or folder with the number in its name.
struct NumberedFile {
    long long number = 0;
    std::filesystem::path file;
};

/// Whether the last part of a path has {t} or {t:03}, or other digits there, and no such file exists.
bool is_time_pattern(const std::string &source);

/// The files and folders that fit, by their numbers: of {t} of any number of digits, of {t:03} of at least three.
/// @throws FileError if there are none, the folder cannot be listed, or two names have one number (1 and 01);
/// UsageError for a name with two places
std::vector<NumberedFile> files_of_pattern(const std::string &pattern);

/// What fits and is no file and no folder, which files_of_pattern() leaves out: pipes, links that lead nowhere.
/// @throws as files_of_pattern() where the folder cannot be listed, or for a name with two places
std::vector<std::filesystem::path> no_files_of_pattern(const std::string &pattern);

/// Whether there are any, and their numbers are clear.
bool has_files(const std::string &pattern);

/// "numbers 1 to 20, without 7 and 12"; of many that are missing how many.
std::string numbers_text(const std::vector<NumberedFile> &files);

} // namespace voxmarch
