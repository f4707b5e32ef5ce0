// What a file is that no reader here takes: for messages.
#pragma once

#include "base/note.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Of surfaces in GIFTI, a sentence without subject.
inline constexpr const char *gifti_words = "is GIFTI, a surface and no volume: give the volume it was made from";

/// A sentence without subject such as "is packed with xz; unpack it first (xz -d)", from the first bytes of a file;
/// empty for binary data of no kind known here.
std::optional<std::string> foreign_kind(const std::filesystem::path &file);

/// To say what raw voxels are, with a usual layout that fits the file's size without rest, if there is one.
Advice raw_advice(const std::filesystem::path &file);

/// Whether the first bytes of a file are those of an MGH volume of FreeSurfer: version 1, four sizes and a type
/// (mri.h), each an int32 of big endian.
bool is_mgh(std::string_view head);

/// The first bytes of a file, unpacked if it is a gzip file. Fewer than `most` where there are no more.
std::vector<std::byte> first_bytes(const std::filesystem::path &file, std::size_t most);

} // namespace voxmarch
