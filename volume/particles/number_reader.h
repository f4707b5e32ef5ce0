// Numbers of any type one after the other, from words or from binary values.
#pragma once

#include "volume/formats/file_scalar.h"

#include <bit>
#include <filesystem>
#include <optional>
#include <string_view>

namespace voxmarch {

/// Refers to the bytes, which outlive it.
class NumberReader {
public:
    /// @param order  of binary values; empty: the numbers are words with blanks between
    NumberReader(std::string_view bytes, std::optional<std::endian> order, std::filesystem::path file)
        : rest_(bytes), order_(order), file_(std::move(file)) {}

    /// The next number; of words, whatever type it has. @throws FileError at the end, and for what is no number
    double next(FileScalar type);

    /// Refuses a claim of more points than the bytes left can hold.
    /// @param bytes_each  of a point in a binary file, at least 1  @throws FileError
    void require(std::uint64_t count, std::size_t bytes_each) const;

private:
    std::string_view rest_;
    std::optional<std::endian> order_;
    std::filesystem::path file_;

    double next_word();
};

} // namespace voxmarch
