// VTK image data in a build without tinyxml2: says so.
#include "volume/formats/volume_file.h"

#include "base/error.h"

namespace voxmarch {

std::unique_ptr<VolumeFile> open_vti(const std::filesystem::path &file, const ReadOptions &) {
    throw UnsupportedError(file.string() +
                           ": this build lacks tinyxml2, which reads .vti files; install libtinyxml2-dev "
                           "and rebuild");
}

} // namespace voxmarch
