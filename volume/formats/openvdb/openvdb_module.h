// What module voxmarch_openvdb offers. OpenVDB's libraries start threads when they are loaded and take 20 ms: only the
// process that reads such a file (openvdb_library.h) loads them. The module links nothing of ours.
#pragma once

#include <cstddef>
#include <string>

namespace voxmarch::vdb {

/// Where a grid goes.
struct Sink {
    void *output; ///< for `write`
    void (*write)(void *output, const void *bytes, std::size_t count);
    void (*allow_seconds)(int seconds); ///< of computing time from now on
};

} // namespace voxmarch::vdb

/// Sends the length of a text, the text (CBOR, see OpenedGrid) and all values of the grid, which wait until somebody
/// reads them.
/// @param wanted     name of the grid; "" as for open_grid()
/// @param component  of several values a voxel
/// @param problem    set to what is wrong with the file, if something is
extern "C" void voxmarch_send_vdb_grid(const char *path, const char *wanted, int component,
                                       const voxmarch::vdb::Sink &sink, std::string &problem);
