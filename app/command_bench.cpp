// voxmarch bench: measurements, where this build has them.
#include "app/commands.h"
#include "app/parse.h"
#include "device/error.h"

#include <fmt/format.h>
#include <memory>

#if VOXMARCH_HAS_BENCH
#include "bench/bench.h"
#endif

namespace voxmarch {

#if VOXMARCH_HAS_BENCH

namespace {

struct BenchArguments {
    BenchOptions options;
    std::string size = "1920x1080";
    bool list = false;
};

int run_bench(BenchArguments &arguments) {
    if (arguments.list || arguments.options.name.empty()) {
        for (const BenchInfo &info : benchmarks()) {
            fmt::print("{:<12}  {}\n", info.name, info.description);
        }
        return 0;
    }
    const PixelSize size = parse_size(arguments.size, "--size");
    arguments.options.width = size.width;
    arguments.options.height = size.height;
    return run_benchmark(arguments.options);
}

} // namespace

void add_bench_command(CLI::App &app, Action &action) {
    auto arguments = std::make_shared<BenchArguments>();
    BenchOptions &options = arguments->options;
    CLI::App *command = app.add_subcommand("bench", "measure this device");
    command->add_option("NAME", options.name, "which benchmark, see --list");
    command->add_flag("--list", arguments->list, "all benchmarks");
    command->add_option("--volume", options.volume, "VOLUME instead of the benchmark's own");
    command->add_option("--size", arguments->size, "picture size WxH (default 1920x1080)");
    command->add_option("--frames", options.frames, "timed repetitions, 1 .. 1000 (default 20)")->check(CLI::Range(1, 1000));
    command->add_option("--backend", options.backend, "auto (default), image, buffer or packet")
        ->check(CLI::IsMember({"auto", "image", "buffer", "packet"}));
    command->add_option("--device", options.device, "number or part of a name, see voxmarch devices");
    command->add_option("--out", options.out, "folder for the results as JSON");
    command->callback([&action, arguments] { action = [arguments] { return run_bench(*arguments); }; });
}

#else

void add_bench_command(CLI::App &app, Action &action) {
    CLI::App *command = app.add_subcommand("bench", "measure this device (not in this build)");
    command->allow_extras();
    command->callback([&action] {
        action = []() -> int { throw UnsupportedError("this build has no benchmarks: configure with VOXMARCH_BUILD_BENCH=ON"); };
    });
}

#endif

} // namespace voxmarch
