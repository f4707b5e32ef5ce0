// voxmarch convert: volumes of any size as OME-Zarr with all levels, or as a file of another format.
#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_losses.h"
#include "app/cli/volume_options.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/bricks/writing/source_views.h"
#include "volume/bricks/writing/write_slabs.h"
#include "volume/bricks/writing/write_zarr.h"
#include "volume/bricks/writing/zarr_metadata.h"
#include "volume/header_words.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
    VolumeOptions volume;
    std::string output;
    std::optional<ChunkCodec> codec;
    std::optional<bool> labels;
    std::optional<VoxelBox> region;
    bool overwrite = false, json = false;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// "1.5 GiB"
std::string file_size_text(std::uint64_t bytes) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 1000.0 && unit + 1 < std::size(units); ++unit) {
        size /= 1024.0;
    }
    return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.3g} {}", size, units[unit]);
}

std::string time_text(double seconds) {
    return seconds < 100.0 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} min", seconds / 60.0);
}

/// A progress line with the rate of the voxels and the time that is left.
std::function<void(double)> rate_line(const std::string &what, std::uint64_t bytes) {
    return [line = stage_line(what), begin = std::chrono::steady_clock::now(), bytes](double share) {
        const double seconds = seconds_since(begin);
        line(share > 0.0 && seconds > 0.0
                 ? fmt::format("{:.0f} MB/s, {} left,", share * static_cast<double>(bytes) / seconds / 1e6,
                               time_text(seconds * (1.0 - share) / share))
                 : "",
             share);
    };
}

/// "0:512,0:512,100:200"
VoxelBox parse_region(const std::string &text) {
    VoxelBox box;
    const std::vector<std::string> axes = text::split(text, ',');
    bool is_right = axes.size() == 3;
    for (std::size_t axis = 0; is_right && axis < 3; ++axis) {
        const std::vector<std::string> ends = text::split(axes[axis], ':');
        const auto low = text::to_integer(ends.front()), high = text::to_integer(ends.back());
        is_right = ends.size() == 2 && low && high && *low >= 0 && *low < *high && *high <= INT32_MAX;
        if (is_right) {
            box.low[axis] = static_cast<int>(*low);
            box.high[axis] = static_cast<int>(*high);
        }
    }
    if (!is_right) {
        throw UsageError(fmt::format("--region is '{}'; it must be x0:x1,y0:y1,z0:z1, voxels from 0, the second not "
                                     "included: 0:100,0:100,20:30",
                                     text));
    }
    return box;
}

/// Opens the input box by box where its format allows that, else reads it.
BrickSourcePointer open_source(const VolumeOptions &options) {
    ReadOptions read = options.read;
    read.progress = progress_line("reading " + options.source);
    try {
        PhaseTimer phase("open " + options.source);
        BrickSourcePointer source = open_bricks(options.source, read);
        phase.set_detail(header_words(source->header()));
        say_notes(source->header().notes);
        return source;
    } catch (const UnsupportedError &error) {
        throw UnreadableFormat(error.problem(), error.advice());
    }
}

/// The input and how it is read, in words that change when its voxels do.
std::string input_text(const ConvertOptions &options) {
    const ReadOptions &read = options.volume.read;
    std::error_code ignored;
    const fs::path source = fs::weakly_canonical(options.volume.source, ignored);
    const bool exists = fs::exists(source, ignored);
    return fmt::format("{} size={} time={} raw={} spacing={} axes={} series={} channel={} point={} array={} field={} "
                       "level={} region={} "
                       "downsample={}",
                       exists ? source.string() : options.volume.source,
                       fs::is_regular_file(source, ignored) ? fs::file_size(source, ignored) : 0,
                       exists ? fs::last_write_time(source, ignored).time_since_epoch().count() : 0, read.raw,
                       read.spacing ? fmt::format("{},{},{}", read.spacing->x, read.spacing->y, read.spacing->z) : "",
                       read.orientation, read.series, read.channel, read.time, read.array, read.field, read.level,
                       options.region ? fmt::format("{},{},{}:{},{},{}", options.region->low[0], options.region->low[1],
                                                    options.region->low[2], options.region->high[0],
                                                    options.region->high[1], options.region->high[2])
                                      : "",
                       read.downsample);
}

bool is_store_name(const fs::path &output) { return text::lower(output.extension().string()) == ".zarr"; }

/// OUT without a slash at its end.
fs::path output_path(const ConvertOptions &options) {
    const fs::path output = output_name(options.output, ".nrrd");
    return output.has_filename() ? output : output.parent_path();
}

/// Refuses what could not be written before anything is read.
void check_conversion(const ConvertOptions &options, const fs::path &output) {
    if (!is_store_name(output) && !is_slab_file(output)) {
        throw UsageError(
            fmt::format("{}: volumes are written as .ome.zarr, .zarr, .nrrd, .nii, .nii.gz or .tif", output.string()));
    }
    const bool is_nrrd = text::lower(output.extension().string()) == ".nrrd";
    if (options.codec && !is_store_name(output) && !(is_nrrd && *options.codec == ChunkCodec::none)) {
        throw UsageError(
            fmt::format("{}: --codec is for .zarr, and none for .nrrd, which is packed by gzip", output.string()));
    }
    if (options.codec && !has_codec(*options.codec)) {
        throw UsageError(fmt::format("this build has no libblosc, which --codec {} needs; use --codec none, or install "
                                     "libblosc-dev and rebuild",
                                     name_of(*options.codec)));
    }
    std::error_code ignored;
    const fs::path in = fs::weakly_canonical(options.volume.source, ignored),
                   out = fs::weakly_canonical(output, ignored);
    if (fs::exists(in, ignored) && std::mismatch(out.begin(), out.end(), in.begin(), in.end()).first == out.end()) {
        throw UsageError(fmt::format("{} is the input or holds it; choose another name", output.string()));
    }
    if (!is_store_name(output) && fs::exists(output, ignored) && !options.overwrite) {
        throw OutputError(output, "is there already; --overwrite replaces it");
    }
}

ChunkCodec codec_of(const ConvertOptions &options) {
    if (options.codec || has_codec(ChunkCodec::lz4)) {
        return options.codec.value_or(ChunkCodec::lz4);
    }
    say("note: this build has no libblosc, the chunks are not packed (install libblosc-dev and rebuild)");
    return ChunkCodec::none;
}

std::uint64_t write_store(const BrickSource &source, const ConvertOptions &options, const fs::path &output, bool labels,
                          const std::function<void(double)> &progress) {
    ZarrWriting writing;
    writing.codec = codec_of(options);
    writing.labels = labels;
    writing.replace = options.overwrite;
    writing.input = input_text(options);
    writing.progress = progress;
    writing.on_going_on = [&](double share) {
        say(fmt::format("note: {} goes on from {:.0f} % that an earlier run wrote", output.string(), 100.0 * share));
    };
    say_when_interrupted("voxmarch: interrupted, the same command goes on from here\n");
    try {
        return write_zarr(source, output, writing).byte_count;
    } catch (const OccupiedPlace &place) {
        throw OutputError(place.path, place.reason + "; --overwrite replaces it");
    }
}

bool are_labels(const ConvertOptions &options, const BrickSource &source, const std::string &output) {
    if (options.labels || !seems_labels(source)) {
        return options.labels.value_or(false);
    }
    say(fmt::format(
        "note: the values seem to be labels: smaller copies in {} have the most frequent ones (--no-labels: "
        "the mean)",
        output));
    return true;
}

int run_convert(const ConvertOptions &given) {
    const auto begin = std::chrono::steady_clock::now();
    const fs::path output = output_path(given);
    check_conversion(given, output);
    ConvertOptions options = given;
    options.volume.read.downsample = 1; // done box by box, after the region is cut
    const BrickSourcePointer opened = open_source(options.volume);
    BrickSourcePointer source = opened;
    if (options.region) {
        source = region_of(source, *options.region);
    }
    const int factor = given.volume.read.downsample;
    const bool is_store = is_store_name(output);
    const bool labels = (is_store || factor > 1) && are_labels(options, *source, output.string());
    if (factor > 1) {
        source = reduced(source, factor, labels ? BoxValue::mode : BoxValue::mean);
    }
    const VolumeHeader &header = source->header();
    say_losses(header.grid, output);
    const auto progress = rate_line("writing " + output.string(), header.byte_count());
    const std::uint64_t bytes = [&] {
        PhaseTimer phase("write " + written_name(output.string()));
        const std::uint64_t written = is_store
                                          ? write_store(*source, given, output, labels, progress)
                                          : write_slabs(*source, output, {given.codec != ChunkCodec::none, progress});
        phase.set_detail(fmt::format("{} bytes", written));
        return written;
    }();
    if (opened->has_replaced()) {
        say(fmt::format("note: {} has values that are not finite (NaN, infinite); {} has its smallest finite value "
                        "in their place",
                        options.volume.source, output.string()));
    }
    const double seconds = seconds_since(begin);
    const auto &n = header.grid.dims;
    if (given.json) {
        print_json({{"output", output.string()},
                    {"dims", n},
                    {"type", name_of(header.type)},
                    {"voxel_bytes", header.byte_count()},
                    {"bytes", bytes},
                    {"seconds", seconds}});
        return 0;
    }
    const auto voxel_bytes = static_cast<double>(header.byte_count());
    const std::string ratio = bytes > 0 ? fmt::format(" ({:.2f} : 1)", voxel_bytes / static_cast<double>(bytes)) : "";
    fmt::print("wrote {} ({}x{}x{} {}): {} in {}{}, {}, {:.0f} MB/s\n", written_name(output.string()), n[0], n[1], n[2],
               name_of(header.type), file_size_text(header.byte_count()), file_size_text(bytes), ratio,
               time_text(seconds), voxel_bytes / seconds / 1e6);
    return 0;
}

} // namespace

void add_convert_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App *command =
        app.add_subcommand("convert", "write a volume as OME-Zarr with all its levels, or as another file");
    command->footer("Examples:\n  voxmarch convert scan.nii.gz scan.ome.zarr\n"
                    "  voxmarch convert huge.nrrd huge.ome.zarr --codec zstd\n"
                    "  voxmarch convert huge.ome.zarr part.nrrd --region 0:512,0:512,100:612\n\n"
                    "A store that was not finished is gone on with by the same command.");
    options->volume.add_to(*command);
    command->option_defaults()->group("Output");
    command->add_option("OUT", options->output, "what to write: .ome.zarr, .zarr, .nrrd, .nii, .nii.gz or .tif")
        ->required()
        ->type_name("");
    add_named(
        *command, "--codec", options->codec, "lz4",
        "how chunks are packed: lz4 to be read fast, zstd to be small;\nnone also for .nrrd, else packed by gzip");
    command->add_flag_callback(
        "--labels", [options] { options->labels = true; },
        "smaller copies have the most frequent value, not the mean\n(default: judged by the values)");
    command->add_flag_callback(
        "--no-labels", [options] { options->labels = false; }, "smaller copies have the mean");
    add_parsed(
        *command, "--region", "X0:X1,Y0:Y1,Z0:Z1", "",
        [options](const std::string &text) { options->region = parse_region(text); },
        "voxels to write, from 0, the second ends not included; taken\nbefore --downsample");
    command->add_flag("--overwrite", options->overwrite, "replace what is there");
    command->add_flag("--json", options->json, "what was written as JSON");
    command->callback([&action, options] { action = [options] { return run_convert(*options); }; });
}

} // namespace voxmarch
