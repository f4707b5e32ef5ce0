// config.json: what users have said once for all of device, options and looks (docs/configuration.md).
#pragma once

#include "scene/kind_looks.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace voxmarch {

struct Config {
    /// A default of an option, as words of the command line.
    struct Default {
        std::string option; ///< "--size"
        std::vector<std::string> words;
        std::string path; ///< in the file, "render.size"
    };

    std::filesystem::path file{}; ///< empty: there is none
    std::string text{};           ///< of the file
    std::string device{};         ///< see --device; empty: not said
    std::map<std::string, std::vector<Default>> commands{};
    KindLooks kinds{};
};

/// @param file  a file; "none"; or empty: config.json in user_config_folder(), if it is there
/// @param app   with all commands
/// @throws FileError for a file that is not there or is none, naming line and field
Config read_config(const std::string &file, const CLI::App &app);

/// Sets the options that were not given, of all commands, so that a mistake shows whatever the command. After parsing,
/// before the command's callback.
/// @throws FileError for options that are none, or a value that is none
void set_defaults(const Config &config, CLI::App &app);

/// "device, 2 options of render, looks of ct and labels"
std::string summary(const Config &config);

} // namespace voxmarch
