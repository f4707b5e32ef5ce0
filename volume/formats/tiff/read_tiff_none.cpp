// TIFF in a build without libtiff: says so.
#include "volume/formats/volume_file.h"

#include "base/error.h"

namespace voxmarch {

std::unique_ptr<VolumeFile> open_tiff(const std::filesystem::path &file, const ReadOptions &) {
    throw UnsupportedError(file.string() + ": this build lacks libtiff, which reads TIFF; install libtiff-dev and "
                                           "rebuild");
}

} // namespace voxmarch
