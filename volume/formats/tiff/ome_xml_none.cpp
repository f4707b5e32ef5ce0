// OME-XML in a build without tinyxml2: says so.
#include "volume/formats/tiff/tiff_description.h"

#include "base/error.h"

namespace voxmarch {

TiffDescription read_ome_xml(const std::string &, int, const std::filesystem::path &file) {
    throw UnsupportedError(file.string() +
                           ": this build lacks tinyxml2, which reads the metadata of OME-TIFF; install libtinyxml2-dev "
                           "and rebuild");
}

} // namespace voxmarch
