// What the names of the files in a folder of slices tell of slices that are missing, or belong elsewhere.
#pragma once

#include "base/note.h"

#include <filesystem>
#include <span>

namespace voxmarch {

/// Notes where the slices, which are read in the order given, are hardly one stack without gaps: names of several
/// kinds (a_001.tif, b_001.tif), numbers between which others are missing (img_002.tif, img_004.tif), or no number that
/// differs in each (z1_c1.tif, z1_c2.tif, z2_c1.tif). Names without numbers tell nothing.
std::vector<Note> slice_name_notes(std::span<const std::filesystem::path> slices);

/// That these were left out of a folder because they are no files: pipes, sockets, links that lead nowhere. None: no
/// note.
std::vector<Note> left_out_notes(std::span<const std::filesystem::path> no_files);

} // namespace voxmarch
