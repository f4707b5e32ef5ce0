// What can be done about an error or a note, in the program's own words: options of the command line, panels of the
// viewer.
#pragma once

#include "base/note.h"

#include <exception>
#include <string>

namespace voxmarch {

/// For users of the command line: "...; use --downsample or another device".
std::string command_line_text(const Note &note);

/// @param error  an Error has advice, others only what they say
std::string command_line_text(const std::exception &error);

/// For users of the viewer: "...; open it reduced". What only the command line can do names its option.
std::string viewer_text(const Note &note);
std::string viewer_text(const std::exception &error);

} // namespace voxmarch
