// voxmarch serve: a volume in browsers, drawn here.
#include "app/cli/channel_options.h"
#include "app/cli/commands.h"
#include "app/cli/scene_options.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "app/serve/serve.h"
#include "app/serve/serve_info.h"
#include "app/serve/token.h"
#include "app/serve/web_rules.h"
#include "app/serve/web_server.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/header_words.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

struct ServeCommand {
    VolumeOptions volume;
    ChannelOptions channels;
    RenderSettings settings; ///< of which channels set their blend
    LabelOptions labels;
    std::string transfer = "auto", session_volume, token_file;
    int memory_limit_mib = 0; ///< 0: that of the device
    ServeOptions serve;
};

constexpr const char *serve_examples = R"(Examples:
  voxmarch serve head.nii.gz
  voxmarch serve session.json --port 9000 --clients 4
  voxmarch serve ct.nrrd --device all --size-limit 2560x1440
  voxmarch serve ct.nrrd --bind 0.0.0.0 --host gpu1.example.org --token-file token.txt
  ssh -t -L 8080:localhost:8080 gpu1 voxmarch serve ct.nrrd   then open the address that it prints

The one line on standard output is the address of the page, with the token that lets in whoever has it. Only this machine
can reach it, unless --bind says otherwise; there is no TLS, see docs/serve.md. Ctrl+C ends it.)";

/// The first line of a file. @throws FileError, UsageError
std::string token_of_file(const std::string &file) {
    std::ifstream input(file);
    std::string line;
    if (!input) {
        throw FileError(file, "cannot be opened: " + std::string(std::strerror(errno)));
    }
    if (!std::getline(input, line)) {
        throw FileError(file, "has no line with a token");
    }
    line = text::trim(line);
    require_good_token(line, "the token in " + file);
    return line;
}

void say_opened(const LoadedVolume &loaded) {
    say_notes(served_notes(loaded));
    for (const Note &problem : loaded.problems) {
        say("warning: " + command_line_text(problem));
    }
}

int run_serve(ServeCommand options) {
    if (!can_serve()) {
        throw UsageError("this build cannot serve: install libboost-dev, then configure and build again; without it: "
                         "voxmarch render draws pictures");
    }
    options.labels.validate();
    ServeOptions &serve_options = options.serve;
    if (!options.token_file.empty()) {
        serve_options.token = token_of_file(options.token_file);
    }
    LoadRequest &load = serve_options.load;
    load.volume = volume_source(options.volume.source, options.volume.read);
    load.channels = options.channels.wishes();
    load.transfer = options.transfer;
    load.session_volume = options.session_volume;
    load.labels = options.labels.file();
    load.label_looks = options.labels.looks();
    load.large_above = large_voxels;
    serve_options.bricks.memory = static_cast<std::uint64_t>(options.memory_limit_mib) << 20;
    const bool alone = is_loopback(serve_options.address);
    std::optional<PhaseTimer> reading(std::in_place, "read " + options.volume.source);
    serve(
        serve_options, progress_line("reading " + options.volume.source),
        [&reading](const LoadedVolume &loaded) {
            reading->set_detail(header_words(loaded.volume.header()));
            reading.reset();
            say_opened(loaded);
        },
        [](const std::string &note) { say("note: " + note); },
        [alone](const std::string &address) {
            if (!alone) {
                say("note: who can read the network reads pictures and token: there is no TLS, see docs/serve.md");
            }
            fmt::print("{}\n", address);
            std::fflush(stdout);
        });
    catch_interrupts(); // of the server's while it ran
    return 0;
}

} // namespace

void add_serve_command(CLI::App &app, Action &action, const Config &config) {
    auto options = std::make_shared<ServeCommand>();
    ServeOptions &serve = options->serve;
    CLI::App *command = app.add_subcommand("serve", "show a volume in browsers, drawn on this machine");
    command->footer(serve_examples);
    options->volume.add_to(*command, false);
    options->channels.add_to(*command, options->settings);
    command->option_defaults()->group("What pages show");
    add_text(*command, "--transfer", "NAME|FILE|auto", options->transfer, "transfer function to begin with");
    add_text(*command, "--volume", "FILE", options->session_volume,
             "volume of a session, where it is neither beside it nor in the\ncurrent folder");
    options->labels.add_to(*command);
    command->option_defaults()->group("Server");
    add_integer(*command, "--port", serve.port, 0, 65535, "that it listens at; 0: any free one");
    add_text(*command, "--bind", "ADDRESS", serve.address,
             "it listens at; 0.0.0.0: all of this machine, where whoever can\nreach it reads what is sent, the token "
             "too: docs/serve.md");
    add_repeated(
        *command, "--host", "NAME",
        [&serve](const std::string &text) {
            if (host_name(text) != text::lower(text)) {
                throw UsageError(
                    fmt::format("--host is '{}'; it must be a name without a port: gpu1.example.org", text));
            }
            serve.hosts.push_back(text);
        },
        "name of this machine in browsers, beside localhost and addresses");
    add_parsed(
        *command, "--token", "TEXT", "a new one of 128 bits",
        [&serve](const std::string &text) {
            require_good_token(text, "--token");
            serve.token = text;
        },
        "lets in who has it, 16 to 256 letters, digits and .-_~; other\nusers of this machine see it in the list of "
        "programs");
    add_text(*command, "--token-file", "FILE", options->token_file, "the token is its first line")->excludes("--token");
    add_integer(*command, "--clients", serve.clients, 1, 256, "pages that are open at a time");
    add_parsed(
        *command, "--size-limit", "WxH", fmt::format("{}x{}", serve.size.width, serve.size.height),
        [&serve](const std::string &text) {
            const PixelSize size = parse_size(text, "--size-limit");
            serve.size = {size.width, size.height};
        },
        "largest picture that is drawn");
    add_drawing_devices(*command, serve.device, serve.allow_mixed);
    command->add_flag("--together", serve.together,
                      "all devices draw each picture together; else each draws for\npages of its own");
    command->add_flag("--bricks", serve.bricks.bricks,
                      "draw in bricks what would fit in one piece, too: the same\npictures, for measurements");
    add_integer(*command, "--memory-limit", options->memory_limit_mib, 1, 1 << 24,
                "MiB of memory that the volume may take on a device; a larger one\nis drawn in bricks, while it moves "
                "as a preview of fewer voxels\n(default: the device's, of which bricks take 80 %)");
    add_brick_edge_option(*command, serve.bricks.size);
    add_backend_option(*command, serve.backend);
    command->callback([&action, &config, options] {
        options->serve.load.kinds = config.kinds;
        action = [options] { return run_serve(*options); };
    });
}

} // namespace voxmarch
