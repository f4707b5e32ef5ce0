// Command line options of traced light.
#pragma once

#include "app/cli/render_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// --lighting and the options of paths, in the group of options that is under way.
void add_trace_options(CLI::App &command, RenderSettings &settings);

/// Those that --lighting traced alone looks at, and those that it does not look at.
const std::vector<std::string> &options_of_paths();
const std::vector<std::string> &options_without_paths();

/// @throws UsageError for what is asked of rays, where paths are followed
void require_traceable(const RenderOptions &options);

} // namespace voxmarch
