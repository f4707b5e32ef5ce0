// What commands write: standard output by a dash, and no file that the same command reads.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace voxmarch {

/// The name of an output as the writers of files take it: "-" and /dev/stdout get the format that is usual here,
/// "-.ply".
/// @param extension  of that format, with its dot
std::string output_name(const std::string &text, const std::string &extension);

/// As messages name an output: "standard output" of a dash with or without a format.
std::string written_name(const std::string &file);

/// Adds --force to every command that writes files that users name.
void add_force_option(CLI::App &app, bool &force);

/// For the command that is about to run: remembers the files that its words name as inputs, unless `force`; finds out
/// what would keep the others from being written; and where data goes to standard output, sends all that is printed to
/// stderr.
/// @throws OutputError, UsageError
void prepare_outputs(const CLI::App &command, bool force);

} // namespace voxmarch
