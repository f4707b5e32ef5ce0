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
    };

    std::filesystem::path file{}; ///< empty: there is none
    std::string device{};         ///< see --device; empty: not said
    std::map<std::string, std::vector<Default>> commands{};
    KindLooks kinds{};
};

/// @param file  a file; "none"; or empty: config.json in user_config_folder(), if it is there
/// @throws FileError for a file that is not there or is none, naming line and field
Config read_config(const std::string &file);

/// Sets the options of the chosen command that were not given. After parsing, before the command's callback.
/// @throws FileError for commands and options that are none, or a value that is none
void set_defaults(const Config &config, CLI::App &app);

/// "device, 2 options of render, looks of ct and labels"
std::string summary(const Config &config);

} // namespace voxmarch
