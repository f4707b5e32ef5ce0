// Names of the files that voxmarch render writes.
#pragma once

#include <string>

namespace voxmarch {

/// Whether the name ends as those of pictures do (renderer/picture_file.h).
bool is_picture(const std::string &name);

/// "NAME.png" for the path of a file or folder, or for synthetic:NAME:N; "formula.png" of an expression.
/// "NAME-again.png" if that would be the file itself.
std::string default_output(const std::string &source);

/// Whether every frame has a file of its own: the name has {n}, {} or {:04}, or other digits there.
/// @param times  frames are times, and {t} does, too
bool is_numbered(const std::string &output, bool times = false);

/// Puts the frame's number in that place: with 4 digits for {n}, as many as needed for {}, at least 6 for {:06}; for
/// {t} the number of its time, with 4 digits.
std::string frame_name(const std::string &output, int frame, int time = 0);

/// Finds out before a long read what would keep a file from being written after it. @throws OutputError
void check_output(const std::string &name);

} // namespace voxmarch
