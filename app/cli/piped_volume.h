// A volume that is piped into a command: VOLUME is a dash.
#pragma once

#include "base/ranks.h"

#include <CLI/CLI.hpp>
#include <string>

namespace voxmarch {

/// A word that names a volume as readers of volumes take it: "-" becomes the name of standard input.
std::string volume_word(const std::string &word);

/// Whether the command can take its volume from there.
bool takes_piped_volume(const CLI::App &command);

/// Reads standard input to its end if the command that is about to run names it as its volume; Ctrl+C ends the waiting.
/// @throws UsageError where it is a terminal, or for a command that cannot take a volume from there; FileError,
/// MemoryError, Interrupted
void take_piped_volume(const CLI::App &command, const Ranks &ranks);

} // namespace voxmarch
