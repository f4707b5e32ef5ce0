// Parses the command line, runs one command, and turns every failure into one line and an exit code.
#include "app/build_features.h"
#include "app/cli/commands.h"
#include "app/cli/figure_options.h"
#include "app/cli/find_option.h"
#include "app/cli/outputs.h"
#include "app/cli/parse.h"
#include "app/cli/piped_volume.h"
#include "app/cli/stage_words.h"
#include "app/cli/volume_options.h"
#include "app/device_timeout.h"
#include "app/environment.h"
#include "app/pocl_folder.h"
#include "app/progress.h"
#include "app/rank_start.h"
#include "app/remedy_text.h"
#include "app/trace_file.h"
#include "base/error.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <new>

namespace voxmarch {

namespace {

/// Exit codes; 1 means that a check said no, and 128 + signal comes from end_interrupted().
enum ExitCode { usage = 2, no_device = 3, input = 4, memory = 5, device = 6, output = 7 };

constexpr const char *footer = R"(Examples:
  voxmarch render synthetic:tree -o tree.png
  voxmarch render head.nii.gz -o head.png --transfer mr-default --view front
  voxmarch info folder_with_dicom_slices
  voxmarch transfer --list

VOLUME is a file, a folder of DICOM, TIFF or PNG slices, a Zarr store, synthetic:NAME[:N] or
formula:EXPRESSION[:N]. `voxmarch VOLUME` means view, as does voxmarch alone where there is a display.

An output named - is standard output in the usual format, -.stl in that of .stl; a VOLUME named - is
standard input, NRRD or .npy. No file that is read is written over without --force.

Each command explains its options: voxmarch render --help.

Exit codes: 0 done, 1 a check said no, 2 usage, 3 no usable device, 4 input, 5 memory, 6 device, 7 output,
130 interrupted.)";

Ending fail(int code, const std::string &message) { return {code, message}; }

/// The first error of a build log; the whole log for those who edit kernels (VOXMARCH_KERNEL_DIR).
Ending fail_program(const ProgramError &error) {
    if (!environment_options().kernel_folder.empty()) {
        std::fputs((error.log + "\n").c_str(), stderr);
    }
    if (const std::string pocl = pocl_folder_problem(); !pocl.empty()) {
        return fail(device, pocl);
    }
    const std::string text = error.what();
    const std::size_t line = std::min(error.log.find("error"), error.log.size());
    const std::size_t begin = line == 0 ? 0 : error.log.rfind('\n', line - 1) + 1;
    const std::string first = error.log.substr(begin, error.log.find('\n', begin) - begin);
    return fail(device, text.substr(0, text.find('\n')) + " " + first);
}

std::vector<std::string> command_names(const CLI::App &app) {
    std::vector<std::string> names;
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

/// What to say about a first word that is neither a command nor an option nor something that is there.
Ending fail_unknown_word(const std::string &word, const std::vector<std::string> &commands) {
    if (word.find('/') != std::string::npos || word.find('.') != std::string::npos) {
        return fail(input, fmt::format("{}: no such file or folder", word));
    }
    const std::string nearest = nearest_word(word, commands);
    return fail(usage,
                fmt::format("'{}' is neither a command nor a file; {}", word,
                            nearest.empty() ? "see voxmarch --help" : fmt::format("do you mean '{}'?", nearest)));
}

/// "--output", "-o" and so on, of a command.
std::vector<std::string> option_names(const CLI::App &command) {
    std::vector<std::string> names;
    for (const CLI::Option *option : command.get_options()) {
        for (const std::string &name : option->get_lnames()) {
            names.push_back("--" + name);
        }
        for (const std::string &name : option->get_snames()) {
            names.push_back("-" + name);
        }
    }
    return names;
}

/// CLI11 lists everything it could not place; the first unknown option is what matters.
Ending fail_parse(const CLI::App &app, const CLI::ParseError &error) {
    const std::vector<CLI::App *> chosen = app.get_subcommands();
    const CLI::App &command = chosen.empty() ? app : *chosen.front();
    const std::string help = (chosen.empty() ? "" : command.get_name() + " ") + "--help";
    const std::vector<std::string> left = app.remaining(true);
    for (const std::string &word : left) {
        if (word.starts_with("-") && word.size() > 1) {
            std::vector<std::string> names = option_names(command);
            const std::string name = word.substr(0, word.find('='));
            if (std::ranges::find(names, name) != names.end()) {
                return fail(usage, fmt::format("{} stands behind the name of a command; see voxmarch --help", name));
            }
            std::erase_if(names, [](const std::string &known) { return !known.starts_with("--"); });
            const std::string nearest = nearest_word(name, names);
            return fail(usage, fmt::format("there is no option {}{}; see voxmarch {}", word,
                                           nearest.empty() ? "" : fmt::format(", do you mean {}?", nearest), help));
        }
    }
    if (!left.empty()) {
        return fail(usage, fmt::format("'{}' is one word too many; see voxmarch {}", left.front(), help));
    }
    return fail(usage, fmt::format("{}; see voxmarch {}", error.what(), help));
}

void add_commands(CLI::App &app, Action &action, const std::vector<std::string> &words, const Config &config,
                  Ranks &ranks) {
    add_render_command(app, action, config, ranks);
    add_slice_command(app, action);
    add_mesh_command(app, action);
    add_skeleton_command(app, action);
    add_voxelize_command(app, action);
    add_info_command(app, action);
    add_view_command(app, action, config);
    add_serve_command(app, action, config);
    add_devices_command(app, action);
    add_transfer_command(app, action);
    add_convert_command(app, action);
    add_synthesize_command(app, action);
    add_bench_command(app, action, words, ranks);
    add_doctor_command(app, action, config);
    add_manual_command(app, action);
}

/// Ranks share pictures; whatever else they did, they would all do the same, and write the same files.
void require_shared_work(const CLI::App &app, const Ranks &ranks) {
    const std::vector<CLI::App *> chosen = app.get_subcommands();
    const std::string name = chosen.empty() ? "voxmarch" : chosen.front()->get_name();
    if (!ranks.alone() && name != "render" && name != "bench") {
        throw UsageError(fmt::format(
            "{} is no work for {} programs: start it once; render and bench nodes share theirs", name, ranks.size()));
    }
}

/// Every command takes what config.json says where its own words say nothing. @param file  lives as long as `app`
void use_config(CLI::App &app, Config &config, std::string &file) {
    for (CLI::App *command : app.get_subcommands([](const CLI::App *one) { return !one->get_group().empty(); })) {
        command
            ->add_option("--config", file,
                         "defaults of these options (default: voxmarch/config.json below\n"
                         "XDG_CONFIG_HOME or ~/.config, if it is there)")
            ->type_name("FILE|none")
            ->group("Settings");
    }
    app.parse_complete_callback([&app, &config, &file] { // before those of commands
        config = read_config(file, app);
        if (!config.device.empty()) {
            prefer_device(config.device, config.file.string());
        }
        set_defaults(config, app);
    });
}

/// Commands that draw or compute on a device may keep what it did.
void add_trace_option(CLI::App &app, std::string &file) {
    for (CLI::App *command : app.get_subcommands([](const CLI::App *one) {
             return find_option(*one, "--device") != nullptr && one->get_name() != "bench";
         })) {
        command
            ->add_option("--trace", file,
                         "every launch and copy of the devices with its times, as JSON for\nui.perfetto.dev or "
                         "chrome://tracing")
            ->type_name("FILE")
            ->group("Settings");
    }
}

/// Commands that work through stages may tell of them.
void add_verbose_option(CLI::App &app, bool &verbose) {
    for (CLI::App *command : app.get_subcommands([](const CLI::App *one) {
             return !one->get_group().empty() && one->get_name() != "devices"; // which has none
         })) {
        command->add_flag("-v,--verbose", verbose, "each stage on stderr when it is done, with its time")
            ->group("Settings");
    }
}

/// @param trace  file of --trace; empty: none. Of several programs the first writes it.
int act(const Action &action, const std::string &trace, const std::string &command_line) {
    if (!action || trace.empty() || launched().rank > 0) {
        return action ? action() : 0;
    }
    if (trace == "-") {
        throw UsageError("--trace is '-', it must name a file");
    }
    OutputFile file(trace);
    command_trace().start();
    const int code = action();
    write_trace(file, command_trace(), command_line);
    return code;
}

/// The OUT of convert may be -.nrrd, which looks like options: it goes to the end, behind "--".
void keep_dashed_output(std::vector<std::string> &arguments) {
    if (arguments.front() != "convert" || std::ranges::find(arguments, "--") != arguments.end()) {
        return;
    }
    const auto found = std::ranges::find_if(arguments, [](const std::string &word) { return word.starts_with("-."); });
    if (found != arguments.end()) {
        std::string word = std::move(*found);
        arguments.erase(found);
        arguments.emplace_back("--");
        arguments.push_back(std::move(word));
    }
}

/// @param options  receives the names of those that the command has, from when it is known
Ending run(std::vector<std::string> arguments, Ranks &ranks, std::vector<std::string> &options) {
    CLI::App app("Shows volumes (CT, MR, microscopy, simulation) by ray casting on any OpenCL device.", "voxmarch");
    app.set_help_flag("-h,--help", "this text");
    app.set_version_flag("--version", version_text(), "version and what is built in");
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(30);
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.get_formatter()->label("REQUIRED", "");
    Action action;
    Config config;
    std::string config_file, trace_file;
    add_commands(app, action, arguments, config, ranks);
    use_config(app, config, config_file);
    add_trace_option(app, trace_file);
    bool verbose = false;
    add_verbose_option(app, verbose);
    DeviceTimeout timeout;
    timeout.add_to(app);
    bool force = false;
    add_force_option(app, force);
    const std::string command_line = fmt::format("voxmarch {}", fmt::join(arguments, " "));
    app.footer(footer);

    if (arguments.empty() && can_view()) {
        arguments.emplace_back("view");
    } else if (arguments.empty()) {
        fmt::print("{}", app.help());
        return {};
    }
    // `voxmarch FILE` means `voxmarch view FILE`; a command's name wins over a file of that name.
    const std::string first = arguments[0];
    const std::vector<std::string> commands = command_names(app);
    if (first == "-") {
        arguments.insert(arguments.begin(), "view"); // which says that it cannot
    } else if (!first.starts_with("-") && std::find(commands.begin(), commands.end(), first) == commands.end()) {
        std::error_code ignored;
        if (!is_made(first) && !std::filesystem::exists(first, ignored)) {
            return fail_unknown_word(first, commands);
        }
        arguments.insert(arguments.begin(), "view");
    }
    join_places(arguments);
    keep_dashed_output(arguments);
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::Success &success) {
        return {app.exit(success), ""};
    } catch (const CLI::ParseError &error) {
        return fail_parse(app, error);
    }
    const std::vector<CLI::App *> chosen = app.get_subcommands();
    timeout.watch(chosen.empty() ? "" : chosen.front()->get_name());
    options = option_names(chosen.empty() ? app : *chosen.front());
    require_shared_work(app, ranks);
    if (verbose) {
        tell_stages();
    }
    if (!chosen.empty()) {
        prepare_outputs(*chosen.front(), force);
        take_piped_volume(*chosen.front(), ranks);
    }
    return {act(action, trace_file, command_line), ""};
}

/// @param work     with all that can fail
/// @param options  that advice may name; none: all
Ending reported(const std::function<Ending()> &work, const std::vector<std::string> &options = {}) {
    const auto text = [&](const std::exception &error) {
        return command_line_text(
            error, options.empty() ? HasOption{} : [&](const std::string &name) {
                return std::ranges::find(options, name) != options.end();
            });
    };
    try {
        const Ending ending = work();
        const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
        return written          ? ending
               : errno == EPIPE ? fail(output, "standard output: the program that reads it has ended before all was "
                                               "written")
                                : fail(output, "standard output cannot be written");
    } catch (const RanksEnded &others) {
        return others.ending;
    } catch (const Interrupted &stop) {
        end_interrupted(stop);
    } catch (const UsageError &error) {
        return fail(usage, text(error));
    } catch (const NoDeviceError &error) {
        const std::string pocl = pocl_folder_problem(); // without it PoCL has no devices
        return pocl.empty() ? fail(no_device, text(error)) : fail(device, pocl);
    } catch (const FileError &error) {
        return fail(input, text(error));
    } catch (const UnreadableFormat &error) {
        return fail(input, text(error));
    } catch (const OutputError &error) {
        return fail(output, text(error));
    } catch (const MemoryError &error) {
        return fail(memory, text(error));
    } catch (const std::bad_alloc &) {
        return fail(memory, text(MemoryError("this machine has not enough memory", {{Remedy::reduce_volume}})));
    } catch (const ProgramError &error) {
        return fail_program(error);
    } catch (const std::exception &error) {
        return fail(std::ferror(stdout) ? output : device, text(error));
    }
}

/// Whatever a rank prints rank 0 prints, too.
void let_first_speak() {
    keep_quiet();
    static_cast<void>(!std::freopen("/dev/null", "w", stdout));
}

/// A check that said no has told why with say().
std::string words_of(const Ending &ending) {
    return ending.code == 1 && ending.line.empty() ? last_words() : ending.line;
}

int run_as_rank(const std::vector<std::string> &arguments) {
    const bool speaks = launched().rank == 0;
    if (!speaks) {
        let_first_speak();
    }
    Ranks ranks;
    Ending ending = reported([&] {
        ranks = join_ranks();
        return Ending{};
    });
    if (ending.code == 0) {
        std::vector<std::string> options;
        ending = reported([&] { return run(arguments, ranks, options); }, options);
        ending = ranks.end({ending.code, words_of(ending)});
        forget_interrupts(); // a launcher ends all that is left of ranks when the first one fails
    }
    if (speaks && !ending.line.empty()) {
        say(ending.line);
    }
    return ending.code;
}

} // namespace

} // namespace voxmarch

int main(int argc, char **argv) {
    std::signal(SIGPIPE, SIG_IGN); // who reads our output no more is told of by exit code 7
    try {
        voxmarch::prepare_drivers();
        voxmarch::catch_interrupts();
        return voxmarch::run_as_rank({argv + 1, argv + argc});
    } catch (const std::bad_alloc &) { // not even for words
        voxmarch::say_memory_is_out();
        return voxmarch::memory;
    }
}
