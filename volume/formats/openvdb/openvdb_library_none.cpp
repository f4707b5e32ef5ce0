// OpenVDB in a build without its library: says so.
#include "volume/formats/openvdb/openvdb_library.h"

#include "base/error.h"

namespace voxmarch::vdb {

OpenedGrid open_grid(const std::filesystem::path &file, const std::string &, int) {
    throw UnsupportedError(file.string() +
                           ": this build lacks OpenVDB, which reads this format; rebuild with package libopenvdb-dev");
}

} // namespace voxmarch::vdb
