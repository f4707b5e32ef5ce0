// voxmarch bench: measurements, where this build has them.
#include "app/cli/commands.h"
#include "app/cli/print_json.h"
#include "app/cli/typed_options.h"
#include "app/environment.h"
#include "base/error.h"
#include "base/output_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

#if VOXMARCH_HAS_BENCH
#include "bench/bench.h"
#include "bench/frame_bench.h"
#include "renderer/traversal.h"
#include "volume/formats/read.h"
#if VOXMARCH_HAS_VIEWER
#include "app/viewer/viewer_rates.h"
#endif
#endif

namespace voxmarch {

#if VOXMARCH_HAS_BENCH

namespace {

struct BenchArguments {
    BenchOptions options;
    bool list = false, json = false;
};

/// The one benchmark that is no part of bench/, which knows no windows.
const BenchInfo viewer_info{"viewer",
                            "pictures a second of the viewer while the volume or an isosurface turns, its function or "
                            "isovalue is dragged; needs a display",
                            {"--volume", "--size", "--device", "--backend", "--out"}};

#if VOXMARCH_HAS_VIEWER
int bench_viewer(const BenchOptions &options) {
    ViewerOptions viewer;
    viewer.first.emplace();
    viewer.first->volume.source = options.volumes.empty() ? "synthetic:tree:256" : options.volumes.front();
    viewer.device = options.device;
    viewer.backend = options.backend;
    viewer.size = options.sizes.empty() ? glm::ivec2(1280, 800) : glm::ivec2(options.sizes[0][0], options.sizes[0][1]);
    viewer.scale = 1.0;
    static_cast<void>(read_volume_header(viewer.first->volume.source)); // as run_benchmark()
    const std::vector<ViewerRate> rates = measure_viewer(viewer, 3.0);
    fmt::print("{}, window of {}x{}\n{:<30} {:>10} {:>12} {:>10}\n", viewer.first->volume.source, viewer.size->x,
               viewer.size->y, "", "pictures/s", "of the edge", "rest, ms");
    nlohmann::json rows = nlohmann::json::array();
    for (const ViewerRate &rate : rates) {
        fmt::print("{:<30} {:>10.1f} {:>10.0f} % {:>10.0f}\n", rate.gesture, rate.pictures_per_second,
                   100.0 * rate.edge_share, rate.rest_ms);
        rows.push_back({{"volume", viewer.first->volume.source},
                        {"window", {viewer.size->x, viewer.size->y}},
                        {"gesture", rate.gesture},
                        {"pictures_per_second", rate.pictures_per_second},
                        {"edge_share", rate.edge_share},
                        {"rest_ms", rate.rest_ms}});
    }
    const Device device(options.device, options.opening);
    write_report(options, "viewer", device.info(), rows);
    return 0;
}
#else
int bench_viewer(const BenchOptions &) { throw UsageError("this build has no viewer"); }
#endif

void list_benchmarks(bool as_json) {
    if (!as_json) {
        for (const BenchInfo &info : benchmarks()) {
            fmt::print("{:<12}  {}\n", info.name, info.description);
        }
        fmt::print("{:<12}  {}\n", viewer_info.name, viewer_info.description);
        return;
    }
    std::vector<BenchInfo> all = benchmarks();
    all.push_back(viewer_info);
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const BenchInfo &info : all) {
        list.push_back({{"name", info.name}, {"description", info.description}, {"options", info.options}});
    }
    print_json(list);
}

int run_named(const BenchOptions &options) {
    if (options.name != viewer_info.name) {
        return run_benchmark(options);
    }
    if (!options.out.empty()) {
        make_folder(options.out);
    }
    return bench_viewer(options);
}

/// Runs it with its tables on stderr, and one JSON on stdout: its report, or a list where it makes several.
int run_for_json(BenchOptions options) {
    keep_standard_output_for_data();
    nlohmann::json reports = nlohmann::json::array();
    options.on_report = [&](const nlohmann::json &report) { reports.push_back(report); };
    const int code = run_named(options);
    OutputFile output("-");
    const nlohmann::json &told = reports.size() == 1 ? reports.front() : reports;
    output.write(told.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    output.commit();
    return code;
}

int run_bench(BenchArguments &arguments) {
    if (arguments.list || arguments.options.name.empty()) {
        list_benchmarks(arguments.json);
        return 0;
    }
    if (!arguments.options.files.empty() && arguments.options.name != "compare") {
        throw UsageError(
            fmt::format("'{}' is one word too many; see voxmarch bench --help", arguments.options.files.front()));
    }
    return arguments.json ? run_for_json(arguments.options) : run_named(arguments.options);
}

} // namespace

void add_bench_command(CLI::App &app, Action &action, const std::vector<std::string> &words, Ranks &ranks) {
    auto arguments = std::make_shared<BenchArguments>();
    BenchOptions &options = arguments->options;
    options.command_line = fmt::format("voxmarch {}", fmt::join(words, " "));
    std::error_code ignored;
    options.program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    CLI::App *command = app.add_subcommand("bench", "measure this device");
    command->footer(
        "Examples:\n  voxmarch bench --list\n  voxmarch bench march --frames 50 --out results\n"
        "  voxmarch bench report --out report\n  voxmarch bench compare before.json after.json --fail-over 5%");
    command->add_option("NAME", options.name, "which benchmark (default: list them)")->type_name("");
    command->add_option("FILE", options.files, "of `compare`: two JSON files")->type_name("");
    command->add_flag("--list", arguments->list, "all benchmarks");
    command->add_flag("--json", arguments->json, "the list, or what was measured, as JSON; the tables go to stderr");
    CLI::Option *quick = command->add_flag("--quick", options.quick,
                                           "`report`, `compaction`, `particles`, `time`: sizes too small to compare");
    add_parsed(
        *command, "--fail-over", "PERCENT", "5%",
        [&options](std::string text) {
            if (text.ends_with('%')) {
                text.pop_back();
            }
            options.fail_over = parse_number(text, 0.0, 1000.0, "--fail-over") / 100.0;
        },
        "`compare` fails if a time has grown by more");
    command
        ->add_option("--volume", options.volumes,
                     "files, synthetic:NAME:N or formula:EXPRESSION:N (default: the benchmark's own)")
        ->type_name("VOLUME...");
    command
        ->add_option_function<std::vector<std::string>>(
            "--size",
            [&options](const std::vector<std::string> &sizes) {
                options.sizes.clear();
                for (const std::string &word : sizes) {
                    const PixelSize size = parse_picture_size(word, "--size");
                    options.sizes.push_back({size.width, size.height});
                }
            },
            "picture sizes (default: the benchmark's own)")
        ->type_name("WxH...");
    command
        ->add_option_function<std::vector<std::string>>(
            "--traversal",
            [&options](const std::vector<std::string> &names) {
                options.traversals.clear();
                for (const std::string &name : names) {
                    options.traversals.push_back(find_value<Traversal>(name).value());
                }
            },
            "traversals to measure (default: all)")
        ->type_name("NAME...")
        ->check(CLI::IsMember(words_of<Traversal>()));
    command->add_flag("--pre", options.pre_classified, "pre-classified instead of post-classified frames");
    command->add_flag("--phong", options.phong, "shaded frames");
    add_number(*command, "--opacity-cutoff", options.opacity_cutoff, 0.0001, 1.0, "a ray ends above this opacity");
    add_number(*command, "--step", options.step, 0.01, 16.0, "distance of samples in voxels");
    add_integer(*command, "--leaf-size", options.leaf_size, 1, 32, "edge of the octree's leaves in cells");
    add_number(*command, "--threshold", options.threshold, 0.0, 0.999, "nodes with more occupied leaves are marched");
    CLI::Option *largest =
        add_integer(*command, "--largest-volume", options.largest_volume, 128, 4096,
                    "edge up to which `edit`, `input`, `isosurface`, `octree`, `scaling` and\n`skeleton` go");
    add_parsed(
        *command, "--work-group", "WxH", "the renderer's",
        [&options](const std::string &text) {
            const PixelSize size = parse_size(text, "--work-group");
            options.group_width = size.width;
            options.group_height = size.height;
        },
        "pixels of a work-group, multiples of 8x4");
    add_integer(*command, "--memory-limit", options.memory_limit_mib, 0, 1 << 24,
                "`scale`: MiB that bricks may take (default: room for all, 1/4, 1/32, two)");
    add_list<int>(
        *command, "--unit-layers", "N[,N..]", options.unit_layers,
        [](const std::string &word) { return parse_integer(word, 1, 1 << 20, "--unit-layers"); },
        "`isosurface`: layers of cells in a work unit (default: 8 to 100)");
    add_brick_edge_option(*command, options.brick_size, "`scale`: ");
    add_integer(*command, "--frames", options.frames, 1, 1000, "timed repetitions");
    options.opening = environment_options();
    options.ranks = &ranks;
    add_devices_option(*command, options.device); // `devices`, `isosurface` and those of frames take several
    add_backend_option(*command, options.backend);
    add_text(*command, "--out", "FOLDER", options.out, "folder for the results as files (default: the table alone)");
    quick->excludes(largest);
    command->callback([&action, arguments, command] {
        if (!arguments->list && !arguments->options.name.empty()) {
            std::set<std::string> names = given_options(*command);
            names.erase("--json"); // all have it
            const std::vector<std::string> given(names.begin(), names.end());
            if (arguments->options.name == viewer_info.name) {
                require_used(viewer_info, given);
            } else {
                require_used(arguments->options.name, given);
            }
        }
        action = [arguments] { return run_bench(*arguments); };
    });
}

#else

void add_bench_command(CLI::App &app, Action &action, const std::vector<std::string> &, Ranks &) {
    CLI::App *command = app.add_subcommand("bench", "measure this device (not in this build)");
    command->allow_extras();
    command->callback([&action] {
        action = []() -> int {
            throw UnsupportedError("this build has no benchmarks: configure with VOXMARCH_BUILD_BENCH=ON");
        };
    });
}

#endif

} // namespace voxmarch
