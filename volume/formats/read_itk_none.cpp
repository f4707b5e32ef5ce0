// Formats of ITK in a build without it: says so.
#include "volume/formats/volume_file.h"

#include "base/error.h"

namespace voxmarch {

namespace {

UnsupportedError no_itk(const std::filesystem::path &file) {
    return UnsupportedError(file.string() + ": this build lacks ITK, which reads this format; rebuild with "
                                            "VOXMARCH_WITH_ITK=ON (package libinsighttoolkit5-dev)");
}

} // namespace

std::unique_ptr<VolumeFile> open_itk(const std::filesystem::path &file, ItkFormat, const ReadOptions &) {
    throw no_itk(file);
}

} // namespace voxmarch
