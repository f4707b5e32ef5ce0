// The subcommands: each adds itself to the command line and sets what to run.
#pragma once

#include "app/cli/config.h"
#include "base/ranks.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// What main runs after parsing; returns the exit code. Options a command parsed live as long as this does.
using Action = std::function<int()>;

/// Each adds its subcommand to `app`; when it is chosen, `action` is set.
/// @param ranks   that share the work
/// @param config  is filled before the command is run; both outlive `action`
void add_render_command(CLI::App &app, Action &action, const Config &config, Ranks &ranks);
void add_mesh_command(CLI::App &app, Action &action);
void add_skeleton_command(CLI::App &app, Action &action);
void add_voxelize_command(CLI::App &app, Action &action);
void add_slice_command(CLI::App &app, Action &action);
void add_info_command(CLI::App &app, Action &action);
void add_devices_command(CLI::App &app, Action &action);
void add_transfer_command(CLI::App &app, Action &action);
void add_synthesize_command(CLI::App &app, Action &action);
void add_convert_command(CLI::App &app, Action &action);
/// @param words  the command line, for the reports
void add_bench_command(CLI::App &app, Action &action, const std::vector<std::string> &words, Ranks &ranks);
void add_doctor_command(CLI::App &app, Action &action, const Config &config);
void add_view_command(CLI::App &app, Action &action, const Config &config);
void add_serve_command(CLI::App &app, Action &action, const Config &config);

/// For packages, in no help: writes the manual and the completions of shells.
void add_manual_command(CLI::App &app, Action &action);

} // namespace voxmarch
