// Which array of a VTK file is the volume.
#pragma once

#include "base/note.h"

#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

/// An array that a file holds.
struct NamedArray {
    std::string name;
    int components = 1;
    bool at_points = true;  ///< one value per point, else per cell
    bool is_active = false; ///< the file names it as its scalars
};

/// The array called `wanted`; without a name the active one, else the first of one component, points before cells.
/// @param notes  gets a list of all arrays when there are several
/// @return index into `arrays`
/// @throws UsageError with the list if there is no array of that name; FileError if the array, or every array, has
/// several values per place
std::size_t choose_array(const std::vector<NamedArray> &arrays, const std::string &wanted,
                         const std::filesystem::path &file, std::vector<Note> &notes);

} // namespace voxmarch
