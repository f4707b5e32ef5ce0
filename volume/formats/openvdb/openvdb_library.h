// What we ask of OpenVDB. It runs in a process of its own (base/isolated.h), as damaged files crash it.
#pragma once

#include "volume/formats/byte_source.h"
#include "volume/formats/file_scalar.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch::vdb {

/// A grid of a file.
struct GridName {
    std::string name;   ///< "density"; of several of one name "density[1]"; as it fits a message
    std::string type;   ///< "float", "vec3s", ... as OpenVDB calls it, likewise
    int components = 0; ///< values a voxel; 0: it cannot be read
};

/// The grid that is read.
struct GridFacts {
    FileScalar type = FileScalar::f32;
    std::array<std::int64_t, 3> first{}, dims{}; ///< the box of its active voxels; no dims: it has none
    std::uint64_t active = 0;                    ///< voxels of it that are stored with a value of their own
    bool is_linear = true;                       ///< its transform
    std::array<double, 12> steps{};              ///< world steps along x, y, z; then the world place of index (0, 0, 0)
    std::string kind;                            ///< "level set", "fog volume", "staggered", "unknown"
    double background = 0.0;
};

/// What a file holds, and one of its grids.
struct OpenedGrid {
    std::vector<GridName> names;
    int chosen = -1; ///< -1: there is none of the name that was asked for, or none that can be read
    GridFacts facts; ///< of the chosen one, if it can be read

    /// The values of the whole box, x fastest, in native byte order.
    std::unique_ptr<ByteSource> values;
};

/// Opens a file, and the grid of this name; without a name "density", else the first one of one value a voxel, else the
/// first one that can be read.
/// @param component  of several values a voxel; one that is there or 0
/// @throws FileError for what is no OpenVDB file or is damaged; UnsupportedError in a build without OpenVDB
OpenedGrid open_grid(const std::filesystem::path &file, const std::string &name, int component);

} // namespace voxmarch::vdb
