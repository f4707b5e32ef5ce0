// HDF5 in a build without libhdf5: says so.
#include "volume/formats/hdf5/hdf5_library.h"

#include "base/error.h"

namespace voxmarch::hdf5 {

namespace {

UnsupportedError no_hdf5(const std::filesystem::path &file) {
    return UnsupportedError(file.string() + ": this build lacks libhdf5, which reads HDF5, NeXus, Imaris and MINC "
                                            "files; rebuild with package libhdf5-dev");
}

} // namespace

Tree read_tree(const std::filesystem::path &file, const std::function<Look(std::string_view)> &) {
    throw no_hdf5(file);
}

std::unique_ptr<ByteSource> read_blocks(const std::filesystem::path &file, const Selection &,
                                        const std::vector<Block> &) {
    throw no_hdf5(file);
}

} // namespace voxmarch::hdf5
