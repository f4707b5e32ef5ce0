// voxmarch synthesize: volumes made from formulas, as files.
#include "app/cli/commands.h"
#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "volume/synthetic/synthetic.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

struct SynthesizeOptions {
    std::string name, output;
    ScalarType type = ScalarType::u8;
    int edge = 0; ///< 0: the volume's own
    bool list = false;
};

int default_edge(const std::string &name) {
    std::vector<std::string> names;
    for (const SyntheticInfo &info : synthetic_volumes()) {
        if (info.name == name) {
            return info.default_size;
        }
        names.push_back(info.name);
    }
    const std::string nearest = nearest_word(name, names);
    throw UsageError(fmt::format("there is no synthetic volume '{}'{}; see voxmarch synthesize --list", name,
                                 nearest.empty() ? "" : fmt::format(", do you mean {}?", nearest)));
}

int run_synthesize(const SynthesizeOptions &options) {
    if (options.list || (options.name.empty() && options.output.empty())) {
        for (const SyntheticInfo &info : synthetic_volumes()) {
            fmt::print("{:<16}  {} ({}^3 if no size is given)\n", info.name, info.description, info.default_size);
        }
        return 0;
    }
    if (options.name.empty() || options.output.empty()) {
        throw UsageError("synthesize needs NAME and -o FILE, e.g. voxmarch synthesize tree -o tree.nrrd");
    }
    const int edge = options.edge == 0 ? default_edge(options.name) : options.edge;
    synthesize_to_file(options.name, edge, options.type, options.output, progress_line("writing " + options.output));
    fmt::print("wrote {} ({}x{}x{} {})\n", options.output, edge, edge, edge, name_of(options.type));
    return 0;
}

} // namespace

void add_synthesize_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<SynthesizeOptions>();
    CLI::App *command = app.add_subcommand("synthesize", "write a synthetic volume to a file");
    command->footer("Examples:\n  voxmarch synthesize --list\n  voxmarch synthesize tree -n 512 -o tree.nrrd\n"
                    "  voxmarch synthesize cayley -n 256 --type float32 -o cayley_256x256x256_float32.raw\n\n"
                    "Volumes need not be written to be drawn: voxmarch render synthetic:tree:512");
    command->add_option("NAME", options->name, "which volume (default: list them)")->type_name("");
    add_integer(*command, "-n", options->edge, 1, 16384, "voxels along each edge\n(default: the volume's own)");
    add_text(*command, "-o,--output", "FILE", options->output, "file to write, .nrrd or .raw");
    const std::vector<std::string> types = {std::string(name_of(ScalarType::u8)),
                                            std::string(name_of(ScalarType::f32))};
    add_choice(
        *command, "--type", types, types.front(),
        [options, types](std::size_t position) { options->type = find_value<ScalarType>(types[position]).value(); },
        "type of a voxel; float32 for cayley alone");
    command->add_flag("--list", options->list, "all synthetic volumes");
    command->callback([&action, options] { action = [options] { return run_synthesize(*options); }; });
}

} // namespace voxmarch
