// Checks that everything a TIFF file points to lies within the file; the library that reads it goes on past the end.
#pragma once

#include <filesystem>

namespace voxmarch {

/// Walks all pages (classic and BigTIFF, both byte orders). Cost: reads the directories, no pixel.
/// @throws FileError naming what lies outside
void check_tiff_structure(const std::filesystem::path &file);

} // namespace voxmarch
