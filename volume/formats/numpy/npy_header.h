// The header of a NumPy array (numpy.lib.format, versions 1 to 3).
#pragma once

#include "volume/formats/file_scalar.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace voxmarch {

struct NpyHeader {
    FileScalar type = FileScalar::u8;
    std::endian order = std::endian::little;
    bool is_fortran = false;         ///< the first axis is the fastest; else the last
    std::vector<std::int64_t> shape; ///< as numpy says it
    std::uint64_t offset = 0;        ///< of the first value
};

/// Bytes that a header may have; those of real arrays have some hundred.
inline constexpr std::size_t longest_npy_header = 65536 + 12;

/// @param bytes  the first ones of the file, longest_npy_header of them if there are as many
/// @throws FileError for what is no array of numbers
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::filesystem::path &file);

} // namespace voxmarch
