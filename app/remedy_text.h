// What can be done about an error or a note, in the program's own words: options of the command line, panels of the
// viewer.
#pragma once

#include "base/note.h"

#include <exception>
#include <functional>
#include <string>

namespace voxmarch {

/// For users of the command line: "...; use --downsample or another device".
std::string command_line_text(const Note &note);

/// Whether the command that runs has an option, e.g. "--downsample".
using HasOption = std::function<bool(const std::string &)>;

/// @param error  an Error has advice, others only what they say
/// @param has_option  advice to use an option that the command does not have is left out; empty: it has all
std::string command_line_text(const std::exception &error, const HasOption &has_option = {});

/// For users of the viewer: "...; open it reduced". What only the command line can do names its option.
std::string viewer_text(const Note &note);
std::string viewer_text(const std::exception &error);

} // namespace voxmarch
