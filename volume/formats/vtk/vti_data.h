// The voxels of a VTK XML data array: ascii or binary, inline or appended, plain or in packed blocks.
#pragma once

#include "volume/formats/components.h"
#include "volume/formats/file_scalar.h"
#include "volume/formats/packing/block_packing.h"

#include <filesystem>
#include <string_view>

namespace voxmarch {

/// How and where a data array is stored.
struct VtiArray {
    enum class Coding { ascii, base64, raw };
    FileScalar type = FileScalar::u8;
    Coding coding = Coding::ascii;
    std::endian order = std::endian::little;
    std::size_t header_word = 4;         ///< bytes of the length words before binary data: 4 or 8
    std::optional<BlockPacking> packing; ///< of binary data in blocks
    Components components;               ///< values of a point or cell
    bool is_alone = true;                ///< text: behind the values stands nothing else
    std::string_view stored;             ///< from the first byte or character of the array to the end of its section
};

/// Compares the lengths in front of the data with the `bytes` that all values need and with what is there.
/// @throws FileError
void check_vti_array(const VtiArray &array, std::uint64_t bytes, const std::filesystem::path &file);

/// Fills `out`, the chosen component of each voxel, of memory_type(array.type). @throws FileError; also for more words
/// than there are values, of which VTK takes the first
void read_vti_array(const VtiArray &array, std::span<std::byte> out, const Progress &progress,
                    const std::filesystem::path &file);

/// Refuses what follows the values of an array in text. @throws FileError unless it is blank
void require_no_more(std::string_view rest, const std::filesystem::path &file);

} // namespace voxmarch
