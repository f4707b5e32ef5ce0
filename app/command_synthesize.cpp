// voxmarch synthesize: volumes made from formulas, as files.
#include "app/commands.h"
#include "app/progress.h"
#include "device/error.h"
#include "volume/synthetic.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

struct SynthesizeOptions {
    std::string name, output, type = "uint8";
    int edge = 0;
    bool list = false;
};

const SyntheticInfo &find_info(const std::string &name) {
    for (const SyntheticInfo &info : synthetic_volumes()) {
        if (info.name == name) {
            return info;
        }
    }
    throw UsageError(fmt::format("there is no synthetic volume '{}'; see voxmarch synthesize --list", name));
}

int run_synthesize(const SynthesizeOptions &options) {
    if (options.list) {
        for (const SyntheticInfo &info : synthetic_volumes()) {
            fmt::print("{:<16}  {} (default size {})\n", info.name, info.description, info.default_size);
        }
        return 0;
    }
    if (options.name.empty() || options.output.empty()) {
        throw UsageError("synthesize needs NAME and -o FILE; see voxmarch synthesize --list");
    }
    if (options.type != "uint8" && options.type != "float32") {
        throw UsageError(fmt::format("--type is '{}'; it must be uint8 or float32", options.type));
    }
    const ScalarType type = options.type == "uint8" ? ScalarType::u8 : ScalarType::f32;
    const int edge = options.edge == 0 ? find_info(options.name).default_size : options.edge;
    synthesize_to_file(options.name, edge, type, options.output, progress_line("writing " + options.output));
    fmt::print("wrote {} ({}^3 {})\n", options.output, edge, options.type);
    return 0;
}

} // namespace

void add_synthesize_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<SynthesizeOptions>();
    CLI::App *command = app.add_subcommand("synthesize", "write a synthetic volume to a file");
    command->add_option("NAME", options->name, "which volume, see --list");
    command->add_option("-n", options->edge, "voxels along each edge, 1 .. 2048 (default: the volume's own)")
        ->check(CLI::Range(1, 2048));
    command->add_option("-o,--output", options->output, "file to write: .nrrd or .raw");
    command->add_option("--type", options->type, "uint8 (default) or float32 (cayley only)");
    command->add_flag("--list", options->list, "all synthetic volumes");
    command->callback([&action, options] { action = [options] { return run_synthesize(*options); }; });
}

} // namespace voxmarch
