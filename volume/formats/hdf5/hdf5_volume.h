// A volume of an HDF5 file: which values it is made of, and how they are read.
#pragma once

#include "volume/formats/hdf5/hdf5_library.h"
#include "volume/formats/volume_file.h"

namespace voxmarch::hdf5 {

/// value = stored * slope + intercept
struct Scale {
    double slope = 1.0;
    double intercept = 0.0;
};

/// What an interpreter of a file's conventions has found.
struct FoundVolume {
    VolumeHeader header; ///< all but its type, which follows from the values
    Selection selection;
    DataSet data;
    std::vector<Scale> scales; ///< one, one for every z, or one for every row, y fastest; empty: values are as stored
    TimeAxis time_axis;        ///< of header.times
    std::vector<Grid> levels;  ///< levels of detail from the one that is read on; empty: there is but this
};

/// Checks what was found against the file.
/// @throws FileError for volumes of no values or of more than there can be
std::unique_ptr<VolumeFile> open_found(const std::filesystem::path &file, FoundVolume found);

/// The axes of a data set that are x, y and z; and the others, of which one index each is read.
struct AxisRoles {
    std::array<std::optional<std::size_t>, 3> space; ///< x, y, z of the grid, the fastest first
    std::array<int, 3> world{0, 1, 2};               ///< the axis of the world along which each of them goes
    std::optional<std::size_t> time, channel;
    bool are_named = false; ///< by the file, not by their number
};

/// What the axes of a data set mean: as they are named (x, y, z, t, c), else z, y, x with times before them and up to
/// four values a voxel behind them, and of five axes t, c, z, y, x.
/// @throws FileError for shapes that are no volume
AxisRoles roles_of(const Object &object, const std::filesystem::path &file);

/// Selects a volume of a data set: fills selection, data, dimensions, channels and times, with options.channel and
/// time.
/// @throws FileError, UsageError
void select_volume(FoundVolume &found, const Object &object, const AxisRoles &roles, const ReadOptions &options,
                   const std::filesystem::path &file);

/// Interpreters, each with the tree of its file.
FoundVolume find_plain(const Tree &tree, const ReadOptions &options, const std::filesystem::path &file);
FoundVolume find_imaris(const Tree &tree, const ReadOptions &options, const std::filesystem::path &file);
FoundVolume find_minc(const Tree &tree, const ReadOptions &options, const std::filesystem::path &file);

/// Sets the places of voxels by what the file says of a data set: attributes, axes of NeXus, scales of netCDF 4.
/// @param group  that presents the data set (NXdata); may be null
void place_plain(FoundVolume &found, const Tree &tree, const Object &object, const Object *group,
                 const AxisRoles &roles, const std::filesystem::path &file);

/// The group of NeXus that the file wants to be shown (attributes "default", else the first one with a signal); null if
/// there is none.
const Object *nexus_default(const Tree &tree);

/// The data set that a group presents (attribute "signal"); null if it presents none.
const Object *nexus_signal(const Tree &tree, const Object &group);

} // namespace voxmarch::hdf5
