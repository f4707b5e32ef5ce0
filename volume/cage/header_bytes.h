// Headers of volumes, and errors of readers, as bytes that another process sends.
#pragma once

#include "volume/formats/volume_file.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// All that an opened file says before its voxels are read.
struct FileFacts {
    VolumeHeader header;
    TimeAxis time_axis;
    std::optional<PlainPlace> plain_place;
};

std::vector<std::byte> bytes_of_facts(const FileFacts &facts);

/// Reads them as if somebody hostile had sent them: numbers that no reader can mean are refused.
/// @param source  file or folder that was opened; a plain place lies in its folder or below
/// @throws FileError
FileFacts facts_of_bytes(std::span<const std::byte> bytes, const std::filesystem::path &source);

/// An Error that a reader threw: its kind, its words and its advice.
std::vector<std::byte> bytes_of_error(const Error &error);

/// Throws the same: UsageError, MemoryError, UnsupportedError, or FileError, which every other one becomes.
/// @param source  what it names where it names nothing else
[[noreturn]] void throw_error_of_bytes(std::span<const std::byte> bytes, const std::filesystem::path &source);

} // namespace voxmarch
