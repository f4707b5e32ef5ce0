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

    /// Bytes that are not read yet.
    std::size_t left() const { return rest_.size(); }

private:
    std::string_view rest_;
    std::optional<std::endian> order_;
    std::filesystem::path file_;

    double next_word();
};

} // namespace voxmarch
