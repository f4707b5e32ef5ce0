// voxmarch transfer: the presets, and single functions as text or files.
#include "app/commands.h"
#include "app/typed_options.h"
#include "device/error.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

struct TransferOptions {
    bool list = false, json = false;
    std::string show, save, output;
};

TransferFunction preset_or_file(const std::string &name) {
    if (name == "auto") {
        throw UsageError("auto is made for one volume; voxmarch render tells what it chose");
    }
    return resolve_transfer(name, {}, {});
}

std::string_view domain_name(TransferDomain domain) { return domain == TransferDomain::value ? "value" : "normalised"; }

void print_list(bool as_json) {
    if (as_json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const TransferFunction &preset : transfer_presets()) {
            list.push_back(
                {{"name", preset.name}, {"domain", domain_name(preset.domain)}, {"description", preset.description}});
        }
        fmt::print("{}\n", list.dump(2));
        return;
    }
    fmt::print("{:<16}  {}\n", "auto", "chosen from the volume's type, range and histogram (the default)");
    for (const TransferFunction &preset : transfer_presets()) {
        fmt::print("{:<16}  {}\n", preset.name, preset.description);
    }
}

void print_function(const TransferFunction &transfer) {
    fmt::print("{}: {}\n", transfer.name, transfer.description);
    fmt::print("scalars are {}\n", transfer.domain == TransferDomain::value
                                       ? "values of the file, e.g. Hounsfield units"
                                       : "normalised: 0 .. 1 over --window, else over 0 .. 255 for uint8 data and "
                                         "over the data range for all other");
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
    if (options.save.empty() != options.output.empty()) {
        throw UsageError("--save NAME and -o FILE.json go together");
    }
    if (!options.save.empty()) {
        write_transfer(preset_or_file(options.save), options.output);
        fmt::print("wrote {}\n", options.output);
    } else if (options.show.empty()) {
        print_list(options.json);
    } else if (const TransferFunction transfer = preset_or_file(options.show); options.json) {
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
    command->footer("Examples:\n  voxmarch transfer --list\n  voxmarch transfer --show thesis\n"
                    "  voxmarch transfer --save ct-bone -o mine.json    # edit it, then: render --transfer mine.json\n"
                    "The file's fields are explained in docs/transfer-format.md.");
    CLI::Option *list = command->add_flag("--list", options->list, "all presets (what it does without options)");
    CLI::Option *show = add_text(*command, "--show", "NAME|FILE", options->show, "control points as a table");
    CLI::Option *save =
        add_text(*command, "--save", "NAME|FILE", options->save, "write it to -o, as a start for one's own");
    add_text(*command, "-o,--output", "FILE.json", options->output, "where --save writes");
    command->add_flag("--json", options->json, "--list and --show as JSON");
    list->excludes(show)->excludes(save);
    show->excludes(save);
    command->callback([&action, options] { action = [options] { return run_transfer(*options); }; });
}

} // namespace voxmarch
