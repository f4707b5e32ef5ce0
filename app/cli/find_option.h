// Options of a command by their names.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// CLI11's own search makes copies of names where nothing may be thrown, and ends the program without memory.
/// @param name  "--device"
/// @return null if the command has no such option
inline const CLI::Option *find_option(const CLI::App &command, const std::string &name) {
    const std::vector<const CLI::Option *> options = command.get_options();
    const auto found = std::ranges::find_if(options, [&](const CLI::Option *option) {
        return std::ranges::any_of(option->get_lnames(), [&](const std::string &one) { return "--" + one == name; });
    });
    return found == options.end() ? nullptr : *found;
}

inline CLI::Option *find_option(CLI::App &command, const std::string &name) {
    return const_cast<CLI::Option *>(find_option(std::as_const(command), name));
}

} // namespace voxmarch
