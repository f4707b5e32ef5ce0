// OME-XML in a build without tinyxml2: says so.
#include "volume/tiff_description.h"

#include "device/error.h"

namespace voxmarch {

TiffDescription read_ome_xml(const std::string &, int, const std::filesystem::path &file) {
    throw UnsupportedError(file.string() +
                           ": this build lacks tinyxml2, which reads the metadata of OME-TIFF; install libtinyxml2-dev "
                           "and rebuild");
}

} // namespace voxmarch
