// voxmarch transfer: the presets, and single functions as text or files.
#include "app/commands.h"
#include "device/error.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

struct TransferOptions {
    bool list = false, json = false;
    std::string show, output;
};

TransferFunction preset_or_file(const std::string &name) {
    const bool file = std::filesystem::path(name).extension() == ".json";
    return file ? read_transfer(name) : find_preset(name);
}

void print_function(const TransferFunction &transfer) {
    fmt::print("{}: {}\n", transfer.name, transfer.description);
    fmt::print("scalars are {}\n", transfer.domain == TransferDomain::value
                                       ? "values of the file, e.g. Hounsfield units"
                                       : "normalised: 0 .. 1 over 0 .. 255 for 8-bit data, else over the data range");
    fmt::print("\n{:>12}  {:>5} {:>5} {:>5}\n", "scalar", "red", "green", "blue");
    for (const ColorPoint &point : transfer.colors) {
        fmt::print("{:12.4f}  {:5.3f} {:5.3f} {:5.3f}\n", point.scalar, point.color.x, point.color.y, point.color.z);
    }
    fmt::print("\n{:>12}  {}\n", "scalar", "opacity per voxel length");
    for (const OpacityPoint &point : transfer.opacities) {
        fmt::print("{:12.4f}  {:.4f}\n", point.scalar, point.opacity);
    }
}

int run_transfer(const TransferOptions &options) {
    if (options.show.empty()) {
        if (!options.output.empty()) {
            throw UsageError("--output needs --show NAME");
        }
        fmt::print("{:<16}  {}\n", "auto", "chosen from the volume's type, range and histogram (the default)");
        for (const TransferFunction &preset : transfer_presets()) {
            fmt::print("{:<16}  {}\n", preset.name, preset.description);
        }
        return 0;
    }
    const TransferFunction transfer = preset_or_file(options.show);
    if (!options.output.empty()) {
        write_transfer(transfer, options.output);
        fmt::print("wrote {}\n", options.output);
    } else if (options.json) {
        fmt::print("{}\n", to_json(transfer));
    } else {
        print_function(transfer);
    }
    return 0;
}

} // namespace

void add_transfer_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<TransferOptions>();
    CLI::App *command = app.add_subcommand("transfer", "list, show and save transfer functions");
    command->add_flag("--list", options->list, "all presets (default)");
    command->add_option("--show", options->show, "PRESET or FILE.json: its control points");
    command->add_flag("--json", options->json, "show as JSON");
    command->add_option("-o,--output", options->output, "write the shown function to FILE.json, a start for one's own");
    command->callback([&action, options] { action = [options] { return run_transfer(*options); }; });
}

} // namespace voxmarch
