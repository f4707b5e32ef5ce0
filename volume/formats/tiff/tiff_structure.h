// Finds the pages of a TIFF file and checks that all they point to lies within the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace voxmarch {

/// Where one page of a TIFF file lies.
struct TiffPlace {
    std::uint64_t directory = 0; ///< byte at which its directory begins
    std::uint64_t stored = 0;    ///< bytes of all its strips or tiles, as stored
    std::size_t number = 1;      ///< in the file, from 1, for messages
};

/// Walks the chain of pages (classic and BigTIFF, both byte orders), at most 2^20. Cost: reads the directories and the
/// tables of strips, no pixel.
/// @throws FileError naming what lies outside; if the pages form a circle; if there is none
std::vector<TiffPlace> find_tiff_pages(const std::filesystem::path &file);

} // namespace voxmarch
