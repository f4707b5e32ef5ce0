// What we ask of libhdf5. It runs in a process of its own (base/isolated.h), as damaged files crash it, with what leads
// to other files or programs switched off: external links and storage, virtual data sets, plug-ins.
#pragma once

#include "volume/formats/byte_source.h"
#include "volume/formats/hdf5/hdf5_tree.h"

#include <array>
#include <functional>
#include <memory>

namespace voxmarch::hdf5 {

/// What a walk does with a member of a group.
enum class Look {
    pass, ///< its path alone is told
    open  ///< it is opened, and if it is a group its members are looked at
};

/// Walks through a file. @param rule  of each member, by its path; called in the other process
/// @throws FileError for what is no HDF5 file or is damaged; UnsupportedError in a build without libhdf5
Tree read_tree(const std::filesystem::path &file, const std::function<Look(std::string_view path)> &rule = {});

/// A volume within a data set.
struct Selection {
    std::string path;
    FileScalar type = FileScalar::u8; ///< that of the data set; of integers the sign may be another, for the same bits
    std::vector<std::uint64_t> start; ///< index along each axis of the file where it begins
    std::array<std::optional<std::size_t>, 3> axes; ///< axes of the file that are x, y and z, each slower than the one
                                                    ///< before; empty: there is none
    std::array<int, 3> dims{1, 1, 1};
};

/// A part of it, with all of x.
struct Block {
    int first_y = 0, end_y = 1;
    int first_z = 0, end_z = 1;
};

/// The values of these blocks, one block after the other, x fastest, in native byte order.
/// @throws as read_tree()
std::unique_ptr<ByteSource> read_blocks(const std::filesystem::path &file, const Selection &selection,
                                        const std::vector<Block> &blocks);

} // namespace voxmarch::hdf5
