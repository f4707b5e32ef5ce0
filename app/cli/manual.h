// Manual pages and completions of shells, made of what the help is made of.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// A file of the manual or a shell.
struct ManualFile {
    std::string name; ///< below the folder of shared data: "man/man1/voxmarch-render.1"
    std::string text;
};

/// A page of section 1 for the program and each of its commands, and completions for bash, zsh and fish, where these
/// look for them.
/// @param version  "0.1.0"
std::vector<ManualFile> manual_files(const CLI::App &app, const std::string &version);

} // namespace voxmarch
