// Volume options.
#include "app/volume_options.h"

#include "app/progress.h"
#include "app/typed_options.h"

#include <fmt/format.h>

namespace voxmarch {

void VolumeOptions::add_to(CLI::App &command) {
    command
        .add_option("VOLUME", source,
                    "a file, a folder of DICOM, TIFF or PNG slices, or\nsynthetic:NAME[:N], e.g. synthetic:tree:256")
        ->required()
        ->type_name("");
    command.option_defaults()->group("Volume");
    add_text(command, "--raw", "LAYOUT", read.raw,
             "layout of a raw file whose name does not say it:\n"
             "XxYxZ:TYPE[:sx,sy,sz][:little|big][:offset=BYTES],\n"
             "e.g. 256x256x128:uint16:1,1,2; the usual name is\nNAME_XxYxZ_TYPE.raw");
    add_parsed(
        command, "--spacing", "X,Y,Z", "",
        [this](const std::string &text) {
            read.spacing = parse_vector(text, "--spacing");
            if (glm::any(glm::lessThanEqual(*read.spacing, glm::dvec3(0.0)))) {
                throw UsageError(fmt::format("--spacing is '{}'; distances must be greater than 0", text));
            }
        },
        "distance of voxel centres in mm, > 0\n(default: what the file says)");
    add_text(command, "--series", "UID", read.series, "DICOM series to read when a folder holds several");
    add_integer(command, "--downsample", read.downsample, 1, 64, "average boxes of N^3 voxels after reading");
}

namespace {

template <typename Read> auto with_input_errors(Read &&read) {
    try {
        return read();
    } catch (const UnsupportedError &error) {
        throw UnreadableFormat(error.what());
    }
}

} // namespace

Volume read_with_progress(const VolumeOptions &options) {
    ReadOptions read = options.read;
    read.progress = progress_line("reading " + options.source);
    return with_input_errors([&] { return read_volume(options.source, read); });
}

VolumeHeader read_header(const VolumeOptions &options) {
    return with_input_errors([&] { return read_volume_header(options.source, options.read); });
}

void print_notes(const Volume &volume) {
    for (const std::string &note : volume.header().notes) {
        say("note: " + note);
    }
    if (volume.non_finite_count() > 0) {
        say(fmt::format("note: {} voxels are NaN or infinite and drawn as the minimum {}", volume.non_finite_count(),
                        volume.range().min));
    }
}

} // namespace voxmarch
