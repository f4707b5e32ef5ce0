// Parses the command line, runs one command, and turns every failure into one line and an exit code.
#include "app/commands.h"
#include "app/progress.h"
#include "device/error.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <new>

namespace voxmarch {

namespace {

/// Exit codes of design 7.
enum ExitCode { usage = 2, no_device = 3, input = 4, memory = 5, device = 6, output = 7, interrupted = 130 };

constexpr const char *examples = R"(Examples:
  voxmarch render synthetic:tree -o tree.png
  voxmarch render head.nii.gz -o head.png --transfer mr-default --view front
  voxmarch render bonsai_256x256x256_uint8.raw -o bonsai.png --size 1024x1024 --stats bonsai.json
  voxmarch info folder_with_dicom_slices
  voxmarch devices
Exit codes: 0 done, 1 a check said no, 2 usage, 3 no usable device, 4 input, 5 memory, 6 device, 7 output,
130 interrupted.)";

std::string version_text() {
    return fmt::format("voxmarch {}\nfile formats through ITK: {}\nbenchmarks: {}\nviewer: no\n", VOXMARCH_VERSION,
                       VOXMARCH_HAS_ITK ? "yes" : "no", VOXMARCH_HAS_BENCH ? "yes" : "no");
}

int fail(int code, const std::string &message) {
    fmt::print(stderr, "voxmarch: {}\n", message);
    return code;
}

/// `voxmarch FILE` means `voxmarch view FILE`.
std::vector<std::string> with_default_command(int argc, char **argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && (std::filesystem::exists(arguments[0]) || arguments[0].starts_with("synthetic:"))) {
        arguments.insert(arguments.begin(), "view");
    }
    return arguments;
}

bool is_command(CLI::App &app, const std::string &name) {
    const std::vector<CLI::App *> commands = app.get_subcommands([](CLI::App *) { return true; });
    return std::any_of(commands.begin(), commands.end(), [&](CLI::App *command) { return command->get_name() == name; });
}

int run(int argc, char **argv) {
    CLI::App app("Shows volumes (CT, MR, microscopy, simulation) by ray casting on any OpenCL device.", "voxmarch");
    app.set_version_flag("--version", version_text(), "version and what is built in");
    app.footer(examples);
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(32);
    Action action;
    add_render_command(app, action);
    add_info_command(app, action);
    add_view_command(app, action);
    add_devices_command(app, action);
    add_transfer_command(app, action);
    add_synthesize_command(app, action);
    add_bench_command(app, action);
    add_doctor_command(app, action);

    std::vector<std::string> arguments = with_default_command(argc, argv);
    if (arguments.empty()) {
        fmt::print("{}", app.help());
        return 0;
    }
    if (arguments[0][0] != '-' && !is_command(app, arguments[0])) {
        return fail(usage, fmt::format("'{}' is neither a command nor a file; see voxmarch --help", arguments[0]));
    }
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::Success &success) {
        return app.exit(success);
    } catch (const CLI::ParseError &error) {
        return fail(usage, fmt::format("{}; see voxmarch --help", error.what()));
    }
    return action ? action() : 0;
}

int run_and_report(int argc, char **argv) {
    try {
        return run(argc, argv);
    } catch (const Interrupted &) {
        return fail(interrupted, "interrupted");
    } catch (const UsageError &error) {
        return fail(usage, error.what());
    } catch (const NoDeviceError &error) {
        return fail(no_device, error.what());
    } catch (const FileError &error) {
        return fail(input, error.what());
    } catch (const OutputError &error) {
        return fail(output, error.what());
    } catch (const MemoryError &error) {
        return fail(memory, error.what());
    } catch (const std::bad_alloc &) {
        return fail(memory, "this machine has not enough memory; use --downsample");
    } catch (const std::exception &error) {
        return fail(device, error.what());
    }
}

} // namespace

} // namespace voxmarch

int main(int argc, char **argv) {
    voxmarch::catch_interrupts();
    return voxmarch::run_and_report(argc, argv);
}
