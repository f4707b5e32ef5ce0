// The options that every command with a VOLUME has, and the volume they name.
#include "app/cli/volume_options.h"

#include "app/cli/piped_volume.h"
#include "app/cli/typed_options.h"
#include "app/environment.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "base/host_memory.h"
#include "scene/scene.h"
#include "volume/header_words.h"
#include "volume/spacing_text.h"
#include "volume/voxel_directions.h"

#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

void VolumeOptions::add_to(CLI::App &command, bool channel, bool times) {
    command
        .add_option("VOLUME", source,
                    "a file, a folder of DICOM, TIFF or PNG slices, a Zarr\nstore, synthetic:NAME[:N], e.g. "
                    "synthetic:tree:256,\nor a function on [-1,1]^3, formula:EXPRESSION[:N], e.g.\n"
                    "\"formula:1-x^2-y^2-z^2:64\";\nheart_{t}.nrrd: files with numbers there, a time each" +
                        std::string(takes_piped_volume(command) ? ";\n- is standard input (NRRD or .npy)" : ""))
        ->required()
        ->transform(volume_word)
        ->type_name("");
    command.option_defaults()->group("Volume");
    add_text(command, "--raw", "LAYOUT", read.raw,
             "layout of a raw file whose name does not say it:\n"
             "XxYxZ:TYPE[:SPACING][:little|big][:offset=BYTES],\n"
             "e.g. 256x256x128:uint16:1,1,2mm; the usual name is\nNAME_XxYxZ_TYPE.raw");
    add_parsed(
        command, "--spacing", "D|X,Y,Z[UNIT]", "",
        [this](const std::string &text) {
            const auto given = parse_spacing(text);
            if (!given) {
                throw UsageError(fmt::format("--spacing is '{}'; it must be one distance or three, each greater than "
                                             "0, and may end with a unit: 0.5 or 1,1,2.5mm (m, mm, um, nm, Angstrom)",
                                             text));
            }
            read.spacing = given->spacing;
            read.spacing_unit = given->unit;
        },
        "distance of voxel centres, > 0, one for all axes or three, e.g. 0.5\nor 1,1,2.5mm; without a unit in the "
        "file's (default: what the\nfile says)");
    add_parsed(
        command, "--orientation", "LPS|x,-y,z|none", "what the file says",
        [this](const std::string &text) {
            if (!parse_directions(text)) {
                throw UsageError(fmt::format("--orientation is '{}'; it must be three letters of a patient's sides (L "
                                             "or R, A or P, S or I), three axes like x,-y,z, or none",
                                             text));
            }
            read.orientation = text;
        },
        "where x, y, z of the voxels go: to which sides of a patient, along\nwhich axes, or none: no patient; the "
        "first "
        "voxel stays in its place");
    add_text(command, "--series", "UID", read.series, "DICOM series to read when a folder holds several");
    if (channel) {
        add_integer(command, "--channel", read.channel, 0, 65535,
                    "channel to read of a file that holds several, from 0");
    }
    if (times) {
        add_parsed(
            command, "--time", "T|all|A:B[:S]", "0",
            [this](const std::string &text) {
                const TimeChoice choice = parse_times(text);
                read.time = choice.time;
                several_times = choice.several;
            },
            "time point to read of a file that holds several, from 0; or\nall, or from A to B every S-th: a picture "
            "each, into files of their\nown (-o f_{n}.png)");
    } else {
        add_integer(command, "--time", read.time, 0, 65535, "time point to read of a file that holds several, from 0");
    }
    add_integer(command, "--level", read.level, 0, 63,
                "level of detail to read of a Zarr store or an Imaris file, 0 is the finest");
    add_text(command, "--array", "NAME", read.array,
             "array to read of a VTK, VTI, .npz, HDF5 or OpenVDB file that holds several");
    add_text(
        command, "--field", "density:H[:BOX]", read.field,
        "of a file of points (PLY, CSV, VTK's .vtk, .vtp and .vtu) the\ndensity: H is the smoothing length and the "
        "distance of voxels in\nthe file's unit; BOX, the points that count: X0,Y0,Z0,X1,Y1,Z1");
    add_integer(command, "--downsample", read.downsample, 1, 64,
                "make one voxel of each N^3 after reading: their mean, of labels\nthe most frequent one");
}

void add_value_unit_option(CLI::App &command, std::optional<std::string> &unit) {
    add_parsed(
        command, "--value-unit", "TEXT", "HU of CT, else none",
        [&unit](const std::string &text) { unit = checked_unit(text); }, "unit of the values, as legends write it");
}

namespace {

template <typename Read> auto with_input_errors(Read &&read) {
    try {
        return read();
    } catch (const UnsupportedError &error) {
        throw UnreadableFormat(error.problem(), error.advice());
    }
}

/// with_input_errors(), as a phase of the trace.
template <typename Read> auto traced_reading(const std::string &source, Read &&read) {
    const auto began = std::chrono::steady_clock::now();
    auto result = with_input_errors(std::forward<Read>(read));
    command_trace().add_phase("read " + source, began, header_words(result.header()));
    return result;
}

} // namespace

Volume read_with_progress(const VolumeOptions &options) {
    ReadOptions read = options.read;
    read.progress = progress_line("reading " + options.source);
    return traced_reading(options.source, [&] { return read_volume(options.source, read); });
}

OpenedVolume open_with_progress(const VolumeOptions &options, std::uint64_t room) {
    ReadOptions read = options.read;
    read.progress = progress_line("reading " + options.source);
    return traced_reading(options.source, [&] { return open_volume(options.source, read, room); });
}

std::uint64_t voxel_room(int memory_limit_mib) {
    return memory_limit_mib > 0 ? static_cast<std::uint64_t>(memory_limit_mib) << 20 : host_memory() / 4 * 3;
}

LoadedVoxels load_with_progress(const VolumeOptions &options, const std::function<void()> &meanwhile) {
    ReadOptions read = options.read;
    read.progress = [line = progress_line("reading " + options.source), &meanwhile](double share) {
        line(share);
        meanwhile();
    };
    return with_input_errors([&] { return load_voxels(options.source, read); });
}

VolumeHeader read_header(const VolumeOptions &options) {
    return with_input_errors([&] { return read_volume_header(options.source, options.read); });
}

void say_notes(const std::vector<Note> &notes) {
    for (const Note &note : notes) {
        say("note: " + command_line_text(note));
    }
}

void print_notes(const OpenedVolume &volume) {
    if (volume.whole) {
        print_notes(*volume.whole);
    } else {
        say_notes(volume.bricks->header().notes);
    }
}

void print_notes(const Volume &volume) { print_notes(volume, volume.header().notes); }

void print_notes(const Volume &volume, const std::vector<Note> &notes) {
    say_notes(notes);
    if (const std::optional<Note> note = non_finite_note(volume)) {
        say_notes({*note});
    }
}

} // namespace voxmarch
