// What a file is that no reader here takes: for messages.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Of surfaces in GIFTI, a sentence without subject.
inline constexpr const char *gifti_words = "is GIFTI, a surface and no volume: give the volume it was made from";

/// A sentence without subject such as "is packed with xz; unpack it first (xz -d)", from the first bytes of a file;
/// empty for binary data of no kind known here.
std::optional<std::string> foreign_kind(const std::filesystem::path &file);

/// What `--raw` could be for a file of this size: " (--raw 64x64x64:uint8 fits its size)", or empty if nothing usual
/// fits without rest.
std::string raw_suggestion(const std::filesystem::path &file);

/// The first bytes of a file, unpacked if it is a gzip file. Fewer than `most` where there are no more.
std::vector<std::byte> first_bytes(const std::filesystem::path &file, std::size_t most);

} // namespace voxmarch
