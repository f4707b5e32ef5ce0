// voxmarch synthesize: volumes made from formulas, as files.
#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/render_output.h"
#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/particles/dam_break.h"
#include "volume/synthetic/synthetic.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

/// What is no volume: the dam break.
constexpr const char *particles_name = "particles";

struct SynthesizeOptions {
    std::string name, output;
    ScalarType type = ScalarType::u8;
    int edge = 0; ///< 0: the volume's own
    int times = 1;
    bool list = false, json = false;
};

int usual_edge(const std::string &name) {
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

/// Writes files of a dam break, a time each.
int run_particles(const SynthesizeOptions &options) {
    constexpr int default_high = 32;
    if (text::lower(std::filesystem::path(options.output).extension().string()) != ".ply") {
        throw UsageError(fmt::format("particles are written as PLY: name a file .ply, not '{}'", options.output));
    }
    if (options.times > 1 && !is_numbered(options.output)) {
        throw UsageError(
            fmt::format("{} times need a file each: put {{n}} into the name, -o dam_{{n}}.ply", options.times));
    }
    check_output(options.output);
    DamBreak dam(options.edge == 0 ? default_high : options.edge);
    const auto progress = progress_line("writing " + options.output);
    for (int time = 0; time < options.times; ++time) {
        if (time > 0) {
            dam.next_frame();
        }
        write_ply(dam.particles(), frame_name(options.output, time));
        progress(static_cast<double>(time + 1) / options.times);
    }
    if (options.json) {
        print_json({{"output", options.output},
                    {"particles", dam.particles().positions.size()},
                    {"distance", dam.distance()},
                    {"times", options.times}});
        return 0;
    }
    fmt::print("wrote {} ({} particles, {:.3g} m apart, {} times of 1/30 s)\n", written_name(options.output),
               dam.particles().positions.size(), dam.distance(), options.times);
    return 0;
}

constexpr const char *particles_description =
    "a dam break in particles, water of 1000 kg/m^3 in a tank of 1.6 x 0.4 m: PLY, times 1/30 s apart";

void list_all(bool as_json) {
    if (!as_json) {
        for (const SyntheticInfo &info : synthetic_volumes()) {
            fmt::print("{:<16}  {} ({}^3 if no size is given)\n", info.name, info.description, info.default_size);
        }
        fmt::print("{:<16}  {}\n", particles_name, particles_description);
        return;
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const SyntheticInfo &info : synthetic_volumes()) {
        list.push_back({{"name", info.name}, {"description", info.description}, {"edge", info.default_size}});
    }
    list.push_back({{"name", particles_name}, {"description", particles_description}, {"edge", nullptr}});
    print_json(list);
}

int run_synthesize(const SynthesizeOptions &options) {
    if (options.list || (options.name.empty() && options.output.empty())) {
        list_all(options.json);
        return 0;
    }
    if (options.name.empty() || options.output.empty()) {
        throw UsageError("synthesize needs NAME and -o FILE, e.g. voxmarch synthesize tree -o tree.nrrd");
    }
    if (options.name == particles_name) {
        return run_particles(options);
    }
    if (options.times != 1) {
        throw UsageError(fmt::format("{} has no times, only particles have", options.name));
    }
    const int edge = options.edge == 0 ? usual_edge(options.name) : options.edge;
    synthesize_to_file(options.name, edge, options.type, options.output, progress_line("writing " + options.output));
    if (options.json) {
        print_json({{"output", options.output}, {"dims", {edge, edge, edge}}, {"type", name_of(options.type)}});
        return 0;
    }
    fmt::print("wrote {} ({}x{}x{} {})\n", written_name(options.output), edge, edge, edge, name_of(options.type));
    return 0;
}

} // namespace

void add_synthesize_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<SynthesizeOptions>();
    CLI::App *command = app.add_subcommand("synthesize", "write a synthetic volume to a file");
    command->footer(
        "Examples:\n  voxmarch synthesize --list\n  voxmarch synthesize tree -n 512 -o tree.nrrd\n"
        "  voxmarch synthesize cayley -n 256 --type float32 -o cayley_256x256x256_float32.raw\n"
        "  voxmarch synthesize particles --times 60 -o dam_{n}.ply\n"
        "  voxmarch render 'dam_{t}.ply' --time all --field density:0.03 --mode isosurface --isovalue 500\n\n"
        "Volumes need not be written to be drawn: voxmarch render synthetic:tree:512");
    command->add_option("NAME", options->name, "which volume (default: list them)")->type_name("");
    add_integer(*command, "-n", options->edge, 1, 16384,
                "voxels along each edge\n(default: the volume's own); of particles how many lie along the\nheight of "
                "the column of water, 4 to 256 (default: 32)");
    add_integer(*command, "--times", options->times, 1, 100000,
                "of particles: so many times, a file each (-o dam_{n}.ply)");
    add_parsed(
        *command, "-o,--output", "FILE", "",
        [options](const std::string &text) { options->output = output_name(text, ".nrrd"); },
        "file to write, .nrrd or .raw, of particles .ply");
    const std::vector<std::string> types = {std::string(name_of(ScalarType::u8)),
                                            std::string(name_of(ScalarType::f32))};
    add_choice(
        *command, "--type", types, types.front(),
        [options, types](std::size_t position) { options->type = find_value<ScalarType>(types[position]).value(); },
        "type of a voxel; float32 for cayley alone");
    command->add_flag("--list", options->list, "all synthetic volumes");
    command->add_flag("--json", options->json, "the list, or what was written, as JSON");
    command->callback([&action, options] { action = [options] { return run_synthesize(*options); }; });
}

} // namespace voxmarch
