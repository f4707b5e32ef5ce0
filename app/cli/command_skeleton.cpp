// voxmarch skeleton: a thresholded volume becomes curves.
#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/cli/world_options.h"
#include "app/drawing_devices.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "base/host_memory.h"
#include "base/output_file.h"
#include "device/device.h"
#include "scene/label_source.h"
#include "skeleton/graph_file.h"
#include "skeleton/prune.h"
#include "skeleton/summary.h"
#include "skeleton/thinner.h"
#include "volume/bricks/value_statistics.h"
#include "volume/label_check.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

struct SkeletonCommand {
    VolumeOptions volume;
    std::optional<double> isovalue;
    std::vector<int> labels;
    Peeling peeling = Peeling::layers;
    std::string output, device, stats, label_volume;
    bool invert = false, json = false;
    int largest = 0;    ///< 0: all components
    double prune = 0.0; ///< in the volume's unit
    int memory_limit_mib = 0;
    std::optional<Convention> convention;
};

constexpr const char *skeleton_examples = R"(Examples:
  voxmarch skeleton angiogram.nrrd --isovalue 120 --largest 1 --prune 3 -o vessels.vtk
  voxmarch skeleton synthetic:vessels --isovalue 100 -o branches.csv
  voxmarch skeleton foam.nrrd --isovalue 80 --invert -o pores.nrrd
  voxmarch skeleton segments.nii.gz --label 3,4 -o airways.vtk
  voxmarch skeleton ct.nrrd --isovalue 300 --labels organs.nrrd --label 7 -o hepatic_vessels.vtk

The object is the voxels whose value is not below the isovalue, or those with one of the labels. World coordinates are
in the volume's unit, of patients in LPS, see --convention; the files say so. The skeleton has the topology of
the object and the same voxels on every device.)";

std::string skeleton_name(const std::string &text) {
    if (!is_skeleton_file(text)) {
        throw UsageError(fmt::format("--output is '{}'; skeletons are .nrrd, .vtk, .obj or .csv files", text));
    }
    return text;
}

/// What the command tells of a run.
struct Report {
    std::uint64_t object_voxels = 0;
    ThinningStatistics thinning;
    SkeletonSummary summary;
    double thin_ms = 0.0; ///< with the compilation of kernels, if they were not compiled before
    double total_ms = 0.0;
    std::string object; ///< "isovalue 120", "labels 3, 4"
};

/// "1 loop", "2 loops".
template <typename Count> std::string counted(Count count, const char *one, const char *several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string text_of(const Report &report, bool pruned, LengthUnit unit) {
    const SkeletonSummary &s = report.summary;
    const std::string cavities =
        s.cavities > 0 ? fmt::format("{} within {}: closed surfaces, which stay and are no ends\n",
                                     counted(s.cavities, "cavity", "cavities"), counted(s.walls, "wall", "walls"))
                       : "";
    return fmt::format("{}: {}, {} of skeleton after {}{}\n{}, {}, {}, {}, {}, {}\n{}total length {:.6g}{}\n",
                       report.object, counted(report.object_voxels, "object voxel", "object voxels"), s.voxels,
                       counted(report.thinning.iterations, "iteration", "iterations"), pruned ? " and pruning" : "",
                       counted(s.branches, "branch", "branches"), counted(s.ends, "end", "ends"),
                       counted(s.branch_points, "branch point", "branch points"), counted(s.loops, "loop", "loops"),
                       counted(s.lone_voxels, "lone voxel", "lone voxels"),
                       counted(s.components, "component", "components"), cavities, s.length, unit_suffix(unit));
}

nlohmann::ordered_json json_of(const Report &report, const std::string &output, const Device &device,
                               const OuterWorld &world) {
    const SkeletonSummary &s = report.summary;
    return {{"output", output},
            {"object", report.object},
            {"object_voxels", report.object_voxels},
            {"skeleton_voxels", s.voxels},
            {"iterations", report.thinning.iterations},
            {"branches", s.branches},
            {"ends", s.ends},
            {"branch_points", s.branch_points},
            {"loops", s.loops},
            {"lone_voxels", s.lone_voxels},
            {"walls", s.walls},
            {"cavities", s.cavities},
            {"components", s.components},
            {"length", s.length},
            {"convention", convention_json(world)},
            {"unit", unit_json(world)},
            {"thin_ms", report.thin_ms},
            {"total_ms", report.total_ms},
            {"device", device.info().name}};
}

/// Thins on the device. @param object  becomes the skeleton
void thin(Device &device, Peeling peeling, BitVolume &object, Report &report) {
    report.object_voxels = object.count();
    Thinner thinner(device);
    thinner.upload(object);
    ThinningSettings settings;
    settings.peeling = peeling;
    settings.progress = progress_line("thinning");
    PhaseTimer phase("thin");
    const auto begin = std::chrono::steady_clock::now();
    report.thinning = thinner.thin(settings);
    report.thin_ms = milliseconds_since(begin);
    phase.set_detail(fmt::format("{} object voxels, {} iterations", report.object_voxels, report.thinning.iterations));
    thinner.download(object);
}

void write_report(const std::string &file, const nlohmann::ordered_json &report) {
    OutputFile out(file);
    out.write(report.dump(2) + "\n");
    out.commit();
}

/// Where the label volume has one of the labels, on the volume's grid.
BitVolume labelled_part(const Volume &volume, const SkeletonCommand &options) {
    const std::string &file = options.label_volume;
    const VolumeOptions source{file, label_read_options(options.volume.read, file)};
    const PlacedLabels placed =
        place_labels(read_with_progress(source), file, volume, options.volume.source, options.volume.read);
    say_notes(placed.notes);
    if (const std::string note = note_of_absent_labels(placed.labels, options.labels, file); !note.empty()) {
        say(note);
    }
    return object_of(placed.labels, options.labels);
}

/// "isovalue 120", "labels 3, 4", "isovalue 120 within label 3"
std::string object_text(const SkeletonCommand &options) {
    const std::string isovalue = options.isovalue ? fmt::format("isovalue {}", *options.isovalue) : "";
    const std::string labels =
        fmt::format("{} {}", options.labels.size() == 1 ? "label" : "labels", fmt::join(options.labels, ", "));
    return options.label_volume.empty() ? (options.isovalue ? isovalue : labels) : isovalue + " within " + labels;
}

/// @throws MemoryError where the bits of the voxels do not fit this machine
void require_bits(const VolumeHeader &header) {
    const auto &[x, y, z] = header.grid.dims;
    const std::uint64_t bytes = header.grid.voxel_count() / 4; // of the object and its skeleton
    if (bytes > host_memory() || bytes / 8 > std::uint64_t{std::numeric_limits<std::int32_t>::max()}) {
        throw MemoryError(fmt::format(
            "{}: a skeleton is made of all {}x{}x{} voxels at once, a bit each, which does not fit; cut a part out "
            "(voxmarch convert IN OUT --region) or take a smaller copy (--downsample there, --level of a store)",
            header.name, x, y, z));
    }
}

BitVolume read_object(const OpenedVolume &volume, const SkeletonCommand &options) {
    if (!volume.whole) {
        return object_of(*volume.bricks, *options.isovalue, options.invert,
                         {voxel_room(options.memory_limit_mib), progress_line("reading " + options.volume.source)});
    }
    return options.isovalue ? object_of(*volume.whole, *options.isovalue, options.invert)
                            : object_of(*volume.whole, options.labels, options.invert);
}

/// The object that the options name. @throws UsageError if it has no voxel, or all
BitVolume object_of(const OpenedVolume &volume, const SkeletonCommand &options, Report &report) {
    report.object = object_text(options);
    BitVolume object = read_object(volume, options);
    if (!options.label_volume.empty()) {
        object.intersect(labelled_part(*volume.whole, options));
    }
    const std::uint64_t voxels = object.count();
    const std::string against = options.isovalue ? "" : reason_against_labels(*volume.whole);
    if (voxels == 0 || voxels == volume.header().grid.voxel_count()) {
        const ValueRange range = volume.whole ? volume.whole->range() : value_range(*volume.bricks);
        throw UsageError(fmt::format("{}{} {}: the values of {} run from {:.6g} to {:.6g}{}", report.object,
                                     options.invert ? " with --invert" : "",
                                     voxels == 0 ? "leaves no object" : "leaves no background", options.volume.source,
                                     range.min, range.max,
                                     against.empty() ? "" : " and look like grey values: use --isovalue V"));
    }
    if (!against.empty()) {
        say(fmt::format("note: {} holds grey values ({}): --label takes the voxels that have exactly this value, "
                        "--isovalue V those from V on",
                        options.volume.source, against));
    }
    if (!options.labels.empty() && options.label_volume.empty()) {
        if (const std::string note = note_of_absent_labels(*volume.whole, options.labels, options.volume.source);
            !note.empty()) {
            say(note);
        }
    }
    return object;
}

int run_skeleton(const SkeletonCommand &options) {
    if (options.isovalue && !options.labels.empty() && options.label_volume.empty()) {
        throw UsageError("--isovalue and --label both name the object; leave one out, or name a label volume by "
                         "--labels FILE to keep what lies within its label");
    }
    if (!options.label_volume.empty() && !(options.isovalue && !options.labels.empty())) {
        throw UsageError("--labels FILE needs --isovalue V for the object and --label N for the part to keep");
    }
    if ((!options.isovalue && options.labels.empty()) || options.output.empty()) {
        throw UsageError("skeleton needs --isovalue V or --label N, and -o FILE, e.g. voxmarch skeleton ct.nrrd "
                         "--isovalue 300 -o vessels.vtk");
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto opened = open_device(options.device);
    Device &device = *opened;
    Report report;
    VolumeOptions source = options.volume;
    if (!options.isovalue) {
        source.read.labels = true;
    }
    // Labels are looked up in the voxels, which then are in memory.
    const bool streams = options.isovalue && options.label_volume.empty();
    const OpenedVolume volume =
        open_with_progress(source, streams ? voxel_room(options.memory_limit_mib) : ~std::uint64_t{0});
    print_notes(volume);
    const Grid &grid = volume.header().grid;
    require_bits(volume.header());
    BitVolume object = object_of(volume, options, report);
    if (options.largest > 0) {
        keep_largest(object, static_cast<std::size_t>(options.largest));
    }
    throw_if_interrupted();
    BitVolume skeleton = object;
    thin(device, options.peeling, skeleton, report);
    SkeletonGraph graph = [&] {
        const PhaseTimer phase("graph of the skeleton");
        return graph_of(skeleton, object, grid);
    }();
    throw_if_interrupted();
    prune(graph, options.prune);
    report.summary = summarise(graph);
    const OuterWorld world = outer_world(grid, options.convention);
    {
        const PhaseTimer phase("write " + written_name(options.output));
        write_skeleton(graph, grid, options.output, options.convention.value_or(Convention::lps));
    }
    report.total_ms = milliseconds_since(begin);
    const nlohmann::ordered_json json = json_of(report, options.output, device, world);
    if (!options.stats.empty() && options.stats != "-") {
        write_report(options.stats, json);
    }
    if (options.json || options.stats == "-") {
        print_json(json);
    } else {
        fmt::print("{}wrote {}\n", text_of(report, options.prune > 0.0, world.unit()), written_name(options.output));
    }
    return 0;
}

} // namespace

void add_skeleton_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<SkeletonCommand>();
    CLI::App *command = app.add_subcommand("skeleton", "thin an object to its curve skeleton");
    command->footer(skeleton_examples);
    options->volume.add_to(*command);
    command->option_defaults()->group("Skeleton");
    add_parsed(
        *command, "--isovalue", "V", "",
        [options](const std::string &text) {
            options->isovalue = parse_number(text, std::numeric_limits<double>::lowest(),
                                             std::numeric_limits<double>::max(), "--isovalue");
        },
        "voxels with this value or more are the object");
    add_label_numbers(*command, options->labels, "voxels with these values are the object: VOLUME holds labels");
    add_text(*command, "--labels", "LABELS", options->label_volume,
             "with --isovalue: keep of the object what lies within --label of\nthis label volume; the two meet in the "
             "world");
    command->add_flag("--invert", options->invert, "the object is the other voxels, e.g. pores");
    add_integer(*command, "--largest", options->largest, 1, std::numeric_limits<int>::max(),
                "keep so many components of the object, those with most\nvoxels (default: all)");
    add_named(*command, "--peeling", options->peeling,
              "what an iteration takes: a layer from all sides (the skeleton\nlies in the middle), or as published up "
              "to four");
    add_number(*command, "--prune", options->prune, 0.0, 1e6,
               "remove end branches shorter than this, in the volume's unit");
    add_parsed(
        *command, "-o,--output", "FILE", "",
        [options](const std::string &text) { options->output = skeleton_name(output_name(text, ".vtk")); },
        "file to write: .nrrd (labels), .vtk or .obj (lines), .csv (table)");
    add_integer(
        *command, "--memory-limit", options->memory_limit_mib, 1, 1 << 20,
        "MiB that voxels take at most: larger volumes are read in slabs\nfor --isovalue (default: three quarters "
        "of what is here)");
    add_convention_option(*command, options->convention);
    command->add_flag("--json", options->json, "the summary as JSON");
    add_text(*command, "--stats", "FILE", options->stats, "the summary as a JSON file; - means stdout");
    add_device_option(*command, options->device);
    command->callback([&action, options] { action = [options] { return run_skeleton(*options); }; });
}

} // namespace voxmarch
